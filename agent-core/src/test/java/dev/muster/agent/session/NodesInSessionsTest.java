package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.Agent;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.launch.LaunchChecks;
import dev.muster.agent.launch.Resolution;
import dev.muster.agent.launch.RunFlags;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Two agents of one job, each behind a session of its own, as a window has one. */
@Timeout(120)
class NodesInSessionsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration GRACE = Duration.ofSeconds(5);

    @TempDir private Path folder;

    private final List<Node> nodes = new ArrayList<>();

    @AfterEach
    void closeThem() {
        nodes.forEach(node -> node.session.close());
    }

    @Test
    void a_node_that_is_told_not_to_wait_succeeds_and_the_other_goes_on() throws IOException {
        Path end = folder.resolve("end");
        start("test $RANK = 1 || until test -e %s; do sleep 0.1; done".formatted(end));
        JobSnapshot waiting = nodes.get(1).until(run -> run.phase() == Phase.FINISHING);

        nodes.get(1).send(new AgentCommand.SkipWaiting(Aim.at(waiting)));
        JobSnapshot skipped = nodes.get(1).until(run -> run.phase() == Phase.ENDED);
        Files.createFile(end);
        JobSnapshot other = nodes.get(0).until(run -> run.phase() == Phase.ENDED);

        assertThat(waiting.barrier().orElseThrow().attendance())
                .isEqualTo(new Attendance(1, 2, List.of("node 1"), List.of("node 0")));
        assertThat(outcome(skipped)).isEqualTo(Outcome.SUCCEEDED);
        assertThat(skipped.because())
                .isEqualTo("done here; told by you not to wait for the other nodes");
        assertThat(outcome(other)).isEqualTo(Outcome.SUCCEEDED);
    }

    @Test
    void a_node_that_leaves_its_job_ends_alone() throws IOException {
        Path end = folder.resolve("end");
        start("until test -e %s; do sleep 0.1; done".formatted(end));
        nodes.get(0).until(run -> run.phase() == Phase.RUNNING);
        JobSnapshot running = nodes.get(1).until(run -> run.phase() == Phase.RUNNING);

        nodes.get(1).send(new AgentCommand.Leave(Aim.at(running), GRACE));
        JobSnapshot left = nodes.get(1).until(run -> run.phase() == Phase.ENDED);

        assertThat(outcome(left)).isEqualTo(Outcome.STOPPED);
        assertThat(nodes.get(0).latest.runs().getFirst().phase()).isEqualTo(Phase.RUNNING);
    }

    private static Outcome outcome(JobSnapshot run) {
        return run.end().orElseThrow().outcome();
    }

    /** Both nodes, each with one worker of this script. */
    private void start(String script) throws IOException {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        for (int rank = 0; rank < 2; rank++) {
            nodes.add(new Node(folder.resolve("node" + rank), spec(rank, port, script)));
        }
    }

    private static JobSpec spec(int rank, int port, String script) {
        var flags =
                List.of(
                        "--nnodes=2",
                        "--node-rank=" + rank,
                        "--master-port=" + port,
                        "--local-addr=127.0.0.1",
                        "--no-python",
                        "/bin/sh",
                        "-c",
                        script);
        var draft = RunFlags.read(flags, Map.of()).draft();
        return LaunchChecks.onThisMachine().check(draft) instanceof Resolution.Ready(var spec)
                ? spec
                : fail("the launch was refused");
    }

    /** An agent with one run. */
    private static final class Node {
        private final AgentSession session;
        private volatile AgentSnapshot latest = new AgentSnapshot("", List.of());

        Node(Path home, JobSpec spec) {
            var folders = new MusterHome(home.resolve("state"), home.resolve("config"));
            var environment = Map.of("PATH", "/usr/bin:/bin");
            session = EmbeddedSession.over(Agent.open(folders, environment));
            session.watch(snapshot -> latest = snapshot);
            session.launch(spec).toCompletableFuture().join();
        }

        JobSnapshot until(Predicate<JobSnapshot> wanted) {
            return await().atMost(PATIENCE)
                    .until(
                            () -> latest.runs().stream().filter(wanted).findFirst(),
                            Optional::isPresent)
                    .orElseThrow();
        }

        void send(AgentCommand command) {
            session.send(command).toCompletableFuture().join();
        }
    }
}
