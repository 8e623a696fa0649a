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

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link EtcdSettings}.
 */
class EtcdSettingsTests {

	private final EtcdSettings settings = EtcdSettings.of(List.of("http://etcd:2379"), "shop");

	@Test
	void endpointWithoutSchemeIsPlain() {
		EtcdSettings shortened = EtcdSettings.of(List.of("etcd-0", "etcd-1:2380"), "shop");
		assertThat(shortened.endpoints()).map(Object::toString).containsExactly("http://etcd-0", "http://etcd-1:2380");
		assertThat(shortened.endpoints()).map(EtcdSettings::port).containsExactly(2379, 2380);
		assertThat(shortened.tls()).isNull();
	}

	/**
	 * jetcd leaves TLS off.
	 */
	@Test
	void httpsSwitchesTlsOn() {
		assertThat(this.settings.withEndpoints(List.of("https://etcd:2379")).tls()).isEqualTo(EtcdTls.DEFAULT);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://root:secret@etcd:2379", "https://secret@etcd", "http://a_b:secret@et_cd",
			"http://[:secret", "root:secret@etcd:2379" })
	void messageForABadEndpointShowsNoCredentials(String endpoint) {
		assertThatIllegalArgumentException().isThrownBy(() -> EtcdSettings.of(List.of(endpoint), "shop"))
			.withMessageContaining("'endpoints'")
			.withNoCause()
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("secret"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "ftp://etcd", "http://etcd/path", "http:///path", "http://etcd?query", "http://",
			"http://etcd:0", "http://etcd:65536" })
	void badEndpointIsRefused(String endpoint) {
		assertThatIllegalArgumentException().isThrownBy(() -> EtcdSettings.of(List.of(endpoint), "shop"))
			.withMessageContaining("'endpoints'");
	}

	@Test
	void schemesAreNotMixed() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> EtcdSettings.of(List.of("http://etcd-0", "https://etcd-1"), "shop"))
			.withMessageContaining("all http or all https");
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withTls(EtcdTls.DEFAULT))
			.withMessageContaining("must be https URLs");
	}

	@Test
	void whatIsMissingIsNamed() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withEndpoints(List.of()))
			.withMessage("'endpoints' must not be empty");
		assertThatIllegalArgumentException().isThrownBy(() -> EtcdSettings.of(List.of("http://etcd"), " "))
			.withMessage("'namespace' must not be blank");
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withPrefix(""))
			.withMessage("'prefix' must not be blank");
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withCredentials("root", null))
			.withMessage("'user' is set, but 'user' and 'password' must be set together");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.settings.withTimes(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1)))
			.withMessageContaining("'call-timeout' must be positive");
	}

	@Test
	void passwordIsNotPrinted() {
		assertThat(this.settings.withCredentials("root", "secret")).hasToString(
				"EtcdSettings[endpoints=[http://etcd:2379], prefix=leader-election, namespace=shop, user=root, callTimeout=PT1.5S]");
	}

}
