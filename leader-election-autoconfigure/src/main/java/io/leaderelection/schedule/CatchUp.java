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

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation that asks for one run of a scheduled guarded method when this instance
 * begins to lead, if at least one firing was missed since the method was completed last:
 * nobody led, or the leader died in the middle.
 *
 * <pre class="code">
 * &#064;Scheduled(cron = "0 0 2 * * *")
 * &#064;LeaderOnly("settlement")
 * &#064;CatchUp
 * public void settle() { … }
 * </pre>
 *
 * However many firings were missed, the method is called once, through the gate, on the
 * scheduler's threads. It never runs at the same time as a regular firing, and a regular
 * firing that has been served already is skipped: one of a cron expression if the method
 * was completed since it was due, one of a fixed rate or delay if it comes less than half
 * of that after the last. What is new to the ledger has missed nothing.
 * <p>
 * When it was completed last stands in the table of {@link io.leaderelection.runs runs},
 * and is written after the method has returned and its transaction, if it has one, is
 * committed. A leader that dies in between is caught up for although the work was done,
 * so work that must not repeat needs a key as well, see
 * {@link io.leaderelection.runs.LeaderRuns}.
 * <p>
 * The method has to be {@code @LeaderOnly} with a fixed name of its election, to have
 * exactly one {@code @Scheduled} and to return nothing; otherwise the application does
 * not start. The clocks of the instances should agree to within a second.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface CatchUp {

	/**
	 * Name under which the ledger remembers the method, by default the names of its class
	 * and of the method. To be set if those are to change.
	 * @return the name
	 */
	String value() default "";

}
