package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.etcd.EtcdNode.Nodes;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Many nodes of ours that come at once, on one real etcd. */
@Needs(TestGroup.ETCD)
@Tag("proof")
@Timeout(300)
class ManyEtcdNodesTest {
    private static final Logger LOG = LoggerFactory.getLogger(ManyEtcdNodesTest.class);

    @TempDir Path data;

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 50, 100})
    void nodes_that_come_at_once_meet_in_one_etcd(int count) {
        try (var etcd = RunningEtcd.start(data, 1)) {
            var all = new Nodes(count, count);
            List<EtcdNode> nodes =
                    IntStream.range(0, count)
                            .mapToObj("n%04d"::formatted)
                            .map(name -> EtcdNode.at(etcd.endpoint(), "run", name, all, ""))
                            .toList();
            try {
                long start = System.nanoTime();
                var rounds = nodes.stream().map(EtcdNode::next).toList();
                List<RendezvousInfo> met = rounds.stream().map(CompletableFuture::join).toList();

                LOG.info(
                        "{} nodes met in {} ms",
                        count,
                        Duration.ofNanos(System.nanoTime() - start).toMillis());
                assertThat(met)
                        .extracting(RendezvousInfo::groupRank)
                        .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
            } finally {
                nodes.parallelStream().forEach(EtcdNode::close);
            }
        }
    }
}
