package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.controlplane.WorkerServer;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerFailure;
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
import java.time.Instant;
import java.util.Map;

/** Timers and control sockets, through a whole run. */
@Timeout(180)
class WorkerLinesTest {
    private static final Map<String, String> WITH_TIMERS =
            Map.of("TORCHELASTIC_ENABLE_FILE_TIMER", "1");

    @TempDir private Path folder;

    @Test
    void a_worker_whose_timer_runs_out_is_ended_and_the_agent_is_not() {
        try (var agent = new ShellAgent(folder, WITH_TIMERS)) {
            JobSnapshot ended =
                    agent.run(
                            2,
                            0,
                            """
                            [ $RANK = 1 ] && echo '{"version": 1, "pid": '$$', "scope_id": \
                            "train.py#10", "expiration_time": 1, "signal": 9}' \
                            > $TORCHELASTIC_TIMER_FILE
                            exec sleep 600
                            """);

            WorkerFailure rootCause = ended.attempt().orElseThrow().failures().getFirst();
            assertThat(rootCause.rank()).isEqualTo(new Rank(1));
            assertThat(rootCause.cause()).isEqualTo(new FailureCause.TimedOut("train.py#10"));
            assertThat(ended.because())
                    .startsWith("rank 1 was killed by SIGKILL: its timer train.py#10 ran out");
            assertThat(agent.told(AgentEvent.TimersWatched.class)).hasSize(1);
            assertThat(agent.told(AgentEvent.TimerExpired.class))
                    .singleElement()
                    .satisfies(
                            timer -> {
                                assertThat(timer.rank()).isEqualTo(new Rank(1));
                                assertThat(timer.expiredAt()).isEqualTo(Instant.ofEpochSecond(1));
                                assertThat(timer.signal()).contains(Signal.KILL);
                            });
            assertThat(agent.run(1, 0, "exit 0").end().orElseThrow().exitCode()).isZero();
        }
    }

    @Test
    void a_timer_for_a_process_that_is_not_ours_ends_nobody() throws IOException {
        Process bystander = new ProcessBuilder("sleep", "600").start();
        try (var agent = new ShellAgent(folder, WITH_TIMERS)) {
            agent.run(
                    1,
                    0,
                    """
                    echo '{"version": 1, "pid": %d, "scope_id": "a", "expiration_time": 1,\
                     "signal": 9}' > $TORCHELASTIC_TIMER_FILE
                    echo rubbish > $TORCHELASTIC_TIMER_FILE
                    sleep 0.5
                    """
                            .formatted(bystander.pid()));

            assertThat(bystander.isAlive()).isTrue();
            assertThat(agent.notices())
                    .containsExactly(
                            "somebody wrote into the workers' timer pipe what is no timer:"
                                    + " rubbish");
        } finally {
            bystander.destroyForcibly();
        }
    }

    @Test
    void a_worker_that_is_done_before_it_released_its_timer_is_done_and_no_more() {
        try (var agent = new ShellAgent(folder, WITH_TIMERS)) {
            JobSnapshot ended =
                    agent.run(
                            2,
                            0,
                            """
                            echo '{"version": 1, "pid": '$$', "scope_id": "a",\
                             "expiration_time": '$(date +%s -d +1sec)', "signal": 9}' \
                            > $TORCHELASTIC_TIMER_FILE
                            """);

            assertThat(ended.end().orElseThrow().exitCode()).isZero();
        }
    }

    @Test
    void without_the_switch_no_pipe_is_made_and_the_socket_paths_are_gone_at_the_end()
            throws IOException {
        try (var agent = new ShellAgent(folder, Map.of())) {
            agent.run(
                    2,
                    0,
                    "echo \"$TORCH_WORKER_SERVER_SOCKET ${TORCHELASTIC_TIMER_FILE-none}\""
                            + " > $RANK");

            String[] first = Files.readString(folder.resolve("0")).strip().split(" ");
            String[] second = Files.readString(folder.resolve("1")).strip().split(" ");
            assertThat(first[0]).endsWith("/0.0");
            assertThat(second[0]).endsWith("/0.1");
            assertThat(first[1]).isEqualTo("none");
            assertThat(Path.of(first[0]).getParent()).doesNotExist();
        }
    }

    @Test
    @Needs(TestGroup.TORCH)
    void pytorchs_own_client_sets_a_timer_and_its_worker_server_answers() throws IOException {
        Path script = folder.resolve("hang.py");
        Files.writeString(
                script,
                """
                import os, time
                import torch.distributed.elastic.timer as timer
                from torch.distributed.elastic.control_plane import worker_main

                timer.configure(timer.FileTimerClient(os.environ["TORCHELASTIC_TIMER_FILE"]))
                with worker_main():
                    with timer.expires(after=600, scope="in time"):
                        open("listening", "w").write(os.environ["TORCH_WORKER_SERVER_SOCKET"])
                        while not os.path.exists("go on"):
                            time.sleep(0.05)
                    with timer.expires(after=0.2, scope="too late"):
                        time.sleep(600)
                """);
        try (var agent = new ShellAgent(folder, WITH_TIMERS)) {
            agent.start(1, 0, TestPython.path().toString(), script.toString());
            Path told = folder.resolve("listening");
            agent.awaitRun(_ -> told.toFile().length() > 0);
            var worker = new WorkerServer(Path.of(Files.readString(told)), Duration.ofSeconds(30));

            assertThat(worker.ping()).isEqualTo("pong");
            assertThat(worker.handlers()).contains("dump_traceback");
            assertThat(worker.dumpTraceback()).contains("hang.py");

            Files.createFile(folder.resolve("go on"));
            JobSnapshot ended = agent.awaitRun(now -> now.phase() == Phase.ENDED);
            assertThat(ended.because())
                    .startsWith("rank 0 was killed by SIGKILL: its timer too late ran out");
        }
    }
}
