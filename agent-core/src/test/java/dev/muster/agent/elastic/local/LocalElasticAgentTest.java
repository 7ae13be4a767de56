package dev.muster.agent.elastic.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.elastic.RunResult;
import dev.muster.agent.elastic.WorkerGroup;
import dev.muster.agent.elastic.WorkerSpec;
import dev.muster.agent.elastic.WorkerState;
import dev.muster.agent.function.SampleJob;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.multiprocessing.ProcessFailure;
import dev.muster.agent.telemetry.Event;
import dev.muster.agent.telemetry.EventLogHandlers;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** torch's agent by its own names, with workers written in shell. */
@Timeout(90)
class LocalElasticAgentTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");

    @TempDir private Path folder;

    @Test
    void a_run_that_succeeds_keeps_its_budget() throws InterruptedException, IOException {
        try (var agent = agentOf(2, 3, "true")) {
            assertThat(agent.getWorkerGroup("default").state()).isEqualTo(WorkerState.INIT);

            RunResult result = agent.run();

            assertThat(result.state()).isEqualTo(WorkerState.SUCCEEDED);
            assertThat(result.isFailed()).isFalse();
            assertThat(result.failures()).isEmpty();
            assertThat(result.returnValues().json(new Rank(1))).isEqualTo("null");
            assertThat(agent.remainingRestarts()).isEqualTo(3);
            assertThat(agent.getWorkerGroup("default").state()).isEqualTo(WorkerState.SUCCEEDED);
        }
    }

    @Test
    void a_group_that_always_fails_is_started_four_times_with_three_restarts()
            throws InterruptedException, IOException {
        Path starts = folder.resolve("starts");

        try (var agent = agentOf(1, 3, "echo x >> %s; exit 5".formatted(starts))) {
            RunResult result = agent.run();

            assertThat(result.isFailed()).isTrue();
            assertThat(agent.remainingRestarts()).isZero();
            assertThat(result.because()).contains("all 3 restarts are used");
        }
        assertThat(Files.readAllLines(starts)).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void ranks_of_which_every_other_one_always_fails_use_up_two_restarts(int failing)
            throws InterruptedException, IOException {
        String script =
                """
                [ $((RANK %% 2)) != %d ] && exit 0
                echo $TORCHELASTIC_RESTART_COUNT >> restarts
                exit 3
                """
                        .formatted(failing);

        try (var agent = agentOf(4, 2, script)) {
            RunResult result = agent.run();

            assertThat(result.state()).isEqualTo(WorkerState.FAILED);
            assertThat(agent.remainingRestarts()).isZero();
            assertThat(result.failures().values())
                    .allMatch(failure -> failure.exitcode() == 3 || failure.exitcode() == -15);
            assertThat(result.failures().keySet().iterator().next().value() % 2).isEqualTo(failing);
        }
        assertThat(new TreeSet<>(Files.readAllLines(folder.resolve("restarts"))))
                .containsExactly("0", "1", "2");
    }

    @Test
    void failures_stand_by_global_rank_the_first_one_first() throws InterruptedException {
        String script =
                """
                : > up.$RANK
                [ $RANK = 1 ] || exec sleep 600
                until [ -e up.0 ] && [ -e up.2 ]; do sleep 0.05; done
                exit 9
                """;

        try (var agent = agentOf(3, 0, script)) {
            RunResult result = agent.run();

            assertThat(result.failures()).containsOnlyKeys(new Rank(1), new Rank(0), new Rank(2));
            assertThat(result.failures().values().stream().map(ProcessFailure::exitcode))
                    .containsExactly(9, -15, -15);
            assertThat(result.returnValues().files()).isEmpty();
        }
    }

    @Test
    void a_function_gives_a_value_for_each_global_rank() throws InterruptedException, IOException {
        var method = new Entrypoint.JavaFunction(SampleJob.class.getName(), "describe");
        JobSpec job =
                SampleSpec.ofScript()
                        .entrypoint(method)
                        .withoutPython()
                        .arguments("1", "\"one\"", "{}")
                        .workers(2)
                        .workingDirectory(folder)
                        .build();

        try (var agent = open(job)) {
            RunResult result = agent.run();

            assertThat(result.because()).isEqualTo("all 2 workers are done");
            assertThat(result.returnValues().json(new Rank(1))).contains("\"rank\":1");
        }
    }

    @Test
    void while_it_runs_the_group_is_healthy_and_workers_have_pids_and_ranks()
            throws InterruptedException, IOException, ExecutionException {
        Path go = folder.resolve("go");

        try (var agent = agentOf(2, 0, "until [ -e %s ]; do sleep 0.1; done".formatted(go))) {
            CompletableFuture<RunResult> result = inBackground(agent);
            Awaitility.await().until(() -> agent.getWorkerGroup("default").state().isRunning());
            WorkerGroup group = agent.getWorkerGroup("default");
            Files.createFile(go);

            assertThat(group.groupRank()).contains(0);
            assertThat(group.groupWorldSize()).contains(1);
            assertThat(group.master()).isPresent();
            assertThat(group.workers()).allMatch(worker -> worker.id().isPresent());
            assertThat(group.workers().get(1))
                    .hasToString(
                            "local_rank=1,global_rank=1,role_rank=1,world_size=2,"
                                    + "role_world_size=2");
            assertThat(result.get().state()).isEqualTo(WorkerState.SUCCEEDED);
        }
    }

    @Test
    void closing_stops_the_workers_and_the_run_says_so()
            throws InterruptedException, ExecutionException {
        LocalElasticAgent agent = agentOf(1, 0, "exec sleep 600");
        CompletableFuture<RunResult> result = inBackground(agent);
        Awaitility.await().until(() -> agent.getWorkerGroup("default").state().isRunning());

        agent.close();

        assertThat(result.get().state()).isEqualTo(WorkerState.STOPPED);
    }

    @Test
    void a_round_that_cannot_be_joined_leaves_the_group_at_its_beginning()
            throws InterruptedException {
        var nodes =
                new JobNodes(
                        2,
                        2,
                        0,
                        "c10d",
                        "127.0.0.1:1",
                        Map.of("is_host", "false", "read_timeout", "1", "join_timeout", "1"),
                        Optional.empty());
        JobSpec job = SampleSpec.ofScript().nodes(nodes).workingDirectory(folder).build();

        try (var agent = open(job)) {
            RunResult result = agent.run();

            assertThat(result.state()).isEqualTo(WorkerState.INIT);
            assertThat(result.returnValues().files()).isEmpty();
        }
    }

    @Test
    void whoever_is_named_hears_of_the_run_in_events_and_metrics() throws InterruptedException {
        var events = new ArrayList<String>();
        var metrics = new ArrayList<String>();
        var handlers = new EventLogHandlers(new PrintStream(OutputStream.nullOutputStream()));
        handlers.register("list", events::add);
        var spec = new WorkerSpec(shell(1, 0, "true"), Duration.ofSeconds(1), "list");

        try (var agent =
                LocalElasticAgent.open(
                        spec, home(), ENVIRONMENT, handlers, data -> metrics.add(data.name()))) {
            agent.run();
        }

        assertThat(events.stream().map(Event::deserialize).map(Event::name))
                .first()
                .isEqualTo("torchelastic.worker.status.RENDEZVOUS");
        assertThat(metrics).contains("workers.default.run_success_no_retries");
    }

    @Test
    void a_handler_that_nobody_knows_is_refused_before_anything_starts() {
        var spec = new WorkerSpec(shell(1, 0, "true"), Duration.ofSeconds(1), "list");

        assertThatThrownBy(() -> LocalElasticAgent.open(spec, home(), ENVIRONMENT))
                .hasMessageContaining("event log handler: \"list\"");
    }

    @Test
    void an_agent_has_one_role_and_one_run() throws InterruptedException {
        try (var agent = agentOf(1, 0, "true")) {
            agent.run();

            assertThatThrownBy(agent::run).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> agent.getWorkerGroup("ps"))
                    .hasMessage("role: \"ps\" (expected: \"default\")");
        }
    }

    private LocalElasticAgent agentOf(int workers, int maxRestarts, String script) {
        return open(shell(workers, maxRestarts, script));
    }

    private JobSpec shell(int workers, int maxRestarts, String script) {
        return SampleSpec.ofScript()
                .entrypoint(new Entrypoint.Program("/bin/sh"))
                .withoutPython()
                .arguments("-c", script.replace("$", "$$"))
                .workers(workers)
                .maxRestarts(maxRestarts)
                .workingDirectory(folder)
                .build();
    }

    private LocalElasticAgent open(JobSpec job) {
        return LocalElasticAgent.open(new WorkerSpec(job), home(), ENVIRONMENT);
    }

    private MusterHome home() {
        return new MusterHome(folder.resolve("state"), folder.resolve("config"));
    }

    private static CompletableFuture<RunResult> inBackground(LocalElasticAgent agent) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return agent.run();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }
}
