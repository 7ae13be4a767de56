package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LineLevel;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;

class LogLinesTest {
    @TempDir private Path tree;
    private Path file;

    @BeforeEach
    void makeWorkersFolder() throws IOException {
        file = Files.createDirectories(tree.resolve("attempt_0/0")).resolve("stderr.log");
    }

    @Test
    void lines_count_by_what_they_say_of_themselves() throws IOException {
        write("step 1\n\u001b[31mERROR\u001b[0m: no\nUserWarning: old\nstep 2\n");

        assertThat(count(new LogLines())).isEqualTo(lines(2, 1, 1));
    }

    @Test
    void a_count_goes_on_where_the_last_one_stopped_also_within_a_line() throws IOException {
        var logLines = new LogLines();
        write("step 1\nERR");
        var first = count(logLines);
        write("OR: no\n");

        assertThat(first).isEqualTo(lines(1, 0, 0));
        assertThat(count(logLines)).isEqualTo(lines(1, 0, 1));
    }

    @Test
    void what_is_too_much_for_one_count_is_left_for_the_next() throws IOException {
        var logLines = new LogLines(100);
        write("nine byte\n".repeat(25));

        assertThat(count(logLines)).isEqualTo(lines(10, 0, 0));
        assertThat(count(logLines)).isEqualTo(lines(20, 0, 0));
        assertThat(count(logLines)).isEqualTo(lines(25, 0, 0));
    }

    @Test
    void lines_of_a_file_that_was_cut_come_on_top() throws IOException {
        var logLines = new LogLines();
        write("1\n2\n3\n");
        count(logLines);
        Files.writeString(file, "4\n");

        assertThat(count(logLines)).isEqualTo(lines(4, 0, 0));
    }

    @Test
    void of_a_file_that_is_gone_nothing_is_told() throws IOException {
        var logLines = new LogLines();
        write("1\n");
        count(logLines);
        Files.delete(file);

        assertThat(logLines.count(Set.of(file))).isEmpty();
    }

    private Map<LineLevel, Long> count(LogLines logLines) {
        return logLines.count(Set.of(file)).getOrDefault(file, Map.of());
    }

    private static Map<LineLevel, Long> lines(long plain, long warning, long error) {
        return Map.of(LineLevel.PLAIN, plain, LineLevel.WARNING, warning, LineLevel.ERROR, error);
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
