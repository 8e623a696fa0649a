/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.leaderelection.coordinator.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;

import javax.net.ssl.TrustManagerFactory;

import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.servers.TlsEtcdServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdTls}.
 */
class EtcdTlsTests {

	@Test
	void trustedServerIsSpokenToWithTls() throws IOException, GeneralSecurityException {
		try (TlsEtcdServer server = TlsEtcdServer.start();
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdTls tls = new EtcdTls(trust(server.certificate()), null);
			EtcdCoordinator coordinator = fixture.coordinator(fixture.settings().withTls(tls));
			EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), ReadOutcome.Read.class);
		}
	}

	/**
	 * Lesson 21: errors of TLS are not hidden.
	 */
	@Test
	void untrustedServerIsNamedAsSuch() {
		try (TlsEtcdServer server = TlsEtcdServer.start();
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			Unknown outcome = EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), Unknown.class);
			assertThat(outcome.detail()).contains("unable to find valid certification path");
			assertThat(coordinator.status().lastError()).contains("unable to find valid certification path");
		}
	}

	private static TrustManagerFactory trust(Path certificate) throws IOException, GeneralSecurityException {
		KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
		store.load(null, null);
		try (InputStream stream = Files.newInputStream(certificate)) {
			Certificate trusted = CertificateFactory.getInstance("X.509").generateCertificate(stream);
			store.setCertificateEntry("etcd", trusted);
		}
		TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		factory.init(store);
		return factory;
	}

}
