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

package io.leaderelection.coordinator.etcd;

import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.grpc.Status;
import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.Unknown;

/**
 * Classification of failed calls. Only what etcd says when it definitely did nothing is a
 * refusal or a lost session; every other failure, also one that looks harmless, leaves
 * the outcome unknown.
 */
final class Failures {

	private static final Pattern STACK_FRAME = Pattern.compile("\\s+(at |\\.\\.\\. \\d+ more).*");

	private Failures() {
	}

	/**
	 * Return the outcome that a failure stands for.
	 * @param type the type of outcome wanted; one that has no lost session gets an
	 * unknown outcome instead
	 * @param failure the failure
	 * @param <O> the type of outcome
	 * @return the outcome
	 */
	static <O> O outcome(Class<O> type, Throwable failure) {
		Object outcome = classify(failure);
		return type.cast(type.isInstance(outcome) ? outcome : new Unknown(describe(failure)));
	}

	private static Object classify(Throwable failure) {
		Throwable cause = unwrap(failure);
		if (cause instanceof RestoredException) {
			return new Restored(describe(cause));
		}
		if (cause instanceof InvalidElectionNameException || cause instanceof IllegalArgumentException) {
			return new Refused(Refused.Kind.INVALID, describe(cause));
		}
		Status status = Status.fromThrowable(cause);
		String description = (status.getDescription() != null) ? status.getDescription() : "";
		return switch (status.getCode()) {
			case INVALID_ARGUMENT ->
				new Refused(isDenial(description) ? Refused.Kind.DENIED : Refused.Kind.INVALID, describe(cause));
			case PERMISSION_DENIED, UNAUTHENTICATED -> new Refused(Refused.Kind.DENIED, describe(cause));
			case NOT_FOUND -> description.contains("lease not found") ? new SessionGone(describe(cause))
					: new Unknown(describe(cause));
			case RESOURCE_EXHAUSTED -> description.contains("space exceeded")
					? new Refused(Refused.Kind.NO_SPACE, describe(cause)) : new Unknown(describe(cause));
			default -> new Unknown(describe(cause));
		};
	}

	/**
	 * Return whether etcd refused the token, which may be old, so that nothing was done
	 * and another token may help.
	 * @param failure the failure
	 * @return whether it did
	 */
	static boolean isTokenRefused(Throwable failure) {
		Status status = Status.fromThrowable(unwrap(failure));
		return isTokenRefused((status.getDescription() != null) ? status.getDescription() : "");
	}

	/**
	 * Return whether the text says that etcd refused the token.
	 * @param description what etcd said
	 * @return whether it does
	 */
	static boolean isTokenRefused(String description) {
		return description.contains("invalid auth token") || description.contains("revision of auth store is old");
	}

	private static boolean isDenial(String description) {
		// etcd answers to unknown users as if their request were malformed.
		return isTokenRefused(description) || description.contains("authentication failed")
				|| description.contains("user name");
	}

	/**
	 * Return whether a lease was not found.
	 * @param failure the failure
	 * @return whether it was not
	 */
	static boolean isLeaseGone(Throwable failure) {
		return classify(failure) instanceof SessionGone;
	}

	/**
	 * Describe a failure for operators.
	 * @param failure the failure
	 * @return a line without credentials
	 */
	static String describe(Throwable failure) {
		return withoutStackTraces(text(unwrap(failure)));
	}

	private static String text(Throwable cause) {
		Status status = Status.fromThrowable(cause);
		if (status.getCode() == Status.Code.UNKNOWN && status.getDescription() == null) {
			return (cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName();
		}
		StringBuilder text = new StringBuilder(status.getCode().name());
		if (status.getDescription() != null) {
			text.append(": ").append(status.getDescription());
		}
		for (Throwable deeper = status.getCause(); deeper != null; deeper = deeper.getCause()) {
			if (deeper.getMessage() != null && text.indexOf(deeper.getMessage()) < 0) {
				text.append(": ").append(deeper.getMessage());
			}
		}
		return text.toString();
	}

	// gRPC writes the failures of connections into its descriptions in full.
	private static String withoutStackTraces(String text) {
		return text.lines().filter((line) -> !STACK_FRAME.matcher(line).matches()).collect(Collectors.joining(" "));
	}

	private static Throwable unwrap(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? unwrap(failure.getCause())
				: failure;
	}

}
