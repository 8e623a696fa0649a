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

package io.leaderelection.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * Observations of leader election.
 */
public enum ElectionObservationDocumentation implements ObservationDocumentation {

	/**
	 * Attempt to win the next term, from its begin until its outcome is known.
	 */
	CAMPAIGN {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultCampaignObservationConvention.class;
		}

	},

	/**
	 * Guarded call, from its arrival at the gate until it has ended. A call that is
	 * skipped is observed as well.
	 */
	CALL {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultCallObservationConvention.class;
		}

	};

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return LowCardinalityKeyNames.values();
	}

	@Override
	public KeyName[] getHighCardinalityKeyNames() {
		return HighCardinalityKeyNames.values();
	}

	/**
	 * Keys of metrics and traces.
	 */
	public enum LowCardinalityKeyNames implements KeyName {

		/**
		 * Name of the election.
		 */
		ELECTION {

			@Override
			public String asString() {
				return "election";
			}

		},

		/**
		 * What became of it, {@code none} until that is known.
		 */
		OUTCOME {

			@Override
			public String asString() {
				return "outcome";
			}

		}

	}

	/**
	 * Keys of traces only.
	 */
	public enum HighCardinalityKeyNames implements KeyName {

		/**
		 * Term, if one was won or is worked in.
		 */
		TERM {

			@Override
			public String asString() {
				return "leader.election.term";
			}

		},

		/**
		 * Unique identifier of the grant of that term.
		 */
		GRANT {

			@Override
			public String asString() {
				return "leader.election.grant";
			}

		}

	}

}
