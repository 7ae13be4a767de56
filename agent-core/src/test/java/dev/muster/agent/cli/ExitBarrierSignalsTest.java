package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Signal;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Two agents, one of whose workers is done long before the other's. */
@BesideOthers
@Timeout(120)
class ExitBarrierSignalsTest {
    @TempDir private Path folder;

    private Path end;

    @BeforeEach
    void nobodyIsToEnd() {
        end = folder.resolve("end");
    }

    @Test
    void ctrl_c_ends_who_only_waits_with_success_and_the_others_go_on()
            throws IOException, InterruptedException {
        int port = FreePort.onLoopback();
        try (var slow = node(0, port);
                var quick = node(1, port)) {
            quick.awaitTalk("waiting for node 0; Ctrl-C ends this run without waiting");

            quick.signal(Signal.INT);
            var early = quick.awaitEnd();
            Files.createFile(end);
            var late = slow.awaitEnd();

            assertThat(early.exitCode()).isZero();
            assertThat(early.err()).contains("told by SIGINT not to wait for the other nodes");
            assertThat(late.exitCode()).isZero();
        }
    }

    @Test
    void a_sigterm_stops_who_only_waits_as_it_always_does()
            throws IOException, InterruptedException {
        int port = FreePort.onLoopback();
        try (var _ = node(0, port);
                var quick = node(1, port)) {
            quick.awaitTalk("waiting for node 0");

            quick.signal(Signal.TERM);

            assertThat(quick.awaitEnd().exitCode()).isEqualTo(143);
        }
    }

    /** Node 0's worker waits for the file, that of node 1 for nothing. */
    private MusterProcess node(int rank, int port) throws IOException {
        Path home = Files.createDirectory(folder.resolve("node" + rank));
        String script = "test $RANK = 1 || until test -e %s; do sleep 0.1; done".formatted(end);
        return MusterProcess.start(
                home,
                "run",
                "--nnodes",
                "2",
                "--node-rank",
                Integer.toString(rank),
                "--master-port",
                Integer.toString(port),
                "--local-addr",
                "127.0.0.1",
                "--no-python",
                "/bin/sh",
                "-c",
                script);
    }
}
