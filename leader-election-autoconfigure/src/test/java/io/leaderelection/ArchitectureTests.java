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

package io.leaderelection;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the table of packages: which package may know which.
 */
class ArchitectureTests {

	private static final String BASE = "io.leaderelection";

	/**
	 * What each package knows besides itself and the root package, which is open to all.
	 */
	private static final Map<String, Set<String>> KNOWS = Map.ofEntries(Map.entry("", Set.of()),
			Map.entry("context", Set.of()), Map.entry("spi", Set.of()), Map.entry("coordinator", Set.of()),
			Map.entry("coordinator.etcd", Set.of("coordinator")),
			Map.entry("coordinator.jdbc", Set.of("coordinator", "jdbc")),
			Map.entry("coordinator.memory", Set.of("coordinator")), Map.entry("engine", Set.of("coordinator", "spi")),
			Map.entry("gate", Set.of("context", "spi")), Map.entry("jdbc", Set.of()),
			Map.entry("observation", Set.of("coordinator", "spi")), Map.entry("health", Set.of("coordinator", "spi")),
			Map.entry("actuate", Set.of("coordinator")), Map.entry("console", Set.of("actuate", "coordinator", "spi")),
			Map.entry("fencing", Set.of("context", "spi", "jdbc")),
			Map.entry("fencing.jdbc", Set.of("fencing", "fencing.jdbc.sql", "context", "spi", "jdbc")),
			Map.entry("fencing.jdbc.sql", Set.of("jdbc")), Map.entry("schedule", Set.of("runs")),
			Map.entry("runs", Set.of("fencing", "fencing.jdbc", "context", "jdbc")));

	/**
	 * Packages that put the others together.
	 */
	private static final Set<String> WIRING = Set.of("autoconfigure", "testcontainers", "docker.compose");

	/**
	 * Libraries beyond the JDK, Spring's core and the logging facade that a package is
	 * built on.
	 */
	private static final Map<String, List<String>> LIBRARIES = Map.ofEntries(
			Map.entry("actuate",
					List.of("jakarta.servlet", "org.springframework.boot.actuate", "org.springframework.boot.convert",
							"org.springframework.boot.json", "tools.jackson.core")),
			Map.entry("console",
					List.of("com.fasterxml.jackson.annotation", "jakarta.servlet",
							"org.springframework.security.web.csrf", "tools.jackson")),
			Map.entry("context", List.of("io.micrometer.context")),
			Map.entry("coordinator.etcd", List.of("io.etcd", "io.grpc", "io.netty", "com.google", "javax.net.ssl")),
			Map.entry("coordinator.jdbc", List.of("org.postgresql")),
			Map.entry("gate",
					List.of("org.aopalliance", "org.springframework.aop", "org.springframework.messaging",
							"org.springframework.scheduling", "reactor", "org.reactivestreams")),
			Map.entry("jdbc", List.of("org.springframework.jdbc")), Map.entry("fencing", List.of()),
			Map.entry("fencing.jdbc",
					List.of("io.micrometer.core", "org.springframework.boot.jdbc", "org.springframework.boot.sql",
							"org.springframework.dao", "org.springframework.jdbc", "org.springframework.transaction")),
			Map.entry("observation", List.of("io.micrometer")),
			Map.entry("schedule",
					List.of("org.aopalliance", "org.springframework.aop", "org.springframework.format",
							"org.springframework.scheduling")),
			Map.entry("runs",
					List.of("io.micrometer.core", "org.springframework.dao", "org.springframework.jdbc",
							"org.springframework.transaction")),
			Map.entry("health", List.of("org.springframework.boot.actuate.info", "org.springframework.boot.health")));

	private static final List<String> COMMON = List.of("java.", "javax.sql", "org.jspecify",
			"org.apache.commons.logging", "org.springframework.aot", "org.springframework.beans",
			"org.springframework.context", "org.springframework.core", "org.springframework.expression",
			"org.springframework.stereotype", "org.springframework.util");

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages(BASE);

	static Stream<String> packages() {
		return CLASSES.stream().map(ArchitectureTests::packageOf).distinct().sorted();
	}

	@ParameterizedTest(name = "[{0}]")
	@MethodSource("packages")
	void packageStandsInTheTable(String name) {
		assertThat(KNOWS.containsKey(name) || isWiring(name)).as("package '%s'", name).isTrue();
	}

	@ParameterizedTest(name = "[{0}]")
	@MethodSource("packages")
	void packageKnowsOnlyWhatTheTableAllows(String name) {
		if (isWiring(name)) {
			return;
		}
		Set<String> allowed = new TreeSet<>(KNOWS.get(name));
		allowed.add("");
		allowed.add(name);
		Set<String> known = ownDependencies(name).collect(Collectors.toCollection(TreeSet::new));
		assertThat(allowed).containsAll(known);
	}

	@ParameterizedTest(name = "[{0}]")
	@MethodSource("packages")
	void packageUsesOnlyItsLibraries(String name) {
		if (isWiring(name)) {
			return;
		}
		List<String> allowed = Stream.concat(COMMON.stream(), LIBRARIES.getOrDefault(name, List.of()).stream())
			.toList();
		assertThat(foreignDependencies(name)).allSatisfy((used) -> assertThat(allowed).anyMatch(used::startsWith));
	}

	@ParameterizedTest(name = "[{0}]")
	@MethodSource("packages")
	void packageIsNullMarked(String name) throws ClassNotFoundException {
		Class<?> info = Class.forName((name.isEmpty() ? BASE : BASE + "." + name) + ".package-info");
		assertThat(info.isAnnotationPresent(NullMarked.class)).isTrue();
	}

	@Test
	void packagesHaveNoCycles() {
		SlicesRuleDefinition.slices().matching(BASE + ".(**)").should().beFreeOfCycles().check(CLASSES);
	}

	@Test
	void caseChangesNameTheLocale() {
		ArchRuleDefinition.noClasses()
			.should()
			.callMethod(String.class, "toLowerCase")
			.orShould()
			.callMethod(String.class, "toUpperCase")
			.check(CLASSES);
	}

	@Test
	void staticStateIsConstant() {
		ArchRuleDefinition.fields().that().areStatic().should().beFinal().allowEmptyShould(true).check(CLASSES);
	}

	@Test
	void onlyTheContextBindsToThreads() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackage(BASE + ".context")
			.should()
			.dependOnClassesThat()
			.areAssignableTo(ThreadLocal.class)
			.check(CLASSES);
	}

	private static boolean isWiring(String name) {
		return WIRING.stream().anyMatch((wiring) -> name.equals(wiring) || name.startsWith(wiring + "."));
	}

	private static String packageOf(JavaClass type) {
		String name = type.getPackageName();
		return name.equals(BASE) ? "" : name.substring(BASE.length() + 1);
	}

	private static Stream<JavaClass> dependencies(String name) {
		return CLASSES.stream()
			.filter((type) -> packageOf(type).equals(name))
			.flatMap((type) -> type.getDirectDependenciesFromSelf().stream())
			.map((dependency) -> dependency.getTargetClass().getBaseComponentType())
			.filter((target) -> !target.isPrimitive());
	}

	private static Stream<String> ownDependencies(String name) {
		return dependencies(name).filter(ArchitectureTests::isOwn).map(ArchitectureTests::packageOf).distinct();
	}

	private static Set<String> foreignDependencies(String name) {
		return dependencies(name).filter((target) -> !isOwn(target))
			.map(JavaClass::getName)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static boolean isOwn(JavaClass type) {
		return type.getPackageName().equals(BASE) || type.getPackageName().startsWith(BASE + ".");
	}

}
