package dev.muster.agent.rendezvous.fixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousParameters;
import dev.muster.store.StoreClient;
import dev.muster.store.protocol.Key;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;

/** elastic-agent §2.2: nodes that were told their ranks, in one process. */
@Timeout(120)
@BesideOthers
class StaticHandlerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<RendezvousHandler> handlers = new CopyOnWriteArrayList<>();
    private int port;

    @BeforeEach
    void aFreePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    @AfterEach
    void closeAll() {
        handlers.reversed().forEach(RendezvousHandler::close);
    }

    @Test
    void nodes_that_agree_meet() {
        var host = meeting(0, 2);
        var other = meeting(1, 2);

        assertThat(host.join().groupRank()).isZero();
        assertThat(other.join().worldSize()).isEqualTo(2);
    }

    @Test
    void an_address_can_be_used_again() {
        for (int job = 0; job < 3; job++) {
            var host = meeting(0, 2);
            var other = meeting(1, 2);
            assertThat(host.join().worldSize()).isEqualTo(2);
            assertThat(other.join().groupRank()).isOne();

            handlers.reversed().forEach(RendezvousHandler::close);
            handlers.clear();
        }
    }

    @Test
    void members_that_never_come_are_named_when_the_time_is_over() {
        assertThat(meeting(0, 3, ",timeout=1"))
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(RendezvousException.TimedOut.class)
                .withMessageContaining("node 1, node 2");
    }

    @Test
    void a_node_that_takes_the_job_for_a_larger_one_is_told_so_and_so_is_the_host() {
        var host = meeting(0, 2);
        var other = meeting(1, 3);

        assertRefused(
                other,
                "--nnodes is 3 on this node, node 1, and 2 on node 0; it must be the same on all");
        assertRefused(
                host,
                "--nnodes is 2 on this node, node 0, and 3 on node 1; it must be the same on all");
    }

    @Test
    void a_node_beyond_those_the_host_knows_is_told_so() {
        var host = meeting(0, 2);
        var beyond = meeting(2, 3);

        assertRefused(
                beyond,
                "--nnodes is 3 on this node, node 2, and 2 on node 0; it must be the same on all");
        var _ = meeting(1, 2).join();
        assertThat(host.join().worldSize()).isEqualTo(2);
    }

    @Test
    void the_host_says_who_is_missing() {
        var host = meeting(0, 4);
        var other = meeting(2, 4);

        awaitTold("; missing: node 1, node 3");
        assertThat(told)
                .last()
                .asString()
                .startsWith("2 of 4 nodes are here; the others are waited for at 127.0.0.1:");
        var _ = meeting(1, 4).join();
        var _ = meeting(3, 4).join();
        assertThat(host.join().worldSize()).isEqualTo(4);
        assertThat(other.join().groupRank()).isEqualTo(2);
    }

    @Test
    void a_node_of_torchruns_is_counted_and_not_known() {
        var host = meeting(0, 3);

        try (var torchruns = StoreClient.connect(address(), PATIENCE)) {
            torchruns.add(Key.raw("init/"), 1, PATIENCE);
            awaitTold("; missing: 1 of node 1, node 2");
            torchruns.add(Key.raw("init/"), 1, PATIENCE);
            assertThat(host.join().worldSize()).isEqualTo(3);
        }
    }

    @Test
    void two_nodes_of_rank_0_are_told_that_they_may_be_that() {
        var host = meeting(0, 2);
        var other = meeting(1, 2);
        var _ = host.join();
        var _ = other.join();

        assertThatThrownBy(() -> meeting(0, 2).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(RendezvousException.Unreachable.class)
                .hasMessageStartingWith("as --node-rank is 0 here, this node is to serve")
                .hasMessageEndingWith(
                        "the port is taken by another program; if that is another node of this"
                                + " job, give each its own --node-rank");
    }

    @Test
    void the_second_of_two_nodes_of_one_rank_is_told_at_once_and_not_counted() {
        var host = meeting(0, 3);
        var _ = meeting(1, 3).join();

        var second = meeting(1, 3);

        assertRefused(
                second,
                ("--node-rank is 1 on this node, and on another that came before it (process %d"
                                + " there); give each its own, or, if that one was ended, start all"
                                + " nodes again")
                        .formatted(ProcessHandle.current().pid()));
        awaitTold("; missing: node 2");
        var _ = meeting(2, 3).join();
        assertThat(host.join().worldSize()).isEqualTo(3);
    }

    private void awaitTold(String end) {
        await().atMost(PATIENCE).until(() -> told.stream().anyMatch(text -> text.endsWith(end)));
    }

    private static void assertRefused(CompletableFuture<RendezvousInfo> meeting, String because) {
        assertThat(meeting)
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(RendezvousException.CorruptState.class)
                .withMessage(because);
    }

    private CompletableFuture<RendezvousInfo> meeting(int rank, int nodes) {
        return meeting(rank, nodes, "");
    }

    private CompletableFuture<RendezvousInfo> meeting(int rank, int nodes, String options) {
        var parameters =
                new RendezvousParameters(
                        "static",
                        "127.0.0.1:" + port,
                        "job",
                        nodes,
                        nodes,
                        Optional.empty(),
                        RendezvousConfig.parse("rank=" + rank + options));
        var handler = new StaticBackend().create(parameters, news -> told.add(news.because()));
        handlers.add(handler);
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return handler.nextRendezvous();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    private InetSocketAddress address() {
        return InetSocketAddress.createUnresolved("127.0.0.1", port);
    }
}
