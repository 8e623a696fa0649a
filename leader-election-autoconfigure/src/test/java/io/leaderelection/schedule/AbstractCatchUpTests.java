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

package io.leaderelection.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderOnly;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.runs.RunsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link CatchUp}, with time and scheduler driven by hand. What the gate does,
 * the test does: it binds the token of a term.
 */
abstract class AbstractCatchUpTests {

	private static final Instant START = Instant.parse("2026-11-30T02:00:00Z");

	final RunsFixture fixture = fixture();

	private final Deque<Runnable> scheduled = new ArrayDeque<>();

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final List<String> log = new ArrayList<>();

	private Runnable meanwhile = () -> {
	};

	private boolean dies;

	private Instant now = START;

	private Jobs jobs;

	abstract RunsFixture fixture();

	@BeforeEach
	void start() {
		register();
		this.context.refresh();
		this.jobs = this.context.getBean(Jobs.class);
		this.fixture.seal(1);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void scheduleThatIsNewToTheLedgerHasMissedNothing() throws Exception {
		grant(1);
		assertThat(this.log).isEmpty();
		fire(1, this.jobs::hourly);
		assertThat(this.log).containsExactly("hourly");
	}

	@Test
	void lesson31FiringMissedByAFailoverIsMadeUpForOnceOnGrant() throws Exception {
		grant(1);
		fire(1, this.jobs::nightly);
		fire(1, this.jobs::hourly);
		fire(1, this.jobs::pausing);
		this.log.clear();
		advance(Duration.ofHours(24).plusSeconds(8));
		this.fixture.seal(2);
		grant(2);
		assertThat(this.log).containsExactlyInAnyOrder("nightly", "hourly", "pausing");
		this.fixture.seal(3);
		grant(3);
		assertThat(this.log).hasSize(3);
	}

	@Test
	void nothingIsMadeUpForIfNothingWasMissed() throws Exception {
		grant(1);
		fire(1, this.jobs::nightly);
		fire(1, this.jobs::hourly);
		fire(1, this.jobs::pausing);
		this.log.clear();
		advance(Duration.ofMinutes(59));
		this.fixture.seal(2);
		grant(2);
		assertThat(this.log).isEmpty();
	}

	@Test
	void firingThatDiedInTheMiddleIsMadeUpFor() throws Exception {
		grant(1);
		advance(Duration.ofHours(24));
		this.dies = true;
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> fire(1, this.jobs::nightly));
		this.dies = false;
		this.fixture.seal(2);
		advance(Duration.ofSeconds(6));
		grant(2);
		assertThat(this.log).containsExactlyInAnyOrder("nightly", "hourly", "pausing");
	}

	@Test
	void regularFiringBeforeTheCatchUpLeavesItNothingToDo() throws Exception {
		grant(1);
		advance(Duration.ofHours(24));
		this.fixture.seal(2);
		publishGrant(2);
		// The firing that was due passes the gate before the catch-up gets its thread.
		fire(2, this.jobs::nightly);
		runScheduled(2);
		assertThat(this.log).containsOnlyOnce("nightly");
	}

	@Test
	void lesson31LateRegularFiringAfterTheCatchUpIsSkipped() throws Exception {
		grant(1);
		fire(1, this.jobs::nightly);
		fire(1, this.jobs::hourly);
		fire(1, this.jobs::pausing);
		this.log.clear();
		advance(Duration.ofHours(24));
		this.fixture.seal(2);
		grant(2);
		advance(Duration.ofMillis(20));
		fire(2, this.jobs::nightly);
		fire(2, this.jobs::hourly);
		fire(2, this.jobs::pausing);
		assertThat(this.log).hasSize(3);
		advance(Duration.ofHours(24));
		fire(2, this.jobs::nightly);
		fire(2, this.jobs::hourly);
		fire(2, this.jobs::pausing);
		assertThat(this.log).hasSize(6);
	}

	@Test
	void firingDuringTheCatchUpIsServedByIt() throws Exception {
		grant(1);
		advance(Duration.ofHours(24));
		this.fixture.seal(2);
		this.meanwhile = this.jobs::nightly;
		grant(2);
		assertThat(this.log).containsOnlyOnce("nightly");
	}

	@Test
	void regularFiringsRunOnTheirSchedule() throws Exception {
		grant(1);
		for (int day = 0; day < 3; day++) {
			advance(Duration.ofHours(24));
			fire(1, this.jobs::nightly);
		}
		assertThat(this.log).containsExactly("nightly", "nightly", "nightly");
	}

