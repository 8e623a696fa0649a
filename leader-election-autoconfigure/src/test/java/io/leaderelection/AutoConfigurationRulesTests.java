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

import java.util.Set;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

import org.springframework.aop.Advisor;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the form of our auto-configurations, which is that of Spring Boot's own.
 */
class AutoConfigurationRulesTests {

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages("io.leaderelection");

	@Test
	void autoConfigurationsArePublicAndFinal() {
		ArchRuleDefinition.classes()
			.that()
			.areAnnotatedWith(AutoConfiguration.class)
			.should()
			.bePublic()
			.andShould()
			.haveModifier(JavaModifier.FINAL)
			.andShould()
			.haveSimpleNameEndingWith("AutoConfiguration")
			.check(CLASSES);
	}

	@Test
	void autoConfigurationsHaveNoPublicMembers() {
		ArchRuleDefinition.members()
			.that()
			.areDeclaredInClassesThat()
			.areAnnotatedWith(AutoConfiguration.class)
			.and()
			.doNotHaveName("<init>")
			.should()
			.notBePublic()
			.check(CLASSES);
	}

	@Test
	void autoConfigurationsAreListed() {
		Set<String> listed = Set
			.copyOf(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()).getCandidates());
		Set<String> declared = CLASSES.stream()
			.filter((type) -> type.isAnnotatedWith(AutoConfiguration.class))
			.map(JavaClass::getName)
			.collect(Collectors.toSet());
		assertThat(declared).isNotEmpty();
		assertThat(listed.stream().filter((name) -> name.startsWith("io.leaderelection.")))
			.containsExactlyInAnyOrderElementsOf(declared);
	}

	@Test
	void beanMethodsArePackagePrivate() {
		ArchRuleDefinition.methods().that().areAnnotatedWith(Bean.class).should().bePackagePrivate().check(CLASSES);
	}

	@Test
	void beanMethodsHaveNoConditionOnClasses() {
		ArchRuleDefinition.methods()
			.that()
			.areAnnotatedWith(Bean.class)
			.should()
			.notBeAnnotatedWith(ConditionalOnClass.class)
			.check(CLASSES);
	}

	@Test
	void beanMethodsOfPostProcessorsAndAdvisorsAreStatic() {
		ArchRuleDefinition.methods()
			.that()
			.areAnnotatedWith(Bean.class)
			.and()
			.haveRawReturnType(JavaClass.Predicates.assignableTo(BeanPostProcessor.class)
				.or(JavaClass.Predicates.assignableTo(BeanFactoryPostProcessor.class))
				.or(JavaClass.Predicates.assignableTo(Advisor.class)))
			.should()
			.beStatic()
			.allowEmptyShould(true)
			.check(CLASSES);
	}

	@Test
	void configurationsDoWithoutProxies() {
		assertThat(CLASSES.stream()
			.filter((type) -> type.isAnnotatedWith(Configuration.class))
			.filter((type) -> type.getAnnotationOfType(Configuration.class).proxyBeanMethods())).isEmpty();
	}

}
