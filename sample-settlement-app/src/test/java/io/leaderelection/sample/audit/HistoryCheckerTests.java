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

package io.leaderelection.sample.audit;

import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.sample.audit.Violation.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HistoryChecker} with forged histories.
 */
class HistoryCheckerTests {

	private static final AcceptedWrite FIRST = write(1, 5, "g5", "worker-1/11", "p1", "p2");

	private static final AcceptedWrite SECOND = write(2, 6, "g6", "worker-2/22", "p3");

	private static final AcceptedWrite THIRD = write(3, 8, "g8", "worker-1/11", "p4");

	@Test
	void acceptsAnHonestHistory() {
		HistoryChecker checker = check(FIRST, SECOND, THIRD);
		assertThat(checker.violations()).isEmpty();
		assertThat(checker.settledPayments()).isEqualTo(4);
		assertThat(checker.settledAgain()).isZero();
		assertThat(checker.staleWrites()).isZero();
	}

	@Test
	void catchesAWriteOfAnOlderGrantOnRowsThatNobodyTouched() {
		HistoryChecker checker = check(FIRST, SECOND, write(3, 5, "g5", "worker-1/11", "p9"));
		assertThat(checker.violations()).extracting(Violation::kind).containsExactly(Kind.STALE_WRITE);
		assertThat(checker.violations().get(0).detail())
			.isEqualTo("at position 3 term 5 of settlement wrote to payment, after term 6 had written at position 2");
		assertThat(checker.staleWrites()).isOne();
	}

	@Test
	void catchesEveryStaleWriteAlsoWhenTheNewerGrantWritesInBetween() {
		HistoryChecker checker = check(FIRST, SECOND, write(3, 5, "g5", "worker-1/11", "p9"),
				write(4, 6, "g6", "worker-2/22", "p5"), write(5, 5, "g5", "worker-1/11", "p10"));
		assertThat(checker.staleWrites()).isEqualTo(2);
	}

	@Test
	void catchesAWriteOfAnOlderGrantAfterTheSealOfANewerOneThatHasNotWrittenYet() {
		AcceptedWrite seal = new AcceptedWrite(2, "settlement", 6, "g6", "instance-2", "leader_fence", "SEAL",
				List.of("settlement"), 6, 6);
		assertThat(check(FIRST, seal).violations()).isEmpty();
		assertThat(check(FIRST, seal, write(3, 5, "g5", "worker-1/11", "p9")).violations()).extracting(Violation::kind)
			.containsExactly(Kind.STALE_WRITE);
		assertThat(check(FIRST, seal, write(3, 6, "other", "worker-2/22", "p9")).violations())
			.extracting(Violation::kind)
			.containsExactly(Kind.TWO_GRANTS_IN_A_TERM);
	}

	@Test
	void doesNotCompareTheTermsOfDifferentElections() {
		AcceptedWrite report = new AcceptedWrite(3, "reporting", 2, "r2", "worker-1/11", "merchant_statement", "INSERT",
				List.of("m/EUR"), 2, 2);
		assertThat(check(FIRST, SECOND, report).violations()).isEmpty();
	}

	@Test
	void catchesATermThatWasGrantedTwice() {
		HistoryChecker checker = check(FIRST, write(2, 5, "other", "worker-2/22", "p3"));
		assertThat(checker.violations()).extracting(Violation::kind).containsExactly(Kind.TWO_GRANTS_IN_A_TERM);
	}

	@Test
	void catchesAGrantThatTwoProcessesUse() {
		HistoryChecker checker = check(FIRST, write(2, 5, "g5", "worker-2/22", "p3"));
		assertThat(checker.violations()).extracting(Violation::kind).containsExactly(Kind.TWO_HOLDERS_OF_A_GRANT);
	}

	@Test
	void catchesARestartedProcessThatGoesOnWithTheGrantOfItsPredecessor() {
		HistoryChecker checker = check(FIRST, write(2, 5, "g5", "worker-1/12", "p3"));
		assertThat(checker.violations()).extracting(Violation::kind).containsExactly(Kind.TWO_HOLDERS_OF_A_GRANT);
	}

	@Test
	void catchesAPaymentThatIsSettledTwice() {
		HistoryChecker checker = check(FIRST, write(2, 6, "g6", "worker-2/22", "p3", "p2"));
		assertThat(checker.violations()).extracting(Violation::kind).containsExactly(Kind.SETTLED_TWICE);
		assertThat(checker.violations().get(0).detail())
			.isEqualTo("payment p2 was settled at position 1 and again, by term 6, at position 2");
		assertThat(checker.settledAgain()).isOne();
		assertThat(checker.settledPayments()).isEqualTo(3);
	}

	@Test
	void catchesRowsThatCarryNoStampOrThatOfAnotherTerm() {
		AcceptedWrite unstamped = new AcceptedWrite(1, "settlement", 5, "g5", "w/1", "payment", "UPDATE", List.of("p1"),
				0, 5);
		AcceptedWrite other = new AcceptedWrite(2, "settlement", 5, "g5", "w/1", "payment", "UPDATE", List.of("p2"), 5,
				6);
		assertThat(check(unstamped, other).violations()).extracting(Violation::kind)
			.containsExactly(Kind.WRONG_STAMP, Kind.WRONG_STAMP);
	}

	@Test
	void expectsNoStampsOfAHistoryWithoutAFenceButCatchesTheRest() {
		HistoryChecker checker = new HistoryChecker(false);
		Stream.of(unstamped(1, 5, "p1"), unstamped(2, 6, "p1"), unstamped(3, 5, "p2")).forEach(checker);
		assertThat(checker.violations()).extracting(Violation::kind)
			.containsExactly(Kind.SETTLED_TWICE, Kind.STALE_WRITE);
	}

	private static HistoryChecker check(AcceptedWrite... history) {
		HistoryChecker checker = new HistoryChecker(true);
		Stream.of(history).forEach(checker);
		return checker;
	}

	private static AcceptedWrite write(long position, long term, String grantId, String holder, String... payments) {
		return new AcceptedWrite(position, "settlement", term, grantId, holder, "payment", "UPDATE", List.of(payments),
				term, term);
	}

	private static AcceptedWrite unstamped(long position, long term, String payment) {
		return new AcceptedWrite(position, "settlement", term, "g" + term, "w/" + term, "payment", "UPDATE",
				List.of(payment), 0, 0);
	}

}
