package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A start that is called off, at any moment of it. */
class SignalsWhileStartingTest {
    private static final int STARTS = 50;

    @TempDir Path folder;

    @Test
    void java_is_told_to_leave_all_signals_alone() throws IOException, InterruptedException {
        var ended = new PretendedCheckout(folder).launch().call("run", "train.py");

        assertThat(ended.out()).contains("-Xrs\n", "-XX:+DisableAttachMechanism\n");
    }

    /** SIGHUP, SIGINT and SIGQUIT are the lowest three bits. */
    @ParameterizedTest
    @CsvSource({
        "run train.py, 1",
        "run train.py --size 7 --sigma=1, 1",
        "run --signals-to-handle SIGTERM train.py, 7",
        "run --si=SIGTERM train.py, 7",
        "store, 7",
    })
    void a_run_that_was_started_deaf_hears_all_but_what_nohup_is_for(String line, char ignored)
            throws IOException, InterruptedException {
        var checkout = new PretendedCheckout(folder);
        checkout.jdk("25.0.1", "grep SigIgn /proc/self/status");
        Path deaf =
                Launch.program(
                        folder.resolve("deaf"),
                        "trap '' HUP INT QUIT",
                        "exec " + checkout.script() + " \"$@\"");
        var launch = new Launch(deaf, checkout.launch().environment(), folder);

        var ended = launch.call(line.split(" "));

        assertThat(ended.out().strip()).startsWith("SigIgn:").endsWith(ignored + "");
    }

    @Test
    @Tag("proof")
    void whenever_it_comes_a_signal_ends_a_start_without_a_trace()
            throws IOException, InterruptedException {
        Launch launch = RealLauncher.in(folder);
        long whole = nanosOf(launch);
        var chance = new SplittableRandom(7);
        for (int start = 0; start < STARTS; start++) {
            var muster = launch.start("run", "--no-python", "sleep", "613");
            boolean over = muster.process().waitFor(chance.nextLong(whole), TimeUnit.NANOSECONDS);
            muster.process().destroy();
            var ended = muster.await();

            assertThat(over).isFalse();
            assertThat(ended.exitCode()).as(ended.err()).isEqualTo(143);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err().lines()).allMatch(line -> line.startsWith("muster: "));
        }
        assertThat(ProcessHandle.allProcesses().map(one -> one.info().commandLine().orElse("")))
                .noneMatch(line -> line.endsWith("sleep 613"));
    }

    private static long nanosOf(Launch launch) throws IOException, InterruptedException {
        long before = System.nanoTime();
        var ended = launch.call("run", "--no-python", "true");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return System.nanoTime() - before;
    }
}
