package dev.muster.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class ConsoleCopyTest {
    @TempDir private Path folder;

    private final GrowthOnCall growth = new GrowthOnCall();
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final Deque<Runnable> consoleThread = new ArrayDeque<>();
    private final List<IOException> broken = new ArrayList<>();
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
    void news_of_growth_that_comes_after_the_end_gives_the_console_thread_nothing_to_do()
            throws IOException {
        var news = new ArrayList<Runnable>();
        Growth late =
                (_, listener) -> {
                    news.add(listener);
                    return () -> {};
                };
        var setting = new ConsoleCopy.Setting(late, consoleThread::add, broken::add);
        var copy = ConsoleCopy.plain(file, console, setting);
        turnAll();
        copy.close();

        news.forEach(Runnable::run);

        assertThat(consoleThread).isEmpty();
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
                var _ = ConsoleCopy.plain(other, spoken, setting())) {
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
        var brokenConsole = new BrokenConsole();
        var first = ConsoleCopy.lines(file, brokenConsole, "[r0]:", setting());
        var second = ConsoleCopy.lines(other, console, "[r1]:", setting());
        print(file, "nobody reads me\nnor");
        print(other, "step 1\n");

        turnAll();
        print(file, "and goes on\n");
        print(other, "step 2\n");
        turnAll();
        first.close();
        second.close();

        assertThat(console).hasToString("[r1]:step 1\n[r1]:step 2\n");
        assertThat(brokenConsole.tries).isEqualTo(1);
        assertThat(broken).singleElement().asString().contains("Broken pipe");
    }

    @Test
    void a_file_that_is_not_there_is_named() {
        Path missing = folder.resolve("missing.log");

        assertThatThrownBy(() -> start(missing, "").close())
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("missing.log");
    }

    @Test
    void of_32_writers_of_1000_lines_each_nothing_is_lost_and_nobody_loses_his_order()
            throws IOException {
        var copies = new ArrayList<ConsoleCopy>();
        for (int writer = 0; writer < 32; writer++) {
            Path own = Files.createFile(folder.resolve(writer + ".log"));
            copies.add(start(own, writer + ":"));
        }
        for (int line = 0; line < 1000; line++) {
            for (int writer = 0; writer < 32; writer++) {
                print(folder.resolve(writer + ".log"), "line " + line + "\n");
            }
            if (line % 100 == 0) turnAll();
        }
        copies.forEach(ConsoleCopy::close);

        List<String> lines = console.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(32_000);
        for (int writer = 0; writer < 32; writer++) {
            String prefix = writer + ":";
            assertThat(lines.stream().filter(line -> line.startsWith(prefix)))
                    .isEqualTo(
                            IntStream.range(0, 1000)
                                    .mapToObj(line -> prefix + "line " + line)
                                    .toList());
        }
    }

    @Test
    @DisplayName("row 21: a file that was cut to nothing is copied from its beginning again")
    void a_file_that_was_truncated_is_copied_from_its_beginning_again() throws IOException {
        try (var _ = start(file, "[r0]:")) {
            print(file, "step 1\nhalf");
            turnAll();
            Files.write(file, new byte[0]);
            growth.tell(file);
            turnAll();
            print(file, "step 2\n");
            turnAll();

            assertThat(console).hasToString("[r0]:step 1\n[r0]:half\n[r0]:step 2\n");
        }
    }

    @ParameterizedTest(name = "row 21: what a worker prints is copied after its file was {0}")
    @ValueSource(strings = {"renamed", "deleted", "rotated"})
    void a_file_stays_the_same_one_under_another_name_or_none(String how) throws IOException {
        try (var worker = Files.newOutputStream(file, StandardOpenOption.APPEND);
                var _ = start(file, "")) {
            worker.write("step 1\n".getBytes(StandardCharsets.UTF_8));
            turnAll();
            if (how.equals("deleted")) Files.delete(file);
            else Files.move(file, folder.resolve("stdout.log.1"));
            if (how.equals("rotated")) Files.writeString(file, "not the worker's\n");
            worker.write("step 2\n".getBytes(StandardCharsets.UTF_8));
            growth.tell(file);
            turnAll();
        }

        assertThat(console).hasToString("step 1\nstep 2\n");
    }

    @ParameterizedTest(name = "row 21: {0} in the place of a worker's file is refused")
    @ValueSource(strings = {"a link", "a pipe", "a folder"})
    void what_is_not_a_file_is_refused(String what) throws IOException, InterruptedException {
        Files.delete(file);
        switch (what) {
            case "a link" -> Files.createSymbolicLink(file, folder.resolve("secret"));
            case "a pipe" -> {
                var mkfifo = new ProcessBuilder("mkfifo", file.toString()).start();
                assertThat(mkfifo.waitFor()).isZero();
            }
            default -> Files.createDirectory(file);
        }

        assertThatThrownBy(() -> start(file, "").close())
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("stdout.log: not a regular file");
    }

    private ConsoleCopy start(Path path, String prefix) throws IOException {
        return prefix.isEmpty()
                ? ConsoleCopy.plain(path, console, setting())
                : ConsoleCopy.lines(path, console, prefix, setting());
    }

    private ConsoleCopy.Setting setting() {
        return new ConsoleCopy.Setting(growth, consoleThread::add, broken::add);
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
