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

package io.leaderelection.gate;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

import io.leaderelection.FencingToken;
import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.LeaderOnly.OtherwiseBehavior;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.annotation.AliasFor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LeaderOnly} on methods, classes, interfaces and composed annotations.
 */
class LeaderOnlyTests {

	private final FakeElections elections = new FakeElections();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
		.withUserConfiguration(GateConfiguration.class)
		.withBean(LeaderElections.class, () -> this.elections)
		.withBean(GuardedCalls.class, () -> new GuardedCalls(List::of));

	@Test
	void runsWhileThisInstanceLeads() {
		run(Jobs.class, (jobs) -> {
			this.elections.get("settlement").lead(5);
			assertThat(jobs.text()).isEqualTo("done");
			assertThat(jobs.seen()).containsExactly(token("settlement", 5));
			assertThat(LeadershipContext.current().isEmpty()).isTrue();
		});
	}

	/**
	 * Lesson 28, promise I3.
	 */
	@Test
	void skipsQuietlyWhileThisInstanceDoesNotLead() {
		run(Jobs.class, (jobs) -> {
			jobs.nothing();
			assertThat(jobs.text()).isNull();
			assertThat(jobs.optional()).isEmpty();
			assertThat(jobs.optionalInt()).isEmpty();
			assertThat(jobs.optionalLong()).isEmpty();
			assertThat(jobs.seen()).isEmpty();
		});
	}

	/**
	 * Lesson 28.
	 */
	@Test
	void throwsIfAskedToWhileThisInstanceDoesNotLead() {
		run(Jobs.class,
				(jobs) -> assertThatExceptionOfType(NotLeaderException.class).isThrownBy(jobs::count)
					.withMessage("Not the leader of election 'settlement': this instance is in state FOLLOWER")
					.satisfies((ex) -> assertThat(ex.getElection()).isEqualTo("settlement")));
	}

	/**
	 * Promise I3.
	 */
	@Test
	void startsNothingWhileSuspectedOrDraining() {
		run(Jobs.class, (jobs) -> {
			this.elections.get("settlement").lead(5);
			this.elections.get("settlement").suspect();
			assertThat(jobs.text()).isNull();
			this.elections.get("settlement").confirm();
			this.elections.get("settlement").drain();
			assertThat(jobs.text()).isNull();
			assertThat(jobs.seen()).isEmpty();
		});
	}

	@Test
	void passesExceptionsOnAsTheyAre() {
		run(Jobs.class, (jobs) -> {
			this.elections.get("settlement").lead(5);
			assertThatExceptionOfType(CheckedException.class).isThrownBy(jobs::failing).withNoCause();
			assertThat(LeadershipContext.current().isEmpty()).isTrue();
		});
	}

	@Test
	void meansTheDefaultElectionWithoutName() {
		run(Jobs.class, (jobs) -> {
			this.elections.get("default").lead(1);
			jobs.bare();
			assertThat(jobs.seen()).containsExactly(token("default", 1));
		});
	}

	@Test
	void resolvesPlaceholdersInNames() {
		this.contextRunner.withPropertyValues("region=eu").withBean(Jobs.class).run((context) -> {
			this.elections.get("settlement/eu").lead(1);
			context.getBean(Jobs.class).regional();
			assertThat(context.getBean(Jobs.class).seen()).containsExactly(token("settlement/eu", 1));
		});
	}

	@Test
	void evaluatesExpressionsWithTheArguments() {
		run(Jobs.class, (jobs) -> {
			this.elections.get("settlement/acme").lead(1);
			jobs.perTenant("acme");
			jobs.perTenant("other");
			assertThat(jobs.seen()).containsExactly(token("settlement/acme", 1));
		});
	}

	@Test
	void refusesNamesThatExpressionsMakeInvalid() {
		run(Jobs.class, (jobs) -> {
			assertThatExceptionOfType(InvalidElectionNameException.class)
				.isThrownBy(() -> jobs.perTenant("a b; drop table"));
			assertThatIllegalArgumentException().isThrownBy(() -> jobs.perTenant(null))
				.withMessageContaining("perTenant")
				.withMessageContaining("'#{#tenant}' is null");
			assertThat(jobs.seen()).isEmpty();
		});
	}

	@Test
	void holdsForEveryPublicMethodOfAnAnnotatedClass() {
		run(GuardedClass.class, (bean) -> {
			assertThat(bean.first()).isNull();
			assertThat(bean.second()).isEqualTo("own election");
			this.elections.get("class").lead(1);
			assertThat(bean.first()).isEqualTo("first");
			assertThat(bean.toString()).isNotEmpty();
		}, () -> this.elections.get("own").lead(1));
	}

	@Test
	void holdsForMethodsInheritedFromAnAnnotatedClass() {
		run(InheritingClass.class, (bean) -> {
			assertThat(bean.first()).isNull();
			assertThat(bean.third()).isNull();
		});
	}

	@Test
	void holdsForMethodsOfAnAnnotatedInterfaceOnly() {
		run(TypedJob.class, (bean) -> {
			assertThat(bean.work("input")).isNull();
			assertThat(bean.another()).isEqualTo("unguarded");
			this.elections.get("interface").lead(1);
			assertThat(bean.work("input")).isEqualTo("input");
		});
	}

	@Test
	void findsTheAnnotationOnMethodsOfInterfaces() {
		run(AnnotatedMethodJob.class, (bean) -> assertThat(bean.work()).isNull());
	}

	@Test
	void guardsMethodsThatAreCalledThroughABridge() {
		run(BridgedJob.class, (bean) -> {
			Job<String> job = bean;
			assertThat(job.work("input")).isNull();
			this.elections.get("bridged").lead(3);
			assertThat(job.work("input")).isEqualTo("input");
			assertThat(bean.calls()).isEqualTo(1);
		});
	}

