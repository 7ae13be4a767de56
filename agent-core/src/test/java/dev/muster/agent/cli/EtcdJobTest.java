package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.rendezvous.etcd.RunningEtcd;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** A job whose agents meet in an etcd, so that no machine of it has to last. */
@BesideOthers
@Needs(TestGroup.TORCH)
@Timeout(240)
class EtcdJobTest {
    private static final String A = "127.0.0.1";
    private static final String B = "127.0.0.2";
    private static final String C = "127.0.0.3";
    private static final String[] FLAGS = {
        "--nnodes",
        "2",
        "--rdzv-backend",
        "etcd-v3",
        "--rdzv-conf",
        "last_call_timeout=1,keep_alive_interval=1,keep_alive_max_attempt=3"
    };

    @TempDir private Path folder;
    @TempDir private Path data;

    @Test
    @Needs(TestGroup.ETCD)
    void it_outlives_its_first_agent_and_the_leader_of_etcd()
            throws IOException, InterruptedException {
        try (var etcd = RunningEtcd.start(data, 3);
                var job = new NodesOfAJob(folder, etcd.endpoint())) {
            job.ours(A, FLAGS);
            job.ours(B, FLAGS);
            job.awaitJoined(A, 1);
            job.awaitJoined(B, 1);

            job.kill(A);
            etcd.kill(etcd.leader());
            job.awaitTalk(B, A + " is lost");
            job.ours(C, FLAGS);
            job.awaitJoined(C, 1);
            job.go();

            assertThat(job.sumOf(B)).isEqualTo("sum 3 of 2");
            assertThat(job.sumOf(C)).isEqualTo("sum 3 of 2");
        }
    }
}
