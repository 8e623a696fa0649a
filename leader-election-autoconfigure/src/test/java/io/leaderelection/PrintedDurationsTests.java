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

package io.leaderelection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how messages print a {@link Duration}: as a number with its unit, never as
 * {@code PT1.5S}. They look for one that is concatenated or handed to a method such as
 * {@link String#formatted}.
 */
class PrintedDurationsTests {

	private static final String DURATION = Type.getDescriptor(Duration.class);

	@Test
	void messagesPrintNoDurationAsItIs() throws IOException {
		assertThat(printed(Path.of("target", "classes"))).isEmpty();
	}

	@Test
	void durationThatIsPrintedAsItIsIsNoticed() throws IOException {
		Path own = Path.of("target", "test-classes", "io", "leaderelection", "PrintedDurationsTests$Careless.class");
		assertThat(printed(own)).containsExactlyInAnyOrder("io/leaderelection/PrintedDurationsTests$Careless.joined",
				"io/leaderelection/PrintedDurationsTests$Careless.formatted",
				"io/leaderelection/PrintedDurationsTests$Careless.formattedField");
	}

	private static Set<String> printed(Path classes) throws IOException {
		Set<String> found = new TreeSet<>();
		try (Stream<Path> files = Files.walk(classes)) {
			files.filter((file) -> file.toString().endsWith(".class")).forEach((file) -> scan(file, found));
		}
		return found;
	}

	private static void scan(Path file, Set<String> found) {
		try {
			ClassReader reader = new ClassReader(Files.readAllBytes(file));
			reader.accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION) {

				@Override
				public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
						String[] exceptions) {
					return name.equals("toString") ? null : new Prints(reader.getClassName() + "." + name, found);
				}

			}, ClassReader.SKIP_FRAMES);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Search in one method: a duration is an operand of a concatenation, or is put into
	 * an array or becomes a text right after it was loaded.
	 */
	private static final class Prints extends MethodVisitor {

		private final String place;

		private final Set<String> found;

		private final List<Integer> printedVariables = new ArrayList<>();

		private final Set<Integer> durations = new HashSet<>();

		private boolean loaded;

		private int variable = -1;

		private Prints(String place, Set<String> found) {
			super(SpringAsmInfo.ASM_VERSION);
			this.place = place;
			this.found = found;
		}

		@Override
		public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
			if (name.equals("makeConcatWithConstants") && descriptor.contains(DURATION)) {
				this.found.add(this.place);
			}
			load(false);
		}

		@Override
		public void visitVarInsn(int opcode, int index) {
			load(false);
			this.variable = (opcode == Opcodes.ALOAD) ? index : -1;
		}

		@Override
		public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
			load(descriptor.equals(DURATION));
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
			if (owner.equals("java/lang/String") && name.equals("valueOf")) {
				print();
			}
			load(descriptor.endsWith(")" + DURATION));
		}

		@Override
		public void visitInsn(int opcode) {
			if (opcode == Opcodes.AASTORE) {
				print();
			}
			load(false);
		}

		@Override
		public void visitLocalVariable(String name, String descriptor, String signature, Label start, Label end,
				int index) {
			if (descriptor.equals(DURATION)) {
				this.durations.add(index);
			}
		}

		@Override
		public void visitEnd() {
			if (this.printedVariables.stream().anyMatch(this.durations::contains)) {
				this.found.add(this.place);
			}
		}

		private void print() {
			if (this.loaded) {
				this.found.add(this.place);
			}
			if (this.variable != -1) {
				this.printedVariables.add(this.variable);
			}
		}

		private void load(boolean duration) {
			this.loaded = duration;
			this.variable = -1;
		}

	}

	static final class Careless {

		private final Duration field = Duration.ZERO;

		String joined(Duration duration) {
			return "within " + duration;
		}

		String formatted(Duration duration) {
			return "within %s".formatted(duration);
		}

		String formattedField() {
			return "within %s".formatted(this.field);
		}

		String careful(Duration duration) {
			return "within %d ms".formatted(duration.toMillis());
		}

	}

}
