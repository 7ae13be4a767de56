package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class LogWordsTest {
    private static final LogState EMPTY = state(0, 0, true, 0);
    private static final LogState THREE_LINES = state(40, 3, true, 0);

    @Test
    void the_stream_on_the_screen_tells_its_size_and_the_other_one_its_lines() {
        var words = words(THREE_LINES, THREE_LINES);

        assertThat(words.label(LogStream.STDOUT)).isEqualTo("stdout  40 B");
        assertThat(words.label(LogStream.STDERR)).isEqualTo("stderr  • 3 lines");
    }

    @Test
    void a_stream_without_output_has_no_mark() {
        assertThat(words(EMPTY, EMPTY).label(LogStream.STDERR)).isEqualTo("stderr");
    }

    @Test
    void lines_that_are_not_all_counted_are_not_told() {
        assertThat(words(EMPTY, state(5_000_000_000L, 7, false, 0)).label(LogStream.STDERR))
                .isEqualTo("stderr  • 5.0 GB");
    }

    @Test
    void an_empty_stream_says_so_and_where_there_is_something_to_read() {
        assertThat(words(EMPTY, EMPTY).message())
                .isEqualTo("Local rank 2 has printed nothing to stdout yet.");
        assertThat(words(EMPTY, THREE_LINES).message())
                .isEqualTo(
                        "Local rank 2 has printed nothing to stdout yet. Its stderr has 3 lines.");
        assertThat(words(THREE_LINES, EMPTY).message()).isEmpty();
    }

    @Test
    void nothing_is_called_empty_before_it_was_looked_at() {
        assertThat(words(LogState.UNREAD, EMPTY).message()).isEmpty();
    }

    @Test
    void what_cannot_be_read_says_why() {
        assertThat(words(THREE_LINES.failed("it is gone"), EMPTY).message())
                .isEqualTo("Cannot read stdout: it is gone");
    }

    @Test
    void an_odd_file_is_explained() {
        assertThat(words(THREE_LINES, EMPTY).notice()).isEmpty();
        assertThat(words(state(40, 3, true, 1), EMPTY).notice()).contains("cut");
        assertThat(words(state(5_000_000_000L, 7, false, 0), EMPTY).notice())
                .contains("not numbered");
    }

    private static LogWords words(LogState stdout, LogState stderr) {
        return new LogWords(
                List.of(new LocalRank(2)),
                Set.of(LogStream.STDOUT),
                Map.of(LogStream.STDOUT, stdout, LogStream.STDERR, stderr),
                Optional.empty());
    }

    private static LogState state(long size, long lines, boolean known, int cuts) {
        var viewport = new Viewport(0, Pages.TAIL, 1, Columns.ALL);
        var page = Optional.of(LogPage.empty(viewport));
        return new LogState(
                size, lines, known, lines, cuts, Optional.empty(), page, Optional.empty());
    }
}
