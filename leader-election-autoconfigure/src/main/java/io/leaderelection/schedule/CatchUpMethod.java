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

package io.leaderelection.schedule;

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/**
 * Method that is caught up with, and whether it runs.
 */
final class CatchUpMethod {

	private final String beanName;

	private final Method method;

	private final String election;

	private final String name;

	private final FiringSchedule schedule;

	private final AtomicBoolean running = new AtomicBoolean();

	private volatile @Nullable Thread catchingUp;

	CatchUpMethod(String beanName, Method method, String election, String name, FiringSchedule schedule) {
		this.beanName = beanName;
		this.method = method;
		this.election = election;
		this.name = name;
		this.schedule = schedule;
	}

	String beanName() {
		return this.beanName;
	}

	Method method() {
		return this.method;
	}

	String election() {
		return this.election;
	}

	/**
	 * Return the name under which the ledger remembers the method.
	 * @return the name
	 */
	String name() {
		return this.name;
	}

	FiringSchedule schedule() {
		return this.schedule;
	}

	/**
	 * Begin a run, unless one is in progress.
	 * @return whether it may run
	 */
	boolean begin() {
		return this.running.compareAndSet(false, true);
	}

	void end() {
		this.running.set(false);
	}

	/**
	 * Note that calls of the current thread catch up, until {@link #caughtUp()}.
	 */
	void catchUp() {
		this.catchingUp = Thread.currentThread();
	}

	void caughtUp() {
		this.catchingUp = null;
	}

	boolean isCatchingUp() {
		return this.catchingUp == Thread.currentThread();
	}

}
