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

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Annotation that lets a method run only on the instance that leads an election. The
 * token of the term is captured when the method begins and bound to its thread; an
 * instance that does not lead skips the call. On a class it holds for every public
 * method, on an interface for the methods that the interface declares.
 * <p>
 * Skipped methods return nothing: {@code null}, or an empty {@code Optional},
 * {@code Mono}, {@code Flux} or completed future. Methods that cannot be guarded
 * (private, static, final, or with a primitive result) are refused when the application
 * starts. A call from within the same object passes no proxy: it runs, but without token
 * of its own.
 * <p>
 * A method that returns a future is checked when it is called, one that returns a
 * reactive type at each subscription; both are in flight until they complete, and tell
 * refusals by a failed future or an error signal.
 * <p>
 * A guarded method that is called by guarded work of the same election keeps that work's
 * token. If the term of that token is over, the call is refused with
 * {@link NotLeaderException}, whatever {@link #otherwise()} says and whether or not this
 * instance leads again.
 */
@Target({ ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@Reflective
public @interface LeaderOnly {

	/**
	 * Alias for {@link #election()}.
	 * @return the name of the election
	 */
	@AliasFor("election")
	String value() default ElectionName.DEFAULT;

	/**
	 * Name of the election. Placeholders ({@code ${...}}) and templates of the expression
	 * language ({@code "settlement/#{#tenant}"}, with the method's arguments as
	 * variables) are resolved.
	 * @return the name of the election
	 */
	@AliasFor("value")
	String election() default ElectionName.DEFAULT;

	/**
	 * What to do with a call while this instance does not lead.
	 * @return the behaviour
	 */
	OtherwiseBehavior otherwise() default OtherwiseBehavior.SKIP;

	/**
	 * Whether to interrupt the running method when the leadership ends. By default it
	 * runs on, and the fence and {@link Leadership#ensureValid()} refuse what it tries to
	 * do.
	 * @return whether to interrupt
	 */
	boolean interruptOnRevocation() default false;

	/**
	 * Behaviours of a guarded method while this instance does not lead.
	 */
	enum OtherwiseBehavior {

		/**
		 * Skip the call quietly.
		 */
		SKIP,

		/**
		 * Throw {@link NotLeaderException}.
		 */
		THROW

	}

}
