package dev.muster.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.Hushed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

class ConsoleCopyTest {
    @TempDir private Path folder;

    private final GrowthOnCall growth = new GrowthOnCall();
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final Deque<Runnable> consoleThread = new ArrayDeque<>();
    private Path file;

    @BeforeEach
    void anEmptyFile() throws IOException {
        file = Files.createFile(folder.resolve("stdout.log"));
    }

    @Test
    void what_was_there_before_is_copied_too() throws IOException {
        print(file, "already here\n");

        try (var _ = start(file, "")) {
            turnAll();

            assertThat(console).hasToString("already here\n");
        }
    }

    @Test
    void what_comes_later_is_copied_when_the_file_has_grown() throws IOException {
        try (var _ = start(file, "")) {
            turnAll();
            print(file, "step 1\n");
            turnAll();
            print(file, "step 2\n");
            turnAll();

            assertThat(console).hasToString("step 1\nstep 2\n");
        }
    }

    @Test
    void many_notifications_make_one_turn_on_the_console() throws IOException {
        try (var _ = start(file, "")) {
            turnAll();

            for (int i = 0; i < 1000; i++) growth.tell(file);

            assertThat(consoleThread).hasSize(1);
        }
    }

    @Test
    void nothing_is_written_from_the_thread_that_tells_of_growth() throws IOException {
        try (var _ = start(file, "")) {
            turnAll();
            print(file, "step 1\n");

            assertThat(console.size()).isZero();
        }
    }

    @Test
    void the_end_brings_what_nobody_told_of_and_gives_the_last_line_its_end() throws IOException {
        var copy = start(file, "[default0]:");
        turnAll();
        Files.writeString(file, "step 1\nno newline at end");

        copy.close();

        assertThat(console).hasToString("[default0]:step 1\n[default0]:no newline at end\n");
        assertThat(growth.listeners()).isZero();
    }

    @Test
    void a_turn_that_comes_after_the_end_does_nothing() throws IOException {
        var copy = start(file, "");
        print(file, "step 1\n");

        copy.close();
        turnAll();

        assertThat(console).hasToString("step 1\n");
    }

    @Test
    void without_a_prefix_the_copy_is_byte_for_byte() throws IOException {
        var bytes = new byte[300_000];
        new Random(3).nextBytes(bytes);
        Files.write(file, bytes);

        start(file, "").close();

        assertThat(console.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void a_worker_that_prints_without_pause_leaves_the_others_their_turn() throws IOException {
        Path other = Files.createFile(folder.resolve("other.log"));
        Files.write(file, new byte[10 << 20]);
        Files.writeString(other, "let me speak\n");
        var spoken = new ByteArrayOutputStream();

        try (var _ = start(file, "");
                var _ = ConsoleCopy.start(other, spoken, "", growth, consoleThread::add)) {
            consoleThread.remove().run();
            consoleThread.remove().run();

            assertThat(spoken).hasToString("let me speak\n");
            assertThat(console.size()).isLessThan(10 << 20);
            turnAll();
            assertThat(console.size()).isEqualTo(10 << 20);
        }
    }

    @Test
    void a_console_that_breaks_ends_its_own_copy_and_no_other() throws IOException {
        Path other = Files.createFile(folder.resolve("other.log"));
        var broken = new BrokenConsole();
        var first = ConsoleCopy.start(file, broken, "[r0]:", growth, consoleThread::add);
        var second = ConsoleCopy.start(other, console, "[r1]:", growth, consoleThread::add);
        print(file, "nobody reads me\nnor");
        print(other, "step 1\n");

        try (var _ = Hushed.of(ConsoleCopy.class)) {
            turnAll();
            print(file, "and goes on\n");
            print(other, "step 2\n");
            turnAll();
            first.close();
            second.close();
        }

        assertThat(console).hasToString("[r1]:step 1\n[r1]:step 2\n");
        assertThat(broken.tries).isEqualTo(1);
    }

    @Test
    void a_file_that_is_not_there_is_named() {
        Path missing = folder.resolve("missing.log");

        assertThatThrownBy(() -> start(missing, "").close())
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("missing.log");
    }

    private ConsoleCopy start(Path path, String prefix) throws IOException {
        return ConsoleCopy.start(path, console, prefix, growth, consoleThread::add);
    }

    private void print(Path path, String text) throws IOException {
        Files.writeString(path, text, StandardOpenOption.APPEND);
        growth.tell(path);
    }

    private void turnAll() {
        while (!consoleThread.isEmpty()) consoleThread.remove().run();
    }

    private static final class BrokenConsole extends OutputStream {
        private int tries;

        @Override
        public void write(int one) throws IOException {
            tries++;
            throw new IOException("Broken pipe");
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            write(0);
        }
    }
}
