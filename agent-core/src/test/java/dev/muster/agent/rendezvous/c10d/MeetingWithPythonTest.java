package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** One rendezvous of a node of ours and one of PyTorch's, on the store of either. */
@Needs(TestGroup.TORCH)
@Timeout(240)
@BesideOthers
class MeetingWithPythonTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** An address that PyTorch can reach, before its own in the order of ranks. */
    private static final String OURS = "127.0.0.1";

    @Test
    void ours_and_pytorchs_agree_on_who_is_who_on_our_store() throws IOException {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            int port = server.address().getPort();
            try (var theirs = PythonNode.start("guest", port, 2, 2, "localhost");
                    var ours = ours(port, 2, 2)) {
                agreeOnWhoIsWho(ours, theirs);
            }
        }
    }

    @Test
    void ours_and_pytorchs_agree_on_who_is_who_on_pytorchs_store() throws IOException {
        int port = freePort();
        try (var theirs = PythonNode.start("host", port, 2, 2, "localhost");
                var ours = ours(port, 2, 2)) {
            agreeOnWhoIsWho(ours, theirs);
        }
    }

    @Test
    void a_node_of_pytorchs_that_comes_late_makes_ours_meet_again() throws IOException {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            int port = server.address().getPort();
            try (var ours = ours(port, 1, 2);
                    var theirs = PythonNode.start("guest", port, 1, 2, "localhost")) {
                next(ours);

                var late = theirs.next();
                await().atMost(SOON).until(() -> ours.handler.numNodesWaiting() == 1);
                RendezvousInfo again = next(ours);

                assertThat(late).succeedsWithin(SOON).isEqualTo(1);
                assertThat(again.groupRank()).isZero();
                assertThat(again.round()).isEqualTo(1);
            }
        }
    }

    @Test
    void ours_hear_on_pytorchs_store_how_many_they_may_be() throws IOException {
        int port = freePort();
        try (var _ = PythonNode.start("host", port, 1, 1, "localhost");
                var first = ours(port, 1, 1);
                var late = ours(port, 1, 1)) {
            assertThat(first.next()).succeedsWithin(SOON);

            assertThat(first.handler.scale(1, 2, "somebody")).isEmpty();
            var coming = late.next();
            await().atMost(SOON).until(() -> first.handler.numNodesWaiting() == 1);
            var again = first.next();

            assertThat(again).succeedsWithin(SOON);
            assertThat(coming).succeedsWithin(SOON);
            assertThat(first.handler.scale(1, 3, "somebody")).isEmpty();
            await().atMost(SOON)
                    .until(
                            () ->
                                    late.heard(RendezvousNews.Scaled.class)
                                            .anyMatch(told -> told.maxNodes() == 3));
        }
    }

    @Test
    void a_node_of_ours_that_comes_late_makes_pytorchs_meet_again() throws IOException {
        int port = freePort();
        try (var theirs = PythonNode.start("host", port, 1, 2, "localhost");
                var ours = ours(port, 1, 2)) {
            assertThat(theirs.next()).succeedsWithin(SOON).isEqualTo(0);

            var late = ours.next();
            await().atMost(SOON).until(() -> theirs.waiting() == 1);
            var again = theirs.next();

            assertThat(late).succeedsWithin(SOON);
            publishMaster(late.join());
            assertThat(late.join().groupRank()).isZero();
            assertThat(again).succeedsWithin(SOON).isEqualTo(1);
        }
    }

    @Test
    void what_pytorchs_closes_is_closed_for_ours() throws IOException {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            int port = server.address().getPort();
            try (var theirs = PythonNode.start("guest", port, 2, 2, "localhost");
                    var ours = ours(port, 2, 2)) {
                agreeOnWhoIsWho(ours, theirs);

                assertThat(theirs.shutdown()).isTrue();

                await().atMost(SOON)
                        .until(() -> ours.heard(RendezvousNews.Closed.class).count() == 1);
            }
        }
    }

    private static void agreeOnWhoIsWho(MeetingNode ours, PythonNode theirs) {
        var first = theirs.next();
        RendezvousInfo info = next(ours);

        assertThat(first).succeedsWithin(SOON).isEqualTo(1);
        assertThat(info.groupRank()).isZero();
        assertThat(info.nodes()).extracting(Node::address).containsExactly(OURS, "localhost");
    }

    private static RendezvousInfo next(MeetingNode ours) {
        var round = ours.next();
        assertThat(round).succeedsWithin(SOON);
        publishMaster(round.join());
        return round.join();
    }

    /** Rank 0 owes this to PyTorch's nodes, whose rounds end with reading it. */
    private static void publishMaster(RendezvousInfo info) {
        info.store().set("MASTER_ADDR", "127.0.0.1".getBytes(US_ASCII), SOON);
        info.store().set("MASTER_PORT", "29500".getBytes(US_ASCII), SOON);
    }

    private static MeetingNode ours(int port, int min, int max) {
        var store = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return MeetingNode.at(store, OURS, MeetingNode.nodes(min, max));
    }

    private static int freePort() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            return server.address().getPort();
        }
    }
}
