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

import java.util.ArrayList;
import java.util.List;

/**
 * Values whose quartiles count, as single ones are disturbed by whatever else runs.
 */
final class Medians {

	private final List<Double> values = new ArrayList<>();

	void add(double value) {
		this.values.add(value);
	}

	double median() {
		return quantile(0.5);
	}

	double quantile(double fraction) {
		List<Double> sorted = this.values.stream().sorted().toList();
		if (sorted.isEmpty()) {
			throw new IllegalStateException("Nothing was measured");
		}
		double position = fraction * (sorted.size() - 1);
		int low = (int) position;
		int high = Math.min(low + 1, sorted.size() - 1);
		return sorted.get(low) + (position - low) * (sorted.get(high) - sorted.get(low));
	}

}
