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

package io.leaderelection.console;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.web.MockHttpServletRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HostRule}.
 */
class HostRuleTests {

	@ParameterizedTest
	@ValueSource(strings = { "localhost", "LOCALHOST:8080", "localhost.", "shop.localhost:8080", "127.0.0.1",
			"127.1.2.3:80", "[::1]", "[::1]:8080" })
	void loopbackNamesAreAllowed(String host) {
		assertThat(objection(host, "127.0.0.1")).isNull();
		assertThat(objection(host, "127.0.0.1", "shop.example")).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "evil.example,127.0.0.1", "evil.example:8080,127.0.0.1", "127.0.0.1.evil.example,127.0.0.1",
			"localhost.evil.example,0:0:0:0:0:0:0:1", "evillocalhost,::1", "[::2],[::1]", "'',127.0.0.1" })
	void otherNameOverTheLoopbackInterfaceIsRefused(String host, String local) {
		assertThat(objection(host, local)).contains("loopback address", "leader-election.console.allowed-hosts");
	}

	@Test
	void anyNameIsAllowedOverAnotherInterface() {
		assertThat(objection("shop.example", "192.168.0.7")).isNull();
		assertThat(objection("shop.example", null)).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "127.0.0.1", "192.168.0.7" })
	void onlyListedNamesAreAllowedIfThereAreAny(String local) {
		assertThat(objection("Shop.Example:443", local, "shop.example")).isNull();
		assertThat(objection("evil.example", local, "shop.example")).contains("'evil.example' is not listed");
	}

	@Test
	void forwardedNameHasToBeListedAsWell() {
		HostRule rule = new HostRule(Set.of("shop.example"));
		assertThat(rule.objection(forwarded("127.0.0.1:8080", "evil.example")))
			.contains("'evil.example' is not listed");
		assertThat(rule.objection(forwarded("127.0.0.1:8080", "shop.example"))).isNull();
	}

	@Test
	void forwardedNameDoesNotReplaceTheHost() {
		assertThat(new HostRule(Set.of("shop.example")).objection(forwarded("evil.example", "shop.example")))
			.contains("'evil.example' is not listed");
		assertThat(new HostRule(Set.of()).objection(forwarded("evil.example", "localhost"))).contains("'evil.example'");
	}

	private static @Nullable String objection(String host, @Nullable String local, String... allowed) {
		return new HostRule(Set.of(allowed)).objection(request(new MockHttpServletRequest(), host, local));
	}

	private static MockHttpServletRequest forwarded(String host, String visible) {
		return request(new MockHttpServletRequest() {

			@Override
			public String getServerName() {
				return visible;
			}

		}, host, "127.0.0.1");
	}

	private static MockHttpServletRequest request(MockHttpServletRequest request, String host, @Nullable String local) {
		request.addHeader("Host", host);
		request.setLocalAddr(local);
		return request;
	}

}
