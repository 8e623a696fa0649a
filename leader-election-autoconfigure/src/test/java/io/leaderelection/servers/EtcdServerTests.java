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

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdServer}.
 */
class EtcdServerTests {

	@Test
	void restartAfterKillKeepsDataAndPort() {
		try (EtcdServer server = EtcdServer.start()) {
			int port = server.port();
			server.etcdctl("put", "key", "before");
			server.kill();
			server.restart();
			assertThat(server.port()).isEqualTo(port);
			assertThat(server.etcdctl("get", "key", "--print-value-only")).isEqualToIgnoringWhitespace("before");
		}
	}

	@Test
	void restoreGoesBackToSnapshot() {
		try (EtcdServer server = EtcdServer.start()) {
			server.etcdctl("put", "key", "before");
			EtcdSnapshot snapshot = server.snapshot();
			server.etcdctl("put", "key", "after");
			for (EtcdSnapshot.Identity identity : List.of(EtcdSnapshot.Identity.SAME, EtcdSnapshot.Identity.OTHER)) {
				server.restore(snapshot, identity);
				assertThat(server.etcdctl("get", "key", "--print-value-only")).isEqualToIgnoringWhitespace("before");
			}
		}
	}

	@Test
	void closedServerLeavesNoProcess() {
		EtcdServer server = EtcdServer.start();
		server.close();
		assertThat(ProcessHandle.current()
			.descendants()
			.filter((process) -> process.info().commandLine().orElse("").contains(":" + server.port()))).isEmpty();
	}

}
