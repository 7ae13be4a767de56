package dev.muster.agent.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

class TracebackTest {
    @Test
    void the_exception_is_named_by_the_first_line_that_is_not_indented() {
        var traceback =
                lastIn(
                        """
                        Traceback (most recent call last):
                          File "train.py", line 9, in <module>
                            load()
                            ~~~~^^
                        RuntimeError: Error(s) in loading state_dict for Net:
                            Missing key(s) in state_dict: "fc.weight".
                        """);

        assertThat(traceback.exception())
                .contains("RuntimeError: Error(s) in loading state_dict for Net:");
        assertThat(traceback.lines()).hasSize(6);
    }

    @Test
    void the_rank_that_pytorch_puts_before_each_line_is_not_told() {
        var traceback =
                lastIn(
                        """
                        [rank1]: Traceback (most recent call last):
                        [rank1]:   File "train.py", line 9, in <module>
                        [rank1]: ValueError: bad sample
                        """);

        assertThat(traceback.lines())
                .containsExactly(
                        "Traceback (most recent call last):",
                        "  File \"train.py\", line 9, in <module>",
                        "ValueError: bad sample");
        assertThat(traceback.exception()).contains("ValueError: bad sample");
    }

    @Test
    void a_chain_is_told_from_its_first_cause_and_named_by_its_last_exception() {
        var traceback =
                lastIn(
                        """
                        Traceback (most recent call last):
                          File "a.py", line 1, in a
                        KeyError: 'x'
                        The above exception was the direct cause of the following exception:
                        Traceback (most recent call last):
                          File "a.py", line 3, in b
                        LookupError: no x
                        During handling of the above exception, another exception occurred:
                        Traceback (most recent call last):
                          File "a.py", line 5, in c
                        RuntimeError: no way
                        """);

        assertThat(traceback.lines()).hasSize(11).startsWith("Traceback (most recent call last):");
        assertThat(traceback.exception()).contains("RuntimeError: no way");
    }

    @Test
    void of_an_exception_group_the_last_member_counts() {
        var traceback =
                lastIn(
                        """
                          + Exception Group Traceback (most recent call last):
                          |   File "g.py", line 1, in <module>
                          | ExceptionGroup: two (2 sub-exceptions)
                          +-+---------------- 1 ----------------
                            | Traceback (most recent call last):
                            |   File "g.py", line 2, in f
                            | ValueError: one
                            +---------------- 2 ----------------
                            | Traceback (most recent call last):
                            |   File "g.py", line 3, in g
                            | TypeError: two
                            +------------------------------------
                        """);

        assertThat(traceback.exception()).contains("TypeError: two");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "plain, ExceptionGroup: many (1 sub-exception)",
                "atexit, ExceptionGroup: many (1 sub-exception)",
                "nested, KeyError: 'step'",
                "notes, TypeError: b",
                "lines, ExceptionGroup: many",
                "chained, RuntimeError: loading failed",
                "chained-to-group, ExceptionGroup: many (1 sub-exception)",
                "member-with-cause, ValueError: a",
                "star, ExceptionGroup: many (1 sub-exception)",
                "rank, ExceptionGroup: many (1 sub-exception)"
            })
    void a_group_is_named_as_its_last_traceback_is(String recorded, String exception)
            throws IOException {
        assertThat(lastIn(group(recorded)).exception()).contains(exception);
    }

    @Test
    void the_bars_of_a_group_are_not_told() throws IOException {
        assertThat(lastIn(group("plain")).lines())
                .contains(
                        "  File \"train.py\", line 1, in <module>",
                        "ExceptionGroup: many (1 sub-exception)");
    }

    @Test
    void a_member_of_a_group_is_told_from_its_first_cause() throws IOException {
        assertThat(lastIn(group("member-with-cause")).lines())
                .startsWith("Traceback (most recent call last):")
                .containsSubsequence("OSError: disk", "ValueError: a");
    }

    @Test
    void a_group_whose_header_is_out_of_sight_still_names_an_exception() {
        var lines = List.of("  |     load()", "  | ExceptionGroup: many (1 sub-exception)");

        assertThat(Traceback.lastIn(new Tail(lines, true)).orElseThrow().exception())
                .contains("ExceptionGroup: many (1 sub-exception)");
    }

    @Test
    void an_exception_python_ignored_did_not_end_the_worker() {
        var traceback =
                lastIn(
                        """
                        Traceback (most recent call last):
                          File "train.py", line 9, in <module>
                        ValueError: bad sample
                        Exception ignored in: <function Loader.__del__ at 0x7f>
                        Traceback (most recent call last):
                          File "loader.py", line 2, in __del__
                        AttributeError: 'Loader' object has no attribute 'pool'
                        """);

        assertThat(traceback.exception()).contains("ValueError: bad sample");
    }

    @Test
    void a_script_that_is_no_python_is_told_from_the_place_that_is_wrong() {
        var traceback =
                lastIn(
                        """
                        a warning
                          File "train.py", line 1
                            def f(
                                 ^
                        SyntaxError: '(' was never closed
                        """);

        assertThat(traceback.lines()).hasSize(4).startsWith("  File \"train.py\", line 1");
        assertThat(traceback.exception()).contains("SyntaxError: '(' was never closed");
    }

    @Test
    void a_word_about_syntax_that_is_not_the_last_ended_nothing() {
        assertThat(Traceback.lastIn(new Tail(List.of("SyntaxError: caught", "going on"), false)))
                .isEmpty();
    }

    @Test
    void a_traceback_cut_off_before_its_exception_names_none() {
        var traceback =
                lastIn(
                        """
                        Traceback (most recent call last):
                          File "train.py", line 9, in <module>
                            lo\
                        """);

        assertThat(traceback.exception()).isEmpty();
        assertThat(traceback.lines()).hasSize(3);
    }

    @Test
    void a_traceback_longer_than_what_is_read_still_names_its_exception() {
        var lines =
                List.of(
                        "    frame",
                        "  File \"deep.py\", line 1, in f",
                        "RecursionError: too deep");

        assertThat(Traceback.lastIn(new Tail(lines, true)).orElseThrow().exception())
                .contains("RecursionError: too deep");
        assertThat(Traceback.lastIn(new Tail(lines, false))).isEmpty();
    }

    @Test
    @Timeout(10)
    void lines_made_to_confuse_the_reader_take_no_time() {
        String bars = " |+".repeat(20_000);
        String name = "a".repeat(60_000);

        assertThat(Traceback.lastIn(new Tail(List.of(bars, name, bars + name + "Error:"), true)))
                .isEmpty();
    }

    /** What Python 3.11 wrote. */
    private static String group(String recorded) throws IOException {
        String name = "python-3.11-group-%s.txt".formatted(recorded);
        try (var stream = Objects.requireNonNull(TracebackTest.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Traceback lastIn(String text) {
        return Traceback.lastIn(new Tail(text.lines().toList(), false)).orElseThrow();
    }
}
