package dev.muster.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.output.RestingFolder.FloodGauge;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

class RestingFolderTest {
    @TempDir private Path folder;

    @Test
    void files_of_another_size_than_before_have_grown() throws IOException {
        Path one = Files.createFile(folder.resolve("one"));
        Path other = Files.createFile(folder.resolve("other"));
        var rest = new RestingFolder(0);
        assertThat(rest.grown(List.of(one, other), 1)).containsExactly(one, other);

        Files.writeString(one, "x", StandardOpenOption.APPEND);

        assertThat(rest.grown(List.of(one, other), 2)).containsExactly(one);
        assertThat(rest.grown(List.of(one, other), 3)).isEmpty();
    }

    @Test
    void half_a_second_without_growth_is_quiet() {
        var rest = new RestingFolder(0);
        rest.grown(List.of(folder.resolve("missing")), nanosAfter(100));

        assertThat(rest.isQuiet(nanosAfter(599))).isFalse();
        assertThat(rest.isQuiet(nanosAfter(600))).isTrue();
    }

    @Test
    void two_hundred_notifications_in_a_tenth_of_a_second_are_no_flood_and_one_more_is() {
        var gauge = new FloodGauge();
        assertThat(gauge.isFlood(200, nanosAfter(1000))).isFalse();
        assertThat(gauge.isFlood(200, nanosAfter(1100))).isFalse();

        assertThat(gauge.isFlood(1, nanosAfter(1199))).isTrue();
    }

    private static long nanosAfter(int millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
