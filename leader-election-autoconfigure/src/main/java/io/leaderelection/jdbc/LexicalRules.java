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

package io.leaderelection.jdbc;

import java.util.EnumSet;
import java.util.Set;

/**
 * How a database reads SQL in its present mode.
 *
 * @param features the features
 */
public record LexicalRules(Set<LexicalFeature> features) {

	/**
	 * Rules of PostgreSQL with {@code standard_conforming_strings}.
	 */
	public static final LexicalRules STANDARD = new LexicalRules(EnumSet.of(LexicalFeature.DOLLAR_STRINGS,
			LexicalFeature.PREFIXED_STRINGS, LexicalFeature.NESTED_COMMENTS, LexicalFeature.CARRIAGE_RETURN_ENDS_LINE));

	public LexicalRules {
		features = Set.copyOf(features);
	}

	/**
	 * Return whether the database has a feature.
	 * @param feature the feature
	 * @return whether it has
	 */
	public boolean has(LexicalFeature feature) {
		return this.features.contains(feature);
	}

	/**
	 * Return the same rules with one more feature.
	 * @param feature the feature
	 * @return the rules
	 */
	public LexicalRules with(LexicalFeature feature) {
		Set<LexicalFeature> more = EnumSet.of(feature);
		more.addAll(this.features);
		return new LexicalRules(more);
	}

}
