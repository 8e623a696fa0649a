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

package io.leaderelection.coordinator.jdbc;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.jdbc.UnsupportedDatabaseException;

/**
 * Classification of failed calls. Only what the database says when it definitely did
 * nothing, and will not do so either when asked again, is a refusal; every other failure
 * leaves the outcome unknown.
 */
final class Failures {

	private static final Pattern SECRET = Pattern.compile("(?i)((?:password|pwd|secret)\\s*=)[^&;,\\s]*");

	private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s]*@");

	private Failures() {
	}

	/**
	 * Return the outcome that a failure stands for.
	 * @param type the type of outcome wanted
	 * @param failure the failure
	 * @param <O> the type of outcome
	 * @return the outcome
	 */
	static <O> O outcome(Class<O> type, Throwable failure) {
		return type.cast(classify(unwrap(failure)));
	}

	private static Object classify(Throwable failure) {
		if (failure instanceof RestoredException) {
			return new Restored(describe(failure));
		}
		if (failure instanceof InvalidElectionNameException || failure instanceof IllegalArgumentException
				|| failure instanceof UnsupportedDatabaseException) {
			return new Refused(Refused.Kind.INVALID, describe(failure));
		}
		if (failure instanceof SQLException error) {
			Refused.Kind refusal = DatabaseFault.of(error).refusal();
			if (refusal != null) {
				return new Refused(refusal, describe(failure));
			}
		}
		return new Unknown(describe(failure));
	}

	/**
	 * Return whether the failure will not go away by itself.
	 * @param failure the failure
	 * @return whether somebody has to do something about it
	 */
	static boolean isRefusal(Throwable failure) {
		return classify(unwrap(failure)) instanceof Refused;
	}

	/**
	 * Return whether another connection may help.
	 * @param failure the failure
	 * @return whether the connection is of no use any more
	 */
	static boolean isDisconnection(SQLException failure) {
		return DatabaseFault.of(failure) == DatabaseFault.DISCONNECTED;
	}

	/**
	 * Return whether the database refused or undid a script in a way that does its
	 * connection no harm. The transaction may still be open.
	 * @param failure the failure
	 * @return whether the connection is in order once it has been rolled back
	 */
	static boolean sparesConnection(SQLException failure) {
		return DatabaseFault.of(failure).sparesConnection() && !(failure.getCause() instanceof IOException);
	}

	/**
	 * Return whether what the user may do and see is at fault, which may be put right for
	 * connections that are opened from then on only.
	 * @param failure the failure
	 * @return whether another connection may help some time
	 */
	static boolean isRefusalOfUser(SQLException failure) {
		DatabaseFault fault = DatabaseFault.of(failure);
		return fault == DatabaseFault.NO_PRIVILEGE || fault == DatabaseFault.MISSING_TABLE;
	}

	/**
	 * Return whether a constraint kept a script from being applied.
	 * @param failure the failure
	 * @return whether it did
	 */
	static boolean isConstraint(Throwable failure) {
		return unwrap(failure) instanceof SQLException error && DatabaseFault.of(error) == DatabaseFault.CONSTRAINT;
	}

	/**
	 * Return whether nothing failed but that the connection is another one than before.
	 * @param failure the failure
	 * @return whether it is
	 */
	static boolean isReplacedConnection(Throwable failure) {
		return unwrap(failure) instanceof ReplacedConnectionException;
	}

	/**
	 * Describe a failure for operators.
	 * @param failure the failure
	 * @return a line without credentials
	 */
	static String describe(Throwable failure) {
		Throwable cause = unwrap(failure);
		String message = (cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName();
		String line = message.lines().map(String::strip).collect(Collectors.joining(" "));
		if (cause instanceof SQLException error) {
			DatabaseFault fault = DatabaseFault.of(error);
			line = line + " (SQL state " + error.getSQLState() + ")";
			if (fault.refusal() != null) {
				line = line + ": " + fault.advice();
			}
		}
		return USER_INFO.matcher(SECRET.matcher(line).replaceAll("$1***")).replaceAll("//");
	}

	private static Throwable unwrap(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? unwrap(failure.getCause())
				: failure;
	}

}
