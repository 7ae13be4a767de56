package dev.muster.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.home.MusterHome;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

class KeepSettingsTest {
    @TempDir private Path folder;
    private MusterHome home;

    @BeforeEach
    void aHome() {
        home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
    }

    @Test
    void without_the_file_the_limits_are_generous() {
        assertThat(KeepSettings.read(home))
                .isEqualTo(new KeepSettings.Reading(KeepLimits.DEFAULT, Optional.empty()));
    }

    @Test
    void what_was_written_is_read_again() throws IOException {
        var limits =
                new KeepLimits(
                        Optional.of(3L << 29), Optional.empty(), Optional.of(Duration.ofDays(90)));

        KeepSettings.write(home, limits);

        assertThat(KeepSettings.read(home).limits()).isEqualTo(limits);
    }

    @Test
    void what_is_not_said_stays_as_it_is_by_default() throws IOException {
        write("{\"keepRuns\": 10}");

        assertThat(KeepSettings.read(home).limits())
                .isEqualTo(
                        new KeepLimits(
                                KeepLimits.DEFAULT.bytes(), Optional.of(10), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"keepRuns\": \"ten\"}", "{\"keepGiB\": -1}", "null"})
    void a_slip_of_the_pen_costs_no_run(String text) throws IOException {
        write(text);

        KeepSettings.Reading reading = KeepSettings.read(home);

        assertThat(reading.limits()).isEqualTo(KeepLimits.NONE);
        assertThat(reading.problem().orElseThrow()).contains("history.json cannot be used");
    }

    @Test
    void the_keeper_removes_what_is_too_much_and_writes_it_down() throws IOException {
        var past = new PastRuns(folder);
        past.succeeded("one", Duration.ZERO, Duration.ofHours(1));
        write("{\"keepRuns\": 0}");
        var clock = InstantSource.fixed(PastRuns.at(Duration.ofDays(10)));

        HistoryKeeper.tidy(home, clock);

        try (History history = History.open(home, clock)) {
            assertThat(history.list(HistoryQuery.EVERYTHING)).isEmpty();
            assertThat(history.removals(10)).hasSize(1);
        }
    }

    private void write(String text) throws IOException {
        Files.createDirectories(home.config());
        Files.writeString(KeepSettings.file(home), text);
    }
}
