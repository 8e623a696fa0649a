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
 * Options on the command line, {@code --name} or {@code --name=value}.
 *
 * @param args the arguments
 */
record Options(List<String> args) {

	static Options of(String... args) {
		return new Options(List.of(args));
	}

	boolean flag(String name) {
		return this.args.contains("--" + name);
	}

	int number(String name, int otherwise) {
		return Integer.parseInt(text(name, String.valueOf(otherwise)));
	}

	String text(String name, String otherwise) {
		String prefix = "--" + name + "=";
		return this.args.stream()
			.filter((arg) -> arg.startsWith(prefix))
			.map((arg) -> arg.substring(prefix.length()))
			.findFirst()
			.orElse(otherwise);
	}

}
