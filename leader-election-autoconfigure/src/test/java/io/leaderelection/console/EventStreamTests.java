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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

/**
 * Tests for {@link EventStream}.
 */
class EventStreamTests {

	private final AsyncContext context = mock();

	private final Output output = new Output();

	private long now;

	private EventStream stream;

	@BeforeEach
	void begin() throws IOException {
		ServletResponse response = mock();
		given(response.getOutputStream()).willReturn(this.output);
		given(this.context.getResponse()).willReturn(response);
		this.stream = EventStream.begin(this.context, () -> this.now);
	}

	@Test
	void nothingIsWrittenBeforeTheContainerIsReady() throws IOException {
		show("1");
		assertThat(this.output.written).isEmpty();
		this.output.listener.onWritePossible();
		assertThat(this.output.written).containsExactly("1", "flush");
		show("2");
		assertThat(this.output.written).containsExactly("1", "flush", "2", "flush");
	}

	@Test
	void slowReaderGetsTheLatestStateOnly() throws IOException {
		this.output.listener.onWritePossible();
		this.output.capacity = 1;
		show("1");
		show("2");
		show("3");
		assertThat(this.output.written).containsExactly("1");
		this.output.capacity = 9;
		this.output.listener.onWritePossible();
		assertThat(this.output.written).containsExactly("1", "flush", "3", "flush");
	}

	@Test
	void readerThatTakesNothingIsGoneAfterAWhile() throws IOException {
		this.output.listener.onWritePossible();
		this.output.capacity = 0;
		show("1");
		assertThat(this.stream.isGone()).isFalse();
		this.now = TimeUnit.SECONDS.toNanos(20);
		show("2");
		assertThat(this.stream.isGone()).isFalse();
		this.now = TimeUnit.SECONDS.toNanos(31);
		assertThat(this.stream.isGone()).isTrue();
	}

	@Test
	void failureEndsTheStreamOnce() throws IOException {
		this.output.listener.onWritePossible();
		this.output.broken = true;
		show("1");
		assertThat(this.stream.isGone()).isTrue();
		this.stream.end();
		show("2");
		then(this.context).should(times(1)).complete();
		assertThat(this.output.written).isEmpty();
	}

	private void show(String frame) {
		this.stream.show(frame.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Output of a container, which takes so many operations.
	 */
	private static final class Output extends ServletOutputStream {

		private final List<String> written = new ArrayList<>();

		private WriteListener listener;

		private int capacity = Integer.MAX_VALUE;

		private boolean broken;

		@Override
		public boolean isReady() {
			return this.capacity > 0;
		}

		@Override
		public void setWriteListener(WriteListener listener) {
			this.listener = listener;
		}

		@Override
		public void write(int single) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void write(byte[] frame) throws IOException {
			take(new String(frame, StandardCharsets.UTF_8));
		}

		@Override
		public void flush() throws IOException {
			take("flush");
		}

		private void take(String operation) throws IOException {
			assertThat(isReady()).isTrue();
			if (this.broken) {
				throw new IOException("broken pipe");
			}
			this.capacity--;
			this.written.add(operation);
		}

	}

}
