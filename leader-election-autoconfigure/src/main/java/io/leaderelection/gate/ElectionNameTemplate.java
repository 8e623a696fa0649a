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

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaderelection.ElectionName;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.ParserContext;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.StringUtils;

/**
 * Name of an election as given on a guarded method: fixed, or with expressions that are
 * evaluated at each call. In an expression the arguments are variables ({@code #tenant},
 * {@code #a0}), the target is the root object, and {@code @name} refers to a bean.
 */
final class ElectionNameTemplate {

	private static final ParameterNameDiscoverer PARAMETER_NAMES = new DefaultParameterNameDiscoverer();

	private static final Set<String> PREDEFINED = Set.of("root", "this");

	private final List<Expression> parts;

	private final Method method;

	private final ConfigurableBeanFactory beanFactory;

	private ElectionNameTemplate(List<Expression> parts, Method method, ConfigurableBeanFactory beanFactory) {
		this.parts = parts;
		this.method = method;
		this.beanFactory = beanFactory;
	}

	/**
	 * Parse a template, whose placeholders are resolved at once.
	 * @param text the template
	 * @param method the guarded method
	 * @param beanFactory the bean factory
	 * @return the template
	 * @throws RuntimeException if the template cannot give a valid name
	 */
	static ElectionNameTemplate parse(String text, Method method, ConfigurableBeanFactory beanFactory) {
		String resolved = beanFactory.resolveEmbeddedValue(text);
		Expression expression = new SpelExpressionParser().parseExpression((resolved != null) ? resolved : "",
				ParserContext.TEMPLATE_EXPRESSION);
		List<Expression> parts = (expression instanceof CompositeStringExpression composite)
				? List.of(composite.getExpressions()) : List.of(expression);
		ElectionNameTemplate template = new ElectionNameTemplate(parts, method, beanFactory);
		template.requireKnownVariables();
		ElectionName.requireValid(template.sample());
		return template;
	}

	/**
	 * Return the name with each expression replaced by {@code *}.
	 * @return the name, which is a pattern unless it is fixed
	 */
	String pattern() {
		return join((part) -> "*");
	}

	private String sample() {
		return join((part) -> "x");
	}

	private String join(Function<Expression, String> evaluation) {
		return this.parts.stream()
			.map((part) -> (part instanceof LiteralExpression) ? part.getExpressionString() : evaluation.apply(part))
			.collect(Collectors.joining());
	}

	/**
	 * Return the name for a call.
	 * @param target the target of the call
	 * @param arguments the arguments of the call
	 * @return the valid name
	 * @throws RuntimeException if an expression fails, gives nothing or an invalid name
	 */
	String resolve(@Nullable Object target, @Nullable Object[] arguments) {
		if (this.parts.size() == 1 && this.parts.get(0) instanceof LiteralExpression literal) {
			return literal.getExpressionString();
		}
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(target, this.method, arguments,
				PARAMETER_NAMES);
		context.setBeanResolver(new BeanFactoryResolver(this.beanFactory));
		return ElectionName.requireValid(join((part) -> evaluate(part, context)));
	}

	private String evaluate(Expression part, MethodBasedEvaluationContext context) {
		String value = part.getValue(context, String.class);
		if (!StringUtils.hasText(value)) {
			throw new IllegalArgumentException("The name of the election of %s cannot be told: '#{%s}' is %s"
				.formatted(this.method, part.getExpressionString(), (value != null) ? "blank" : "null"));
		}
		return value;
	}

	private void requireKnownVariables() {
		Set<String> known = variables();
		this.parts.stream()
			.filter(SpelExpression.class::isInstance)
			.flatMap((part) -> nodes(((SpelExpression) part).getAST()))
			.filter(VariableReference.class::isInstance)
			.map((node) -> node.toStringAST().substring(1))
			.filter((name) -> !known.contains(name) && !PREDEFINED.contains(name))
			.findFirst()
			.ifPresent((name) -> {
				throw new IllegalArgumentException(
						"'#%s' is no argument of the method, known are %s (names need the compiler's '-parameters')"
							.formatted(name, known));
			});
	}

	private Set<String> variables() {
		Set<String> variables = new LinkedHashSet<>();
		String[] names = PARAMETER_NAMES.getParameterNames(this.method);
		if (names != null) {
			variables.addAll(Arrays.asList(names));
		}
		for (int i = 0; i < this.method.getParameterCount(); i++) {
			variables.add("a" + i);
			variables.add("p" + i);
		}
		return variables;
	}

	private static Stream<SpelNode> nodes(SpelNode node) {
		Stream.Builder<Stream<SpelNode>> children = Stream.builder();
		children.add(Stream.of(node));
		for (int i = 0; i < node.getChildCount(); i++) {
			children.add(nodes(node.getChild(i)));
		}
		return children.build().flatMap((stream) -> stream);
	}

}
