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

import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.FutureTask;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.LeaderOnly.OtherwiseBehavior;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.StubMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.PriorityOrdered;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.Mockito.mock;

/**
 * Tests for what is refused when the application starts (lessons 26 and 29).
 */
class StartUpRefusalTests {

	private final FakeElections elections = new FakeElections();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withUserConfiguration(GateConfiguration.class)
		.withBean(LeaderElections.class, () -> this.elections)
		.withBean(GuardedCalls.class, () -> new GuardedCalls(List::of));

	/**
	 * Lesson 29.
	 */
	@Test
	void refusesAPrimitiveResult() {
		refuses(PrimitiveResult.class, "count", "cannot be skipped: its result is the primitive int",
				"Return an Optional");
	}

	@Test
	void acceptsAPrimitiveResultOfACallThatThrows() {
		accepts(PrimitiveResultThatThrows.class);
	}

	@Test
	void refusesAPrivateMethod() {
		refuses(PrivateMethod.class, "hidden", "is private", "Make it public");
	}

	@Test
	void refusesAStaticMethod() {
		refuses(StaticMethod.class, "shared", "is static", "Make it an instance method");
	}

	@Test
	void refusesAFinalMethod() {
		refuses(FinalMethod.class, "fixed", "is final", "Remove 'final'");
	}

	@Test
	void refusesAFinalMethodOfAnAnnotatedClass() {
		refuses(AnnotatedClassWithFinalMethod.class, "fixed", "is final", "Remove 'final'");
	}

	@Test
	void refusesAFinalClass() {
		refuses(FinalClass.class, "work", "its class is final or sealed", "Remove 'final'");
	}

	@Test
	void refusesARecord() {
		refuses(RecordJob.class, "work", "its class is final or sealed", "move the method");
	}

	@Test
	void refusesAnInheritedPrivateMethod() {
		refuses(InheritsPrivateMethod.class, "hidden", "is private", "Make it public");
	}

	@Test
	void refusesAFutureWithoutEmptyValue() {
		refuses(TaskResult.class, "task", "has the result java.util.concurrent.FutureTask",
				"declare CompletableFuture, CompletionStage or Future");
	}

	@Test
	void refusesAPublisherWithoutEmptyValue() {
		refuses(ConnectableResult.class, "flux", "has the result reactor.core.publisher.ConnectableFlux",
				"declare reactor.core.publisher.Flux");
	}

	@Test
	void refusesAnInvalidName() {
		refuses(InvalidName.class, "work", "Invalid election name 'not valid'", "Correct the name");
	}

	@Test
	void refusesAnInvalidNameAroundAnExpression() {
		refuses(InvalidTemplate.class, "work", "Invalid election name", "Correct the name");
	}

	@Test
	void refusesAnUnresolvedPlaceholder() {
		this.contextRunner.withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
			.withBean("job", UnresolvedPlaceholder.class)
			.run((context) -> assertRefused(context.getStartupFailure(), "job", "work", "'unknown.region'",
					"Correct the name"));
	}

	@Test
	void refusesAnExpressionWithAnUnknownArgument() {
		refuses(UnknownVariable.class, "work", "'#tennant' is no argument of the method, known are [tenant, a0, p0]",
				"Correct the name");
	}

