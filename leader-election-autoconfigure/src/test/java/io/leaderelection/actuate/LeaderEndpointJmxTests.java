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

package io.leaderelection.actuate;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for {@link LeaderEndpointJmxExtension} through a server of MBeans.
 */
class LeaderEndpointJmxTests {

	private static final String DOMAIN = "leader-endpoint-test";

	private static final Map<String, String> EXPOSED = Map.of("spring.jmx.enabled", "true",
			"management.endpoints.jmx.exposure.include", "leader", "management.endpoints.jmx.domain", DOMAIN);

	private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

	private final MemoryWorkers workers = new MemoryWorkers();

	@AfterEach
	void close() {
		this.workers.close();
	}

	@Test
	void onlyReadsAreThereUnlessAccessIsUnrestricted() throws JMException {
		this.workers.start("worker-1", EXPOSED).awaitLeader();
		assertThat(operations()).containsExactlyInAnyOrder("elections", "election");
		Map<?, ?> answer = (Map<?, ?>) invoke("elections");
		assertThat((List<?>) answer.get("elections")).hasSize(2);
		Map<?, ?> details = (Map<?, ?>) invoke("election", Worker.NESTED);
		assertThat((List<?>) details.get("history")).hasSize(1);
	}

	@Test
	void everyOrderIsAnOperation() throws JMException {
		Worker worker = this.workers.start("worker-1", unrestricted()).awaitLeader();
		assertThat(operations()).containsExactlyInAnyOrder("elections", "election", "resign", "transfer", "pause",
				"resume", "release", "adopt", "raiseTerm");
		Map<?, ?> paused = (Map<?, ?>) invoke("pause", Worker.ELECTION, "maintenance");
		assertThat(paused.get("detail")).isEqualTo("Paused and fenced");
		assertThat(paused.get("fencing")).isEqualTo("fenced");
		assertThat(worker.lastAudit().getPrincipal()).isEqualTo("jmx");
		invoke("resume", Worker.ELECTION, "done");
		worker.awaitLeader();
		Map<?, ?> raised = (Map<?, ?>) invoke("raiseTerm", Worker.ELECTION, "3", "50", "restored");
		assertThat(raised.get("term")).isEqualTo(50L);
	}

	@Test
	void refusedOrderEndsInAnExceptionThatSaysWhy() throws JMException {
		Worker worker = this.workers.start("worker-1", unrestricted()).awaitLeader();
		assertThatException().isThrownBy(() -> invoke("release", Worker.ELECTION, "7", "test"))
			.havingRootCause()
			.isInstanceOf(IllegalStateException.class)
			.withMessage("Conflict: The term is 1, not 7");
		assertThatException().isThrownBy(() -> invoke("pause", Worker.ELECTION, null))
			.havingRootCause()
			.isInstanceOf(IllegalArgumentException.class)
			.withMessageContaining("'reason' is missing");
		assertThatException().isThrownBy(() -> invoke("election", "settlement/us"))
			.havingRootCause()
			.withMessageContaining("takes part in no election 'settlement/us'");
		assertThat(worker.audit()).hasSize(2)
			.allSatisfy((event) -> assertThat(event.getType()).isEqualTo(OrderAudit.REFUSED));
		assertThat(worker.election().isLeader()).isTrue();
	}

	private static Map<String, String> unrestricted() {
		Map<String, String> properties = new HashMap<>(EXPOSED);
		properties.putAll(MemoryWorkers.UNRESTRICTED);
		return properties;
	}

	private List<String> operations() throws JMException {
		return Arrays.stream(this.server.getMBeanInfo(name()).getOperations())
			.map(MBeanOperationInfo::getName)
			.toList();
	}

	private Object invoke(String operation, Object... arguments) throws JMException {
		try {
			String[] signature = new String[arguments.length];
			Arrays.fill(signature, String.class.getName());
			return this.server.invoke(name(), operation, arguments, signature);
		}
		catch (RuntimeMBeanException ex) {
			throw ex.getTargetException();
		}
	}

	private ObjectName name() throws JMException {
		return this.server.queryNames(new ObjectName(DOMAIN + ":type=Endpoint,name=Leader,*"), null).iterator().next();
	}

}
