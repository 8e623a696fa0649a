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

package io.leaderelection.sample.demo;

import java.util.List;

/**
 * Options of the demo.
 *
 * @param failover whether to run the fail-over drill instead of going on until ended
 * @param fenced whether the database is fenced
 * @param etcd whether etcd elects the leader instead of the database
 * @param rate how many payments arrive in a second
 */
record DemoOptions(boolean failover, boolean fenced, boolean etcd, int rate) {

	private static final int LOWEST_RATE = 10;

	private static final int HIGHEST_RATE = 20_000;

	/**
	 * Parse the arguments of the command line.
	 * @param arguments the arguments
	 * @return the options
	 * @throws IllegalArgumentException if one is not known, or wrong
	 */
	static DemoOptions parse(List<String> arguments) {
		boolean failover = false;
		boolean fenced = true;
		boolean etcd = false;
		int rate = 500;
		for (String argument : arguments) {
			if (argument.equals("--failover")) {
				failover = true;
			}
			else if (argument.equals("--unfenced")) {
				fenced = false;
			}
			else if (argument.equals("--etcd")) {
				etcd = true;
			}
			else if (argument.startsWith("--rate=")) {
				rate = rate(argument.substring("--rate=".length()));
			}
			else {
				throw new IllegalArgumentException("Unknown option '" + argument + "'");
			}
		}
		if (!fenced && !failover) {
			throw new IllegalArgumentException("'--unfenced' is the control run of '--failover': give both");
		}
		return new DemoOptions(failover, fenced, etcd, rate);
	}

	private static int rate(String text) {
		try {
			int rate = Integer.parseInt(text);
			if (rate >= LOWEST_RATE && rate <= HIGHEST_RATE) {
				return rate;
			}
		}
		catch (NumberFormatException ex) {
			// Told below, as a number out of range is.
		}
		throw new IllegalArgumentException("'--rate' must be a number of payments a second from " + LOWEST_RATE + " to "
				+ HIGHEST_RATE + ", but is '" + text + "'");
	}

}
