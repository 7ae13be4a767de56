package dev.muster.agent.supervise.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.job.RunId;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** The main class of a process that {@link GuardianTest} kills. */
final class DoomedAgent {
    private DoomedAgent() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var marker = Marker.ofAgent(args[0]);
        var attempt = marker.run(new RunId("r")).attempt(0);
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        try (var _ = Guardians.start(marker, Cgroups.none(), out::println)) {
            start(attempt, 0, "sleep 600");
            start(attempt, 1, "trap '' TERM HUP INT; while :; do sleep 0.1; done");
            start(attempt, 2, "setsid sh -c 'sleep 600 & exit 0' & sleep 600");
            new CountDownLatch(1).await(); // until killed
        }
    }

    private static void start(Marker attempt, int localRank, String script) throws IOException {
        var rank = new dev.muster.agent.job.LocalRank(localRank);
        new Spawn(
                        List.of("/bin/sh", "-c", script),
                        Map.of("PATH", "/usr/bin:/bin", Marker.VARIABLE, attempt.valueFor(rank)),
                        Path.of("/"),
                        new Spawn.Input.Nothing(),
                        Path.of("/dev/null"),
                        Path.of("/dev/null"))
                .start();
    }
}