	/** Promise I2. */
	@Test
	void staleLeaderCannotMarkAFiringAsCompleted() throws Exception {
		grant(1);
		advance(Duration.ofHours(24));
		this.meanwhile = () -> this.fixture.seal(2);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> fire(1, this.jobs::nightly));
		this.meanwhile = () -> {
		};
		this.log.clear();
		grant(2);
		assertThat(this.log).contains("nightly");
	}

	@Test
	void grantOfAnotherElectionCatchesUpNothing() throws Exception {
		grant(1);
		advance(Duration.ofHours(24));
		publish("reporting", 1);
		assertThat(this.scheduled).isEmpty();
	}

	@Test
	void methodThatCannotBeCaughtUpWithIsRefused() {
		assertThat(refusalOf(NotGuarded.class)).contains("NotGuarded.work", "not @LeaderOnly");
		assertThat(refusalOf(NotScheduled.class)).contains("0 @Scheduled annotations");
		assertThat(refusalOf(PerTenant.class)).contains("depends on the call");
		assertThat(refusalOf(Returning.class)).contains("returns something");
	}

	private String refusalOf(Class<?> type) {
		try (AnnotationConfigApplicationContext other = new AnnotationConfigApplicationContext()) {
			other.registerBean(CatchUpMethods.class, () -> new CatchUpMethods(other.getBeanFactory()));
			other.register(type);
			Throwable[] thrown = new Throwable[1];
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(other::refresh)
				.havingRootCause()
				.isInstanceOf(InvalidCatchUpException.class)
				.satisfies((ex) -> thrown[0] = ex);
			return thrown[0].getMessage();
		}
	}

	private void register() {
		InstantSource clock = () -> this.now;
		this.context.registerBean(CatchUpMethods.class, () -> new CatchUpMethods(this.context.getBeanFactory()));
		this.context.registerBean(CatchUpAdvisor.class,
				() -> new CatchUpAdvisor(this.context.getBean(CatchUpMethods.class), this.fixture::firings, clock));
		this.context.registerBean(CatchUpOnGrant.class,
				() -> new CatchUpOnGrant(this.context.getBean(CatchUpMethods.class), this.context,
						this.scheduled::add));
		this.context.registerBean(DefaultAdvisorAutoProxyCreator.class, () -> {
			DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
			creator.setProxyTargetClass(true);
			return creator;
		});
		this.context.registerBean(Jobs.class, () -> new Jobs(this));
	}

	private void advance(Duration time) {
		this.now = this.now.plus(time);
	}

	private void fire(long term, Runnable method) throws Exception {
		this.fixture.as(term, method::run);
	}

	private void grant(long term) throws Exception {
		publishGrant(term);
		runScheduled(term);
	}

	private void publishGrant(long term) {
		publish(RunsFixture.ELECTION, term);
	}

	private void publish(String name, long term) {
		LeaderElection election = mock(LeaderElection.class);
		given(election.name()).willReturn(name);
		this.context.publishEvent(new LeaderGrantedEvent(election, new FixedLeadership(name, term), this.now));
	}

	private void runScheduled(long term) throws Exception {
		while (!this.scheduled.isEmpty()) {
			this.fixture.as(term, this.scheduled.remove()::run);
		}
	}

	static class Jobs {

		private final AbstractCatchUpTests test;

		Jobs(AbstractCatchUpTests test) {
			this.test = test;
		}

		@Scheduled(cron = "0 0 2 * * *", zone = "UTC")
		@LeaderOnly("settlement")
		@CatchUp
		void nightly() {
			if (this.test.dies) {
				throw new IllegalStateException();
			}
			this.test.meanwhile.run();
			this.test.log.add("nightly");
		}

		@Scheduled(fixedRateString = "1h")
		@LeaderOnly("settlement")
		@CatchUp
		void hourly() {
			this.test.log.add("hourly");
		}

		@Scheduled(fixedDelay = 3_600_000)
		@LeaderOnly("settlement")
		@CatchUp("every-hour")
		void pausing() {
			this.test.log.add("pausing");
		}

	}

	static class NotGuarded {

		@Scheduled(fixedRate = 1000)
		@CatchUp
		void work() {
		}

	}

	static class NotScheduled {

		@LeaderOnly
		@CatchUp
		void work() {
		}

	}

	static class PerTenant {

		@Scheduled(fixedRate = 1000)
		@LeaderOnly("settlement/#{@tenants.current}")
		@CatchUp
		void work() {
		}

	}

	static class Returning {

		@Scheduled(fixedRate = 1000)
		@LeaderOnly
		@CatchUp
		String work() {
			return "";
		}

	}

}
