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

package com.example.consumer;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.boot.SpringBootVersion;

/**
 * The versions of the libraries that Spring Boot and jetcd both have a say in.
 */
final class LibraryVersions {

	private static final Pattern JAR = Pattern.compile("([^/]+)\\.jar!?/?$");

	private LibraryVersions() {
	}

	static String describe() {
		return "Spring Boot " + SpringBootVersion.getVersion() + " with "
				+ List.of("io.netty.util.Version", "io.grpc.internal.GrpcUtil", "com.google.protobuf.Message")
					.stream()
					.map(LibraryVersions::jarOf)
					.collect(Collectors.joining(", "));
	}

	private static String jarOf(String className) {
		try {
			String location = Class.forName(className).getProtectionDomain().getCodeSource().getLocation().toString();
			Matcher matcher = JAR.matcher(location);
			return matcher.find() ? matcher.group(1) : location;
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
