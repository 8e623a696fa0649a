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

package io.leaderelection.sample.drill;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.runs.LeaderRun;
import io.leaderelection.sample.drill.DrillEvent.Kind;
import io.leaderelection.sample.settlement.SettlementJob;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Point between the fencing and the driver at which a settlement is held once: in the
 * middle of a run, inside the transaction of a batch, after all local checks, before its
 * first write or check of the fence is sent. The process is frozen or killed while the
 * settlement is held here.
 */
class HoldPoint {

	private static final long LONGEST_HOLD_SECONDS = 120;

	private final AtomicBoolean armed = new AtomicBoolean();

	private final CountDownLatch released = new CountDownLatch(1);

	private final DrillLog log;

	private volatile @Nullable LeaderRun run;

	HoldPoint(DrillLog log) {
		this.log = log;
	}

	/**
	 * Called on the thread of the work when it begins with a run.
	 * @param run the run
	 */
	void begin(LeaderRun run) {
		this.run = run;
	}

	/**
	 * Called when it is done with the run.
	 */
	void end() {
		this.run = null;
	}

	/**
	 * Hold the next settlement that is not the first one of its run.
	 */
	void arm() {
		this.armed.set(true);
	}

	/**
	 * Let the settlement that is held go on.
	 */
	void release() {
		this.released.countDown();
	}

	/**
	 * Called on the thread of the work before the first write of a transaction, or its
	 * check of the fence, is handed to the driver. Later ones are not held: the
	 * transaction has locked the fence by then, and the next leader would end it.
	 */
	void beforeFirstWrite() {
		GuardedCall call = LeadershipContext.current().call(SettlementJob.ELECTION);
		if (call != null && TransactionSynchronizationManager.isActualTransactionActive() && isWithinRun()
				&& this.armed.compareAndSet(true, false)) {
			hold(call);
		}
	}

	private boolean isWithinRun() {
		LeaderRun run = this.run;
		return run != null && run.progress().isPresent();
	}

	private void hold(GuardedCall call) {
		this.log.tell(Kind.HELD, call.token().election(), call.token().term(),
				(call.leadership().isValid() ? "valid for another " : "not valid, remaining ")
						+ call.leadership().remaining().toMillis() + " ms");
		try {
			if (!this.released.await(LONGEST_HOLD_SECONDS, TimeUnit.SECONDS)) {
				throw new IllegalStateException("Held for " + LONGEST_HOLD_SECONDS + " s and not released");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while held", ex);
		}
	}

}
