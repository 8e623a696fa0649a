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

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;

import io.leaderelection.FencingToken;

/**
 * Text by which a transaction tells the triggers of its database which grants it writes
 * under. It is a claim and no proof: triggers compare it with the fence.
 */
public final class GrantClaim {

	private GrantClaim() {
	}

	/**
	 * Return the claim of some grants.
	 * @param namespace the namespace of the application
	 * @param tokens the tokens of the grants
	 * @return the text, one line for each grant
	 */
	public static String of(String namespace, Collection<FencingToken> tokens) {
		return tokens.stream()
			.map((token) -> election(namespace, token.election()) + ":" + token.term() + ":" + token.grantId())
			.collect(Collectors.joining("\n"));
	}

	/**
	 * Return what the lines about grants of one election begin with, before a colon.
	 * @param namespace the namespace of the application
	 * @param election the name of the election
	 * @return the text, without any colon but one
	 */
	static String election(String namespace, String election) {
		return encode(namespace) + ":" + encode(election);
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
