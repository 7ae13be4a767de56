package dev.muster.agent.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.WorkerFiles;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class LastWordsTest {
    private static final String TRACEBACK = "Traceback (most recent call last):";

    @TempDir private Path folder;

    private WorkerFiles files;

    @BeforeEach
    void aWorkerThatLeftNothingYet() {
        files =
                new WorkerFiles(
                        folder.resolve("stdout.log"),
                        folder.resolve("stderr.log"),
                        folder.resolve("error.json"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torch-1.13-worker-error.json",
                "torch-2.13-worker-error.json",
                "torch-2.13-parent-copy-with-errorCode.json"
            })
    void the_traceback_in_torchs_error_file_is_the_best_explanation(String recorded)
            throws IOException {
        errorFile(resource(recorded));
        stderr("something else\n");

        LastWords words = read();

        assertThat(words.source()).isEqualTo("error file");
        assertThat(words.lines())
                .startsWith(TRACEBACK)
                .endsWith("ValueError: bad sample at step 7")
                .contains("  File \"WORK/fail.py\", line 10, in body");
    }

    @Test
    void the_short_shape_of_an_error_file_is_understood_too() throws IOException {
        errorFile("{\"message\": \"no such sample\\nat step 7\", \"timestamp\": 10}");

        assertThat(read())
                .isEqualTo(new LastWords("error file", List.of("no such sample", "at step 7")));
    }

    @Test
    void an_error_file_without_a_call_stack_has_its_message() throws IOException {
        errorFile("{\"message\": {\"message\": \"SignalException\", \"errorCode\": 1}}");

        assertThat(read().lines()).containsExactly("SignalException");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"message\": {\"mess",
                "[]",
                "null",
                "{\"message\": \"  \"}",
                "{\"message\": {\"message\": [1]}}",
                "{\"message\": {\"extraInfo\": {\"py_callstack\": {}}}}",
                "\u0000\u0001\u0002"
            })
    void an_error_file_that_explains_nothing_leaves_the_word_to_stderr(String content)
            throws IOException {
        errorFile(content);
        stderr("CUDA out of memory\n");

        assertThat(read()).isEqualTo(new LastWords("end of stderr", List.of("CUDA out of memory")));
    }

    @Test
    void an_error_file_nested_a_million_deep_does_no_harm() throws IOException {
        errorFile("[".repeat(1_000_000));
        stderr("killed\n");

        assertThat(read().source()).isEqualTo("end of stderr");
    }

    @Test
    void a_huge_error_file_is_not_read() throws IOException {
        errorFile("{\"message\": \"%s\"}".formatted("x".repeat(5 << 20)));
        stderr("killed\n");

        assertThat(read().source()).isEqualTo("end of stderr");
    }

    @Test
    void of_tracebacks_in_stderr_the_last_one_is_told_with_what_led_to_it() throws IOException {
        stderr(
                """
                Traceback (most recent call last):
                  File "train.py", line 1, in warm_up
                OSError: only logged
                step 1
                Traceback (most recent call last):
                  File "train.py", line 3, in load
                KeyError: 'sample'

                During handling of the above exception, another exception occurred:

                Traceback (most recent call last):
                  File "train.py", line 9, in <module>
                RuntimeError: no sample
                """);

        assertThat(read().lines())
                .containsExactly(
                        TRACEBACK,
                        "  File \"train.py\", line 3, in load",
                        "KeyError: 'sample'",
                        "During handling of the above exception, another exception occurred:",
                        TRACEBACK,
                        "  File \"train.py\", line 9, in <module>",
                        "RuntimeError: no sample");
    }

    @Test
    void without_a_traceback_the_last_lines_of_stderr_are_told() throws IOException {
        stderr(lines(1, 50) + "\n\nline 51 has no end");

        assertThat(read().lines())
                .hasSize(20)
                .startsWith("line 32")
                .endsWith("line 50", "line 51 has no end");
    }

    @Test
    void a_long_traceback_is_told_from_its_end() throws IOException {
        stderr(TRACEBACK + "\n" + lines(1, 50) + "RecursionError: too deep\n");

        assertThat(read().lines())
                .hasSize(20)
                .startsWith("line 32")
                .endsWith("RecursionError: too deep");
    }

    @Test
    void of_a_large_stderr_only_whole_lines_of_its_end_are_told() throws IOException {
        String line = "x".repeat(1500);
        stderr((line + "\n").repeat(1000));

        assertThat(read().lines())
                .allSatisfy(told -> assertThat(told).isEqualTo("x".repeat(500) + " …"));
        assertThat(read().lines()).hasSize(20);
    }

    @Test
    void an_exception_with_millions_of_characters_is_still_named() throws IOException {
        stderr(
                "x\n".repeat(100_000)
                        + TRACEBACK
                        + "\n  File \"train.py\", line 1, in <module>\nmodel.Diverged: "
                        + "x".repeat(3 << 20)
                        + "\n"
                        + "y".repeat(3 << 20)
                        + "\ncleanup done\n");

        assertThat(read().lines())
                .containsExactly(
                        TRACEBACK,
                        "  File \"train.py\", line 1, in <module>",
                        "model.Diverged: " + "x".repeat(484) + " …",
                        "y".repeat(500) + " …",
                        "cleanup done");
    }

    @Test
    void a_line_without_end_is_told_as_far_as_its_beginning_can_be_found() throws IOException {
        stderr("lost\n" + "x".repeat(65 << 20));

        assertThat(read().lines()).containsExactly("x".repeat(500) + " …");
    }

    @Test
    void a_line_that_fills_the_screen_is_cut_between_characters() throws IOException {
        errorFile("{\"message\": \"%s\"}".formatted("😀".repeat(2000)));

        assertThat(read().lines()).containsExactly("😀".repeat(500) + " …");
    }

    @Test
    void bytes_that_are_no_text_are_told_as_far_as_they_are() throws IOException {
        Files.write(files.stderr(), new byte[] {'b', 'a', 'd', ' ', (byte) 0xff, '\n'});

        assertThat(read().lines()).containsExactly("bad \ufffd");
    }

    @Test
    void each_stage_of_a_progress_bar_is_a_line_and_the_last_ones_are_told() throws IOException {
        stderr("10 %\r20 %\r30 %");

        assertThat(read().lines()).containsExactly("10 %", "20 %", "30 %");
    }

    @Test
    void a_worker_that_left_nothing_has_no_last_words() throws IOException {
        assertThat(LastWords.of(files)).isEmpty();

        stderr(" \n\n");

        assertThat(LastWords.of(files)).isEmpty();
    }

    private LastWords read() {
        return LastWords.of(files).orElseThrow();
    }

    private void errorFile(String content) throws IOException {
        Files.writeString(files.error(), content);
    }

    private void stderr(String content) throws IOException {
        Files.writeString(files.stderr(), content);
    }

    private static String lines(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj("line %d\n"::formatted)
                .collect(Collectors.joining());
    }

    private static String resource(String name) throws IOException {
        try (var stream = Objects.requireNonNull(LastWordsTest.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
