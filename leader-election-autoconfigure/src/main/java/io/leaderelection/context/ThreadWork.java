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

package io.leaderelection.context;

/**
 * Thread inside a guarded call, which is interrupted at the end of the term if the call
 * asked for it.
 */
final class ThreadWork implements CallsInFlight.EndOfTerm, LeadershipContext.Scope {

	private final Thread thread = Thread.currentThread();

	private final boolean interruptible;

	private final GuardedCall call;

	private final CallsInFlight.Work work;

	private boolean left;

	private boolean interrupted;

	ThreadWork(CallsInFlight inFlight, GuardedCall call, boolean interruptible) {
		this.interruptible = interruptible;
		this.call = call;
		this.work = inFlight.begin(call.token(), this);
	}

	@Override
	public synchronized void ended() {
		// An interruption that is already pending is somebody else's and stays theirs.
		if (this.interruptible && !this.left && !this.thread.isInterrupted()) {
			this.interrupted = true;
			this.call.noteInterruption();
			this.thread.interrupt();
		}
	}

	@Override
	public void close() {
		this.work.close();
		if (leave()) {
			Thread.interrupted();
		}
	}

	private synchronized boolean leave() {
		this.left = true;
		return this.interrupted;
	}

}
