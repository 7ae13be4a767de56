package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.Agent;
import dev.muster.agent.AgentException;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.stacks.Frame;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;
import dev.muster.agent.stacks.StackTree;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;

/** Two of three ranks wait in a barrier of gloo for the third, which sleeps over its data. */
@Needs(TestGroup.TORCH)
@Timeout(240)
class TorchStacksTest {
    private static final Duration LONG = Duration.ofSeconds(120);
    private static final String HANGS =
            """
            import contextlib, os, time
            import torch.distributed as dist
            from torch.distributed.elastic.control_plane import worker_main
            rank = os.environ["RANK"]
            def load():
                open("ready" + rank, "w").close()
                time.sleep(600)
            def train():
                dist.init_process_group("gloo")
                if rank == "1":
                    load()
                open("ready" + rank, "w").close()
                dist.barrier()
            with worker_main() if os.environ["SERVE"] == "1" else contextlib.nullcontext():
                train()
            """;

    @TempDir Path folder;
    private AgentSession session;
    private volatile AgentSnapshot latest = new AgentSnapshot("", List.of());

    @BeforeEach
    void open() {
        var home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
        session = EmbeddedSession.over(Agent.open(home, System.getenv()));
        session.watch(snapshot -> latest = snapshot);
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void ranks_that_serve_their_sockets_show_who_keeps_the_others_waiting() throws IOException {
        RunId run = launch(Map.of("SERVE", "1"));

        String odd =
                await().atMost(LONG)
                        .until(
                                () -> StackTree.of(stacks(run, Set.of(), false)).odd(),
                                told -> told.filter(words -> words.contains("barrier")).isPresent())
                        .orElseThrow();

        assertThat(odd).startsWith("rank 1 in load (hang.py:7), unlike ranks 0, 2 in ");
        assertThat(stacks(run, Set.of(), false))
                .extracting(RankStack::rung)
                .containsOnly(Optional.of(Rung.CONTROL_SOCKET));
        assertThat(job(run).phase()).isEqualTo(Phase.RUNNING);
    }

    @Test
    void a_rank_that_tells_in_no_other_way_is_ended_for_its_last_words() throws IOException {
        RunId run = launch(Map.of("SERVE", "0", "PYTHONFAULTHANDLER", "1"));

        RankStack stack = stacks(run, Set.of(new LocalRank(1)), true).getFirst();

        assertThat(stack.threads().getFirst().frames())
                .extracting(Frame::function)
                .containsExactly("<module>", "train", "load");
        assertThat(stack.because().getFirst()).startsWith("control-socket: the script does not");
        if (stack.rung().equals(Optional.of(Rung.ABORT))) {
            await().atMost(LONG).until(() -> job(run).phase() == Phase.ENDED);
            assertThat(job(run).because()).contains("SIGABRT");
        }
        assertThat(folder.resolve("state/runs/" + run + "/events.jsonl"))
                .content()
                .contains("\"stacks, by SIGABRT where there is no other way\"");
    }

    @Test
    void a_run_that_is_not_here_is_refused_in_a_sentence() {
        assertThatThrownBy(() -> stacks(new RunId("nobody"), Set.of(), false))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(AgentException.class)
                .hasMessage("there is no run nobody");
    }

    private List<RankStack> stacks(RunId run, Set<LocalRank> ranks, boolean mayEnd) {
        return session.stacks(run, ranks, mayEnd).toCompletableFuture().join();
    }

    private JobSnapshot job(RunId run) {
        return latest.runs().stream()
                .filter(job -> job.run().equals(run))
                .findFirst()
                .orElseThrow();
    }

    private RunId launch(Map<String, String> environment) throws IOException {
        Path script = folder.resolve("hang.py");
        Files.writeString(script, HANGS);
        var spec =
                new JobSpec(
                        new Entrypoint.Script(script.toString()),
                        Optional.of(TestPython.path()),
                        List.of(),
                        3,
                        0,
                        "default",
                        Optional.empty(),
                        Optional.empty(),
                        folder,
                        environment,
                        WorkerDevices.ALL,
                        WorkerStreams.PLAIN,
                        Optional.empty(),
                        new StopTerms(Duration.ofSeconds(1)));
        RunId run = session.launch(spec).toCompletableFuture().join();
        await().atMost(LONG)
                .until(
                        () ->
                                IntStream.range(0, 3)
                                        .allMatch(
                                                rank ->
                                                        Files.exists(
                                                                folder.resolve("ready" + rank))));
        return run;
    }
}
