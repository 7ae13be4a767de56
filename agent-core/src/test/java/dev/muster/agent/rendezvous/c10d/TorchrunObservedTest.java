package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.loop.AgentLoop;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.c10d.C10dObserver.Sight;
import dev.muster.agent.rendezvous.c10d.C10dObserver.Surroundings;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A real agent of PyTorch, seen from outside. */
@Needs(TestGroup.TORCH)
@Timeout(120)
class TorchrunObservedTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration LONGEST_RUN = Duration.ofSeconds(60);

    @TempDir Path folder;

    @Test
    void the_rendezvous_of_a_real_torchrun_is_seen_from_its_first_node_to_its_end()
            throws IOException {
        var sights = new CopyOnWriteArrayList<Sight>();
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var client = StoreClient.connect(server.address(), SOON);
                var loop = new AgentLoop(InstantSource.system())) {
            loop.start();
            var around = new Surroundings(loop, loop, InstantSource.system());
            C10dObserver.watch(client, "seen", around, sights::add);

            var torchrun = torchrun(server.address().getPort());
            try {
                assertThat(torchrun.onExit()).succeedsWithin(LONGEST_RUN);
                assertThat(torchrun.exitValue()).as(Files.readString(output())).isZero();
                await().until(() -> seen(sights).anyMatch(RendezvousState::closed));
            } finally {
                torchrun.destroyForcibly();
            }
        }

        var ended = seen(sights).reduce((_, later) -> later).orElseThrow();
        assertThat(sights.getFirst()).isEqualTo(new Sight.Nobody());
        assertThat(seen(sights)).anyMatch(state -> state.complete() && !state.closed());
        assertThat(ended.participants().keySet())
                .extracting("address")
                .containsExactly("localhost");
        assertThat(ended.participants()).containsValue(0);
        assertThat(ended.lastHeartbeats()).hasSameSizeAs(ended.participants());
    }

    private Process torchrun(int port) throws IOException {
        var builder =
                new ProcessBuilder(
                        TestPython.path().toString(),
                        "-m",
                        "torch.distributed.run",
                        "--nnodes=1",
                        "--rdzv-backend=c10d",
                        "--rdzv-id=seen",
                        "--rdzv-endpoint=127.0.0.1:" + port,
                        "--rdzv-conf=is_host=false",
                        "--local-addr=localhost",
                        "--no-python",
                        "sleep",
                        "3"); // long enough to be looked at
        builder.redirectErrorStream(true).redirectOutput(output().toFile());
        return builder.start();
    }

    private Path output() {
        return folder.resolve("torchrun.log");
    }

    private static Stream<RendezvousState> seen(List<Sight> sights) {
        return sights.stream()
                .filter(Sight.Seen.class::isInstance)
                .map(sight -> ((Sight.Seen) sight).state());
    }
}