	@Test
	void refusesABrokenExpression() {
		refuses(BrokenExpression.class, "work", "the name of its election is not valid", "Correct the name");
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.jms.annotation.JmsListener",
			"org.springframework.kafka.annotation.KafkaListener", "org.springframework.kafka.annotation.KafkaHandler",
			"org.springframework.amqp.rabbit.annotation.RabbitListener",
			"org.springframework.amqp.rabbit.annotation.RabbitHandler",
			"org.springframework.pulsar.annotation.PulsarListener",
			"org.springframework.pulsar.reactive.config.annotation.ReactivePulsarListener",
			"io.awspring.cloud.sqs.annotation.SqsListener", "io.awspring.cloud.sqs.annotation.SqsHandler",
			"org.springframework.integration.annotation.ServiceActivator",
			"org.springframework.modulith.events.ApplicationModuleListener" })
	void refusesAMessageListenerThatSkips(String annotation) throws Exception {
		refuses(listener(annotation), "receive", "is also a @" + annotation.substring(annotation.lastIndexOf('.') + 1),
				"LeaderLifecycle");
	}

	@Test
	void acceptsAMessageListenerThatThrows() {
		accepts(ThrowingListener.class);
	}

	@Test
	void refusesAMessageMappingAlsoIfComposed() {
		refuses(ComposedMapping.class, "receive", "is also a @MessageMapping", "LeaderLifecycle");
	}

	private static Class<?> listener(String annotation) throws Exception {
		ClassLoader classLoader = new ClassLoader(StartUpRefusalTests.class.getClassLoader()) {
		};
		Class<? extends Annotation> type = new ByteBuddy().makeAnnotation()
			.name(annotation)
			.annotateType(AnnotationDescription.Builder.ofType(Retention.class)
				.define("value", RetentionPolicy.RUNTIME)
				.build())
			.make()
			.load(classLoader, ClassLoadingStrategy.Default.INJECTION)
			.getLoaded();
		return new ByteBuddy().subclass(Object.class)
			.name("io.leaderelection.gate.GeneratedListener")
			.defineMethod("receive", void.class, Modifier.PUBLIC)
			.intercept(StubMethod.INSTANCE)
			.annotateMethod(AnnotationDescription.Builder.ofType(type).build(),
					AnnotationDescription.Builder.ofType(LeaderOnly.class).build())
			.make()
			.load(classLoader, ClassLoadingStrategy.Default.INJECTION)
			.getLoaded();
	}

	@Test
	void refusesAKotlinFunctionThatSuspends() throws Exception {
		ClassLoader classLoader = new ClassLoader(StartUpRefusalTests.class.getClassLoader()) {
		};
		Class<?> continuation = new ByteBuddy().makeInterface()
			.name("kotlin.coroutines.Continuation")
			.make()
			.load(classLoader, ClassLoadingStrategy.Default.INJECTION)
			.getLoaded();
		Class<?> job = new ByteBuddy().subclass(Object.class)
			.name("io.leaderelection.gate.GeneratedJob")
			.defineMethod("work", Object.class, Modifier.PUBLIC)
			.withParameters(continuation)
			.intercept(StubMethod.INSTANCE)
			.annotateMethod(AnnotationDescription.Builder.ofType(LeaderOnly.class).build())
			.make()
			.load(classLoader, ClassLoadingStrategy.Default.INJECTION)
			.getLoaded();
		refuses(job, "work", "is a suspending function", "Return a Mono or a Flux");
	}

	@Test
	void refusesABeanThatWasCreatedTooEarly() {
		this.contextRunner.withUserConfiguration(EarlyConfiguration.class)
			.run((context) -> assertRefused(context.getStartupFailure(), "job", "work",
					"is in use without the gate's proxy", "dependency of a BeanPostProcessor"));
	}

	@Test
	void refusesABeanThatIsRawInACircularReference() {
		this.contextRunner.withAllowCircularReferences(true)
			.withInitializer((context) -> ((DefaultListableBeanFactory) context.getBeanFactory())
				.setAllowRawInjectionDespiteWrapping(true))
			.withUserConfiguration(CircularConfiguration.class)
			.run((context) -> assertRefused(context.getStartupFailure(), "first", "work",
					"is in use without the gate's proxy", "circular reference"));
	}

	@Test
	void acceptsACircularReferenceToTheProxy() {
		this.contextRunner.withAllowCircularReferences(true)
			.withUserConfiguration(HarmlessCircularConfiguration.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(Second.class).callsFirst()).isNull();
			});
	}

	@Test
	void refusesAnObjectThatIsRegisteredAsSingleton() {
		this.contextRunner
			.withInitializer((context) -> context.getBeanFactory().registerSingleton("registered", new Job()))
			.run((context) -> assertRefused(context.getStartupFailure(), "registered", "work",
					"is in use without the gate's proxy", "registered as an object"));
	}

	@Test
	void acceptsAMockInAUsersTest() {
		this.contextRunner
			.withInitializer((context) -> context.getBeanFactory().registerSingleton("registered", mock(Job.class)))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void refusesAPrototypeWhenItIsCreated() {
		this.contextRunner.withUserConfiguration(PrototypeConfiguration.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(catchThrowable(() -> context.getBean(FinalMethod.class)))
				.satisfies((failure) -> assertRefused(failure, "prototype", "fixed", "is final", "Remove 'final'"));
		});
	}

	@Test
	void guardsThePrototypesAndScopedBeansThatItAccepts() {
		this.contextRunner.withUserConfiguration(ScopedConfiguration.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean("scoped", Job.class).work()).isNull();
			assertThat(context.getBean("prototype", Job.class).work()).isNull();
			this.elections.get("default").lead(1);
			assertThat(context.getBean("scoped", Job.class).work()).isEqualTo("worked");
		});
	}

	@Test
	void guardsTheProductsOfFactoryBeans() {
		this.contextRunner.withBean("factory", JobFactory.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(Job.class).work()).isNull();
		});
	}

	@Test
	void guardsAProxyMadeByHandWhoseInterfaceIsAnnotated() {
		this.contextRunner.withBean("proxied", GuardedInterface.class, () -> proxy(new InterfaceJob()))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(GuardedInterface.class).guarded()).isNull();
			});
	}

	@Test
	void refusesAProxyMadeByHandWhoseInterfaceIsNotAnnotated() {
		this.contextRunner.withBean("proxied", GuardedInterface.class, () -> proxy(new AnnotatedInterfaceJob()))
			.run((context) -> assertRefused(context.getStartupFailure(), "proxied", "unguarded",
					"cannot be guarded on the proxy", "Annotate the method of the interface"));
	}

	private static GuardedInterface proxy(GuardedInterface target) {
		return (GuardedInterface) new ProxyFactory(target).getProxy();
	}

	@Test
	void notesTheElectionsThatBeansUse() {
		this.contextRunner.withBean(Job.class)
			.withBean(TenantJob.class)
			.run((context) -> assertThat(context.getBean(DeclaredElections.class)).satisfies((declared) -> {
				assertThat(declared.names()).containsExactly("default");
				assertThat(declared.patterns()).containsExactly("settlement/*");
			}));
	}

	private void refuses(Class<?> type, String method, String problem, String remedy) {
		this.contextRunner.withBean("job", type)
			.run((context) -> assertRefused(context.getStartupFailure(), "job", method, problem, remedy));
	}

	private void accepts(Class<?> type) {
		this.contextRunner.withBean("job", type).run((context) -> assertThat(context).hasNotFailed());
	}

	private static void assertRefused(Throwable failure, String bean, String method, String problem, String remedy) {
		assertThat(failure).isNotNull();
		Throwable cause = failure;
		while (!(cause instanceof UnguardableBeanException) && cause.getCause() != null) {
			cause = cause.getCause();
		}
		assertThat(cause).isInstanceOf(UnguardableBeanException.class)
			.hasMessageContaining("'" + bean + "'")
			.hasMessageContaining("." + method + "'")
			.hasMessageContaining(problem)
			.hasMessageContaining(remedy);
		UnguardableBeanException refusal = (UnguardableBeanException) cause;
		assertThat(refusal.getBeanName()).isEqualTo(bean);
		assertThat(refusal.getMethod().getName()).isEqualTo(method);
		assertThat(refusal.getMessage()).endsWith(refusal.getRemedy());
	}

	static class Job {

		@LeaderOnly
		String work() {
			return "worked";
		}

	}

	static class PrimitiveResult {

		@LeaderOnly
		int count() {
			return 1;
		}

	}

	static class PrimitiveResultThatThrows {

		@LeaderOnly(otherwise = OtherwiseBehavior.THROW)
		int count() {
			return 1;
		}

	}

	static class PrivateMethod {

		@LeaderOnly
		@SuppressWarnings("UnusedMethod")
		private void hidden() {
		}

	}

	static class InheritsPrivateMethod extends PrivateMethod {

	}

	static class StaticMethod {

		@LeaderOnly
		static void shared() {
		}

	}

	static class FinalMethod {

		@LeaderOnly
		final void fixed() {
		}

	}

	@LeaderOnly
	public static class AnnotatedClassWithFinalMethod {

		public final void fixed() {
		}

	}

	static final class FinalClass {

		@LeaderOnly
		void work() {
		}

	}

	record RecordJob() {

		@LeaderOnly
		void work() {
		}

	}

	static class TaskResult {

		@LeaderOnly
		FutureTask<String> task() {
			return new FutureTask<>(() -> "task");
		}

	}

	static class ConnectableResult {

		@LeaderOnly(otherwise = OtherwiseBehavior.THROW)
		ConnectableFlux<String> flux() {
			return Flux.just("value").publish();
		}

	}

	static class InvalidName {

		@LeaderOnly("not valid")
		void work() {
		}

	}

	static class InvalidTemplate {

		@LeaderOnly("not valid/#{#tenant}")
		void work(String tenant) {
		}

	}

	static class UnresolvedPlaceholder {

		@LeaderOnly("settlement/${unknown.region}")
		void work() {
		}

	}

	static class UnknownVariable {

		@LeaderOnly("settlement/#{#tennant}")
		void work(String tenant) {
		}

	}

	static class BrokenExpression {

		@LeaderOnly("settlement/#{#tenant")
		void work(String tenant) {
		}

	}

	static class TenantJob {

		@LeaderOnly("settlement/#{#tenant.trim()}")
		void work(String tenant) {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@MessageMapping("payments")
	@interface PaymentsMapping {

	}

	static class ThrowingListener {

		@MessageMapping("payments")
		@LeaderOnly(otherwise = OtherwiseBehavior.THROW)
		void receive() {
		}

	}

	static class ComposedMapping {

		@PaymentsMapping
		@LeaderOnly
		void receive() {
		}

	}

	interface GuardedInterface {

		@LeaderOnly
		String guarded();

		String unguarded();

	}

	static class InterfaceJob implements GuardedInterface {

		@Override
		public String guarded() {
			return "guarded";
		}

		@Override
		public String unguarded() {
			return "unguarded";
		}

	}

	static class AnnotatedInterfaceJob extends InterfaceJob {

		@Override
		@LeaderOnly
		public String unguarded() {
			return "unguarded";
		}

	}

	static class JobFactory implements FactoryBean<Job> {

		@Override
		public Job getObject() {
			return new Job();
		}

		@Override
		public Class<?> getObjectType() {
			return Job.class;
		}

	}

	static class EagerPostProcessor implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyConfiguration {

		@Bean
		static EagerPostProcessor eagerPostProcessor(Job job) {
			return new EagerPostProcessor();
		}

		@Bean
		static Job job() {
			return new Job();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync(proxyTargetClass = true)
	static class CircularConfiguration {

		@Bean
		AsyncFirst first() {
			return new AsyncFirst();
		}

		@Bean
		Second second() {
			return new Second();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class HarmlessCircularConfiguration {

		@Bean
		First first() {
			return new First();
		}

		@Bean
		Second second() {
			return new Second();
		}

	}

	static class First {

		@Autowired
		private Second second;

		@LeaderOnly
		String work() {
			return "worked by " + this.second;
		}

	}

	static class AsyncFirst extends First {

		@Async
		void later() {
		}

	}

	static class Second {

		@Autowired
		private First first;

		String callsFirst() {
			return this.first.work();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrototypeConfiguration {

		@Bean
		@Scope("prototype")
		FinalMethod prototype() {
			return new FinalMethod();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ScopedConfiguration {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Job scoped() {
			return new Job();
		}

		@Bean
		@Scope("prototype")
		Job prototype() {
			return new Job();
		}

	}

}
