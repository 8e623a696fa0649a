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

package io.leaderelection.servers;

import java.nio.file.Path;
import java.util.List;

/**
 * Real etcd that speaks TLS only, with a certificate of its own making.
 */
public final class TlsEtcdServer implements AutoCloseable {

	private final EtcdProcess process;

	private TlsEtcdServer(EtcdProcess process) {
		this.process = process;
	}

	/**
	 * Start a server, which needs {@code etcd} on the PATH.
	 * @return the server, which answers
	 */
	public static TlsEtcdServer start() {
		String url = "https://127.0.0.1:{port}";
		return new TlsEtcdServer(
				EtcdProcess.start(List.of("--listen-client-urls", url, "--advertise-client-urls", url, "--auto-tls")));
	}

	/**
	 * Return the address for clients.
	 * @return the URL
	 */
	public String endpoint() {
		return "https://127.0.0.1:" + this.process.port();
	}

	/**
	 * Return the server's certificate.
	 * @return a file in PEM format
	 */
	public Path certificate() {
		return this.process.autoTlsCertificate();
	}

	@Override
	public void close() {
		this.process.close();
	}

}
