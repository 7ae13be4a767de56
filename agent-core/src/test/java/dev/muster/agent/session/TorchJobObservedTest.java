package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RendezvousView;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** A real job of PyTorch's agents, watched through its store by somebody who never writes there. */
@Needs(TestGroup.TORCH)
@Timeout(300)
@BesideOthers
class TorchJobObservedTest {
    private static final Duration LONG = Duration.ofSeconds(120);

    /** GETNUMKEYS is how a store is greeted that hung up on a PING. */
    private static final String[] READING = {
        "VALIDATE", "PING", "GETNUMKEYS", "CHECK", "GET", "WAIT", "CANCEL_WAIT"
    };

    @TempDir Path folder;
    private final List<Process> agents = new ArrayList<>();
    private final AtomicReference<AgentSnapshot> latest = new AtomicReference<>();

    @AfterEach
    void endAll() {
        for (Process agent : agents) {
            List<ProcessHandle> workers = agent.descendants().toList();
            agent.destroyForcibly();
            workers.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void both_agents_are_seen_in_torchs_own_store_and_who_is_killed_is_named() throws IOException {
        int port = freePort();
        agents.add(torchrun(port, "true"));
        awaitListening(port);
        agents.add(torchrun(port, "false"));

        try (var proxy = new RecordingProxy(port);
                var _ = watch(proxy.port())) {
            assertThatKillIsNamed();

            assertThat(proxy.asked()).contains("CHECK", "GET").isSubsetOf(READING);
        }
    }

    @Test
    void both_agents_are_seen_in_a_store_of_ours_that_counts_no_write_of_the_onlooker()
            throws IOException {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            int port = server.address().getPort();
            agents.add(torchrun(port, "false"));
            agents.add(torchrun(port, "false"));

            try (var _ = watch(port)) {
                assertThatKillIsNamed();

                Set<String> onlooker = OwnSockets.to(port);
                var asked =
                        server.connections().stream()
                                .filter(each -> onlooker.contains(each.peer()))
                                .map(each -> each.operations().keySet())
                                .toList();
                assertThat(asked)
                        .isNotEmpty()
                        .allSatisfy(each -> assertThat(each).isNotEmpty().isSubsetOf(READING));
                assertThat(server.operations()).containsKeys("COMPARE_SET", "CHECK", "GET");
            }
        }
    }

    private ObserverSession watch(int port) {
        var job = new ObservedJob("127.0.0.1", port, "watched");
        var session = ObserverSession.open(job, InstantSource.system());
        session.watch(latest::set);
        return session;
    }

    private void assertThatKillIsNamed() {
        awaitNodes(
                view ->
                        view.complete()
                                && view.nodes().size() == 2
                                && view.nodes().stream().allMatch(TorchJobObservedTest::heard));
        JobSnapshot running = job();
        kill(agents.get(1));
        awaitNodes(view -> view.gone().contains(nameOf(agents.get(1))));

        assertThat(running.phase()).isEqualTo(Phase.RUNNING);
        assertThat(running.rendezvous().orElseThrow().nodes())
                .extracting(NodeView::name)
                .containsExactlyInAnyOrder(nameOf(agents.get(0)), nameOf(agents.get(1)));
        assertThat(running.rendezvous().orElseThrow().nodes())
                .extracting(NodeView::groupRank)
                .containsExactlyInAnyOrder(0, 1);
        assertThat(job().rendezvous().orElseThrow().gone()).containsExactly(nameOf(agents.get(1)));
    }

    private static boolean heard(NodeView node) {
        return node.heardAt().isPresent();
    }

    private static void kill(Process agent) {
        List<ProcessHandle> workers = agent.descendants().toList();
        agent.destroyForcibly();
        workers.forEach(ProcessHandle::destroyForcibly);
    }

    private static String nameOf(Process agent) {
        return "localhost_%d_0".formatted(agent.pid());
    }

    private void awaitNodes(Predicate<RendezvousView> expected) {
        await().atMost(LONG)
                .until(
                        () ->
                                latest.get() != null
                                        && job().rendezvous().filter(expected).isPresent());
    }

    private JobSnapshot job() {
        return latest.get().runs().getFirst();
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static void awaitListening(int port) {
        await().atMost(LONG)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> {
                            new Socket(InetAddress.getLoopbackAddress(), port).close();
                            return true;
                        });
    }

    private Process torchrun(int port, String host) throws IOException {
        var builder =
                new ProcessBuilder(
                        TestPython.path().toString(),
                        "-m",
                        "torch.distributed.run",
                        "--nnodes=2",
                        "--rdzv-backend=c10d",
                        "--rdzv-id=watched",
                        "--rdzv-endpoint=127.0.0.1:" + port,
                        "--rdzv-conf=is_host=" + host,
                        "--local-addr=localhost",
                        "--no-python",
                        "sleep",
                        "600"); // until it is killed
        Path log = folder.resolve("torchrun" + agents.size() + ".log");
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        return builder.start();
    }
}
