package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Signal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;

class DeathSignalsTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"1, HUP, 129", "2, INT, 130", "15, TERM, 143"})
    void the_workers_get_the_signal_that_muster_got_and_it_decides_the_exit_code(
            int number, String name, int exitCode) throws IOException, InterruptedException {
        String script =
                "trap 'echo got %s; exit 0' %s; echo ready; sleep 600 & wait".formatted(name, name);

        try (var muster = start(script)) {
            muster.awaitOutput("ready");
            muster.signal(new Signal(number));
            var ended = muster.awaitEnd();

            assertThat(ended.out()).isEqualTo("ready\ngot %s\n".formatted(name));
            assertThat(ended.exitCode()).isEqualTo(exitCode);
            assertThat(ended.err()).contains("muster: stopped by SIG" + name);
        }
    }

    @Test
    void a_second_signal_ends_workers_that_take_their_time()
            throws IOException, InterruptedException {
        try (var muster = start("trap '' TERM INT; echo ready; exec sleep 600")) {
            muster.awaitOutput("ready");
            muster.signal(Signal.TERM);
            muster.awaitTalk("stopped by SIGTERM");
            muster.signal(Signal.INT);
            var ended = muster.awaitEnd();

            assertThat(ended.exitCode()).isEqualTo(143);
            assertThat(ended.err()).contains("force asked for by SIGINT");
        }
    }

    /** With a grace that no test waits for. */
    private MusterProcess start(String script) throws IOException {
        return MusterProcess.start(
                folder, "run", "--shutdown-timeout", "900", "--no-python", "/bin/sh", "-c", script);
    }
}
