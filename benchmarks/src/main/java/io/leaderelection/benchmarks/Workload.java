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

package io.leaderelection.benchmarks;

import java.util.List;

/**
 * Work in several variants, of which the first is the plain one.
 *
 * @param name what is done
 * @param target the greatest ratio that is aimed at for the second variant, or zero for
 * none
 * @param variants the variants
 */
record Workload(String name, double target, List<Variant> variants) {

	/**
	 * Way to do the work.
	 *
	 * @param name how it is done
	 * @param guarded whether it is done as the leader
	 * @param operation one operation
	 */
	record Variant(String name, boolean guarded, Runnable operation) {

	}

}
