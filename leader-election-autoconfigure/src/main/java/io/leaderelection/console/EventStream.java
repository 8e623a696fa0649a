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

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Stream of server-sent events to one browser, written without blocking: a browser that
 * reads slowly holds up no thread, and is sent the latest state instead of all of them.
 */
final class EventStream implements Viewer, WriteListener, AsyncListener {

	private static final Log logger = LogFactory.getLog(EventStream.class);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final AsyncContext context;

	private final ServletOutputStream output;

	private final LongSupplier nanoTime;

	private byte @Nullable [] waiting;

	private long waitingSince;

	private boolean open;

	private boolean flushing;

	private boolean gone;

	private EventStream(AsyncContext context, ServletOutputStream output, LongSupplier nanoTime) {
		this.context = context;
		this.output = output;
		this.nanoTime = nanoTime;
	}

	/**
	 * Begin a stream.
	 * @param context the request, for which asynchronous processing was started
	 * @param nanoTime the monotonic clock
	 * @return the stream
	 * @throws IOException if there is nobody any more
	 */
	static EventStream begin(AsyncContext context, LongSupplier nanoTime) throws IOException {
		context.setTimeout(0);
		EventStream stream = new EventStream(context, context.getResponse().getOutputStream(), nanoTime);
		context.addListener(stream);
		stream.output.setWriteListener(stream);
		return stream;
	}

	@Override
	public synchronized void show(byte[] frame) {
		if (this.waiting == null) {
			this.waitingSince = this.nanoTime.getAsLong();
		}
		this.waiting = frame;
		if (this.open) {
			write();
		}
	}

	@Override
	public synchronized boolean isGone() {
		return this.gone
				|| (this.waiting != null && this.nanoTime.getAsLong() - this.waitingSince > PATIENCE.toNanos());
	}

	@Override
	public synchronized void onWritePossible() {
		this.open = true;
		write();
	}

	// A flush counts as a write: neither may begin before the one before has ended.
	private void write() {
		try {
			while (!this.gone && (this.waiting != null || this.flushing) && this.output.isReady()) {
				if (this.flushing) {
					this.flushing = false;
					this.output.flush();
				}
				else if (this.waiting != null) {
					byte[] frame = this.waiting;
					this.waiting = null;
					this.flushing = true;
					this.output.write(frame);
				}
			}
		}
		catch (IOException | IllegalStateException ex) {
			onError(ex);
		}
	}

	@Override
	public synchronized void onError(Throwable failure) {
		logger.debug("A viewer is gone", failure);
		end();
	}

	@Override
	public synchronized void end() {
		if (this.gone) {
			return;
		}
		this.gone = true;
		try {
			this.context.complete();
		}
		catch (IllegalStateException ex) {
			logger.debug("The container has ended the stream", ex);
		}
	}

	@Override
	public synchronized void onComplete(AsyncEvent event) {
		this.gone = true;
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		end();
	}

	@Override
	public void onError(AsyncEvent event) {
		end();
	}

	@Override
	public void onStartAsync(AsyncEvent event) {
	}

}