	@Test
	@SuppressWarnings("unchecked")
	void guardsProxiesOfInterfaces() {
		this.contextRunner.withPropertyValues("spring.aop.proxy-target-class=false")
			.withBean(BridgedJob.class)
			.run((context) -> {
				Job<String> job = (Job<String>) context.getBean(Job.class);
				assertThat(job).isNotInstanceOf(BridgedJob.class);
				assertThat(job.work("input")).isNull();
				this.elections.get("bridged").lead(3);
				assertThat(job.work("input")).isEqualTo("input");
			});
	}

	@Test
	void findsComposedAnnotations() {
		run(ComposedJob.class, (bean) -> {
			this.elections.get("composed").lead(2);
			assertThat(bean.named()).isEqualTo(token("composed", 2));
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(bean::fixed)
				.withMessageContaining("'settlement'");
		});
	}

	/**
	 * Lesson 8.
	 */
	@Test
	void interruptsACallThatAskedForIt() {
		GuardedProxies proxies = new GuardedProxies();
		FencingToken token = proxies.elections.get("settlement").lead(5).token();
		InterruptibleJob job = proxies.guard(new InterruptibleJob(() -> proxies.calls.interrupt(token)));
		assertThat(job.work()).isTrue();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	/**
	 * Lesson 26.
	 */
	@Test
	void aSelfCallRunsWithoutToken() {
		run(Jobs.class, (jobs) -> {
			this.elections.get("settlement").lead(5);
			jobs.callsItself();
			assertThat(jobs.seen()).containsExactly((FencingToken) null);
		});
	}

	private <T> void run(Class<T> type, ThrowingConsumer<T> assertions) {
		run(type, assertions, () -> {
		});
	}

	private <T> void run(Class<T> type, ThrowingConsumer<T> assertions, Runnable preparation) {
		this.contextRunner.withPropertyValues("region=eu").withBean(type).run((context) -> {
			assertThat(context).hasNotFailed();
			preparation.run();
			assertions.accept(context.getBean(type));
		});
	}

	static FencingToken token(String election, long term) {
		return new FencingToken(election, term, "grant-" + term);
	}

	@FunctionalInterface
	interface ThrowingConsumer<T> {

		void accept(T value) throws Exception;

	}

	static final class CheckedException extends Exception {

	}

	static class Jobs {

		private final List<@Nullable FencingToken> seen = new ArrayList<>();

		List<@Nullable FencingToken> seen() {
			return this.seen;
		}

		private <T> T note(T result) {
			GuardedCall call = LeadershipContext.current().calls().stream().findFirst().orElse(null);
			this.seen.add((call != null) ? call.token() : null);
			return result;
		}

		@LeaderOnly("settlement")
		void nothing() {
			note("");
		}

		@LeaderOnly("settlement")
		String text() {
			return note("done");
		}

		@LeaderOnly("settlement")
		Optional<String> optional() {
			return note(Optional.of("done"));
		}

		@LeaderOnly("settlement")
		OptionalInt optionalInt() {
			return note(OptionalInt.of(1));
		}

		@LeaderOnly("settlement")
		OptionalLong optionalLong() {
			return note(OptionalLong.of(1));
		}

		@LeaderOnly(election = "settlement", otherwise = OtherwiseBehavior.THROW)
		int count() {
			return note(1);
		}

		@LeaderOnly("settlement")
		void failing() throws CheckedException {
			throw new CheckedException();
		}

		@LeaderOnly
		void bare() {
			note("");
		}

		@LeaderOnly("settlement/${region}")
		void regional() {
			note("");
		}

		@LeaderOnly("settlement/#{#tenant}")
		void perTenant(@Nullable String tenant) {
			note("");
		}

		void callsItself() {
			nothing();
		}

	}

	static class InterruptibleJob {

		private final Runnable endOfTerm;

		InterruptibleJob(Runnable endOfTerm) {
			this.endOfTerm = endOfTerm;
		}

		@LeaderOnly(election = "settlement", interruptOnRevocation = true)
		Boolean work() {
			this.endOfTerm.run();
			return Thread.currentThread().isInterrupted();
		}

	}

	@LeaderOnly("class")
	public static class GuardedClass {

		public String first() {
			return "first";
		}

		@LeaderOnly("own")
		public String second() {
			return "own election";
		}

	}

	public static class InheritingClass extends GuardedClass {

		public String third() {
			return "third";
		}

	}

	interface Job<T> {

		T work(T input);

	}

	@LeaderOnly("interface")
	interface GuardedJob<T> extends Job<T> {

	}

	public static class TypedJob implements GuardedJob<String> {

		@Override
		public String work(String input) {
			return input;
		}

		public String another() {
			return "unguarded";
		}

	}

	interface MethodJob {

		@LeaderOnly("interface")
		String work();

	}

	static class AnnotatedMethodJob implements MethodJob {

		@Override
		public String work() {
			return "work";
		}

	}

	static class BridgedJob implements Job<String> {

		private int calls;

		int calls() {
			return this.calls;
		}

		@Override
		@LeaderOnly("bridged")
		public String work(String input) {
			this.calls++;
			return input;
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@LeaderOnly
	@interface Singleton {

		@AliasFor(annotation = LeaderOnly.class, attribute = "election")
		String name();

	}

	@Retention(RetentionPolicy.RUNTIME)
	@LeaderOnly(election = "settlement", otherwise = OtherwiseBehavior.THROW)
	@interface Settlement {

	}

	static class ComposedJob {

		@Singleton(name = "composed")
		FencingToken named() {
			return LeadershipContext.current().calls().iterator().next().token();
		}

		@Settlement
		int fixed() {
			return 1;
		}

	}

}
