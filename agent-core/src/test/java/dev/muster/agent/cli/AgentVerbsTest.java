package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.Agent;
import dev.muster.agent.control.ControlServer;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.journal.EventReader;
import dev.muster.agent.session.AgentPlace;
import dev.muster.agent.session.AgentPlaces;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What can be asked of agents from a terminal, over a real socket. */
@Timeout(180)
class AgentVerbsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    @TempDir private Path folder;
    private Agent agent;
    private ControlServer server;
    private volatile List<JobSnapshot> runs = List.of();

    @BeforeEach
    void open() throws IOException {
        var home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
        agent = Agent.open(home, Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString()));
        agent.listen((RunId _, NumberedEvent _, List<JobSnapshot> now) -> runs = now, _ -> {});
        server =
                ControlServer.open(
                        agent,
                        AgentFacts.Kind.AGENT,
                        home,
                        Map.of("MUSTER_HOME", folder.toString()));
    }

    @AfterEach
    void close() {
        agent.close();
        server.close();
    }

    @Test
    void runs_are_listed_in_columns() {
        RunId run = running(2, "sleep 600");

        int exitCode = call("ps");

        assertThat(exitCode).isZero();
        assertThat(out().lines().toList())
                .hasSize(2)
                .satisfies(
                        lines -> {
                            assertThat(lines.getFirst())
                                    .matches("RUN +STATE +WORKERS +ATTEMPT +AGE +AGENT +WHAT");
                            assertThat(lines.getLast())
                                    .matches(run + " +running +2/2 +0 +[0-9]+[smh] +[0-9]+ +sh");
                        });
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @Test
    void runs_are_listed_for_scripts() {
        RunId run = running(1, "sleep 600");

        call("ps", "-o", "json");
        assertThat(out()).startsWith("{\"runs\":[{").contains("\"run\":\"%s\"".formatted(run));
        out.reset();
        call("ps", "-o", "jsonl");

        assertThat(out().lines()).hasSize(1).first().asString().contains("\"phase\":\"running\"");
    }

    @Test
    void where_no_agent_is_there_are_no_runs_and_nothing_to_steer() {
        int listed = new PsCommand(terminal(), InstantSource.system()).call(List.of(), List::of);
        int stopped = new StopCommand(terminal()).call(List.of(), List::of);

        assertThat(listed).isZero();
        assertThat(out()).startsWith("RUN").hasLineCount(1);
        assertThat(stopped).isEqualTo(69);
        assertThat(err.toString(UTF_8)).contains("no agent of yours runs here");
    }

    @Test
    void one_workers_output_comes_byte_for_byte_and_that_of_all_with_prefixes() {
        RunId run = ended(2, "printf 'rank %s' $RANK; echo error $RANK >&2");

        assertThat(call("logs", run.value(), "--rank", "1")).isZero();
        assertThat(out()).isEqualTo("rank 1");
        out.reset();
        call("logs", run.value(), "--stderr");

        assertThat(out().lines())
                .containsExactlyInAnyOrder("[default0]:error 0", "[default1]:error 1");
    }

    @Test
    void logs_of_an_earlier_attempt_are_there_still() {
        RunId run =
                ended(
                        1,
                        1,
                        "echo attempt $TORCHELASTIC_RESTART_COUNT; exit $((1 -"
                                + " $TORCHELASTIC_RESTART_COUNT))");

        call("logs", run.value(), "--attempt", "0");
        assertThat(out()).isEqualTo("attempt 0\n");
        out.reset();
        call("logs", run.value());
        assertThat(out()).isEqualTo("attempt 1\n");

        assertThat(call("logs", run.value(), "--attempt", "7")).isEqualTo(2);
        assertThat(call("logs", run.value(), "--rank", "7")).isEqualTo(1);
    }

    @Test
    void logs_are_followed_from_attempt_to_attempt_until_the_end() throws IOException {
        Path go = folder.resolve("go");
        RunId run =
                launch(
                        1,
                        1,
                        "echo attempt $TORCHELASTIC_RESTART_COUNT; while [ ! -e %s ]; do sleep 0.1; done; exit $((1 - $TORCHELASTIC_RESTART_COUNT))"
                                .formatted(go));
        awaitRun(run, now -> now.phase() == Phase.RUNNING);

        var followed = CompletableFuture.supplyAsync(() -> call("logs", "-f"));
        await().atMost(60, TimeUnit.SECONDS).until(() -> out().equals("attempt 0\n"));
        Files.createFile(go);

        assertThat(followed.orTimeout(60, TimeUnit.SECONDS).join()).isZero();
        assertThat(out()).isEqualTo("attempt 0\nattempt 1\n");
    }

    @Test
    void a_log_that_is_cut_while_it_is_followed_is_said_and_shown_from_its_beginning()
            throws IOException {
        Path go = folder.resolve("go");
        RunId run =
                launch(
                        1,
                        0,
                        "echo first; while [ ! -e %s ]; do sleep 0.1; done; echo second; sleep 600"
                                .formatted(go));
        awaitRun(run, now -> now.phase() == Phase.RUNNING);
        Path log =
                runs.getFirst().attempts().getFirst().files().values().iterator().next().stdout();

        var followed = CompletableFuture.supplyAsync(() -> call("logs", "-f"));
        await().atMost(60, TimeUnit.SECONDS).until(() -> out().equals("first\n"));
        Files.newOutputStream(log, StandardOpenOption.TRUNCATE_EXISTING).close();
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> err.toString(UTF_8).contains("muster logs: somebody has cut"));
        Files.createFile(go);
        await().atMost(60, TimeUnit.SECONDS).until(() -> out().endsWith("second\n"));

        assertThat(err.toString(UTF_8))
                .isEqualTo(
                        "muster logs: somebody has cut the stdout of rank 0; what is in it now"
                                + " follows\n");
        call("stop");
        assertThat(followed.orTimeout(60, TimeUnit.SECONDS).join()).isZero();
    }

    @Test
    void a_stop_is_done_when_the_run_is_over() {
        RunId run = running(2, "sleep 600");

        int exitCode = call("stop", run.value().substring(0, 10), "--grace", "5");

        assertThat(exitCode).isZero();
        assertThat(runs.getFirst().phase()).isEqualTo(Phase.ENDED);
        assertThat(err.toString(UTF_8)).contains("muster stop: run %s: stopped by".formatted(run));
    }

    @Test
    void what_cannot_be_done_is_refused_with_the_reason() {
        RunId run = ended(1, "true");

        assertThat(call("restart", run.value())).isEqualTo(1);
        assertThat(call("stop", "--force", "--save")).isEqualTo(2);
        assertThat(call("signal", "0", "NOSUCH")).isEqualTo(2);
        assertThat(call("stop", "nobody")).isEqualTo(1);

        assertThat(err.toString(UTF_8).lines())
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .startsWith("muster restart: run " + run + ": refused: "),
                        line ->
                                assertThat(line)
                                        .isEqualTo(
                                                "muster stop: only one of --force, --save and"
                                                        + " --agent-only may be given"),
                        line ->
                                assertThat(line)
                                        .isEqualTo("muster signal: no signal is called \"NOSUCH\""),
                        line ->
                                assertThat(line)
                                        .isEqualTo(
                                                "muster stop: no agent has a run called \"nobody\","
                                                        + " but %s; `muster history` lists those of"
                                                                .formatted(run)
                                                        + " the past"));
    }

    @Test
    void which_of_several_runs_has_to_be_said() {
        RunId one = running(1, "sleep 600");
        RunId other = running(1, "sleep 600");

        int exitCode = call("restart");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains("which run? There is %s, %s".formatted(one, other));
    }

    @Test
    void a_worker_is_sent_a_signal() {
        RunId run =
                launch(
                        2,
                        0,
                        "trap 'echo got it; exit 0' USR1; echo ready; while :; do sleep 0.1; done");
        awaitRun(run, now -> now.phase() == Phase.RUNNING);
        await().atMost(60, TimeUnit.SECONDS).until(() -> logs(run, "1").equals("ready\n"));

        assertThat(call("signal", "1", "USR1")).isZero();

        await().atMost(60, TimeUnit.SECONDS).until(() -> logs(run, "1").equals("ready\ngot it\n"));
    }

    @Test
    void scaling_a_job_of_one_node_is_refused() {
        running(1, "sleep 600");

        assertThat(call("scale", "2:4")).isEqualTo(1);
        assertThat(call("scale", "4:2")).isEqualTo(2);
    }

    @Test
    void a_job_that_others_can_meet_is_scaled_and_shows_its_new_numbers() throws IOException {
        var nodes =
                new JobNodes(
                        1,
                        1,
                        0,
                        "c10d",
                        "127.0.0.1:" + FreePort.onLoopback(),
                        Map.of(),
                        Optional.of("127.0.0.1"));
        RunId run = launch(1, 0, "sleep 600", Optional.of(nodes));
        awaitRun(run, now -> now.phase() == Phase.RUNNING);

        assertThat(call("scale", "1:3")).isZero();
        assertThat(err.toString(UTF_8))
                .contains("run %s: all nodes of the job are told: 1:3 from now on".formatted(run));
        awaitRun(run, now -> now.spec().nodes().orElseThrow().max() == 3);
        err.reset();

        assertThat(call("scale", "1:3")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("refused: the job may have 1 to 3 nodes already");
    }

    @Test
    void every_event_is_told_in_its_order() {
        RunId run = ended(2, "true");

        int exitCode = call("watch", run.value(), "-o", "jsonl");

        assertThat(exitCode).isZero();
        List<Long> numbers = out().lines().map(line -> EventReader.read(line).seq()).toList();
        assertThat(numbers).isNotEmpty();
        for (int k = 0; k < numbers.size(); k++) assertThat(numbers.get(k)).isEqualTo(k + 1);
    }

    @Test
    void whoever_attaches_sees_the_output_and_ends_with_the_runs_exit_code() throws IOException {
        Path go = folder.resolve("go");
        RunId run =
                launch(
                        1,
                        0,
                        "echo out; echo err >&2; while [ ! -e %s ]; do sleep 0.1; done; exit 7"
                                .formatted(go));
        awaitRun(run, now -> now.phase() == Phase.RUNNING);

        var attached = CompletableFuture.supplyAsync(() -> call("attach"));
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> out().equals("out\n") && err.toString(UTF_8).contains("err\n"));
        Files.createFile(go);

        assertThat(attached.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(7);
        assertThat(err.toString(UTF_8)).contains("muster: failed after");
    }

    private String logs(RunId run, String rank) {
        var own = new ByteArrayOutputStream();
        var terminal =
                new Terminal(new PrintStream(own, true, UTF_8), new PrintStream(err, true, UTF_8));
        new LogsCommand(terminal).call(List.of(run.value(), "--rank", rank), here());
        return own.toString(UTF_8);
    }

    private int call(String verb, String... words) {
        return AgentVerbs.named(verb, terminal()).orElseThrow().call(List.of(words), here());
    }

    private AgentPlaces here() {
        return () -> List.of(AgentPlace.here(AgentSocket.at(server.socket()).orElseThrow()));
    }

    private Terminal terminal() {
        return new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private RunId running(int workers, String script) {
        RunId run = launch(workers, 0, script);
        awaitRun(run, now -> now.phase() == Phase.RUNNING);
        return run;
    }

    private RunId ended(int workers, String script) {
        return ended(workers, 0, script);
    }

    private RunId ended(int workers, int maxRestarts, String script) {
        RunId run = launch(workers, maxRestarts, script);
        awaitRun(run, now -> now.phase() == Phase.ENDED);
        return run;
    }

    private void awaitRun(RunId run, Predicate<JobSnapshot> condition) {
        await().atMost(60, TimeUnit.SECONDS)
                .until(
                        () ->
                                runs.stream()
                                        .anyMatch(
                                                now ->
                                                        now.run().equals(run)
                                                                && condition.test(now)));
    }

    private RunId launch(int workers, int maxRestarts, String script) {
        return launch(workers, maxRestarts, script, Optional.empty());
    }

    private RunId launch(int workers, int maxRestarts, String script, Optional<JobNodes> nodes) {
        return agent.launch(
                        new JobSpec(
                                new Entrypoint.Program("/bin/sh"),
                                Optional.empty(),
                                List.of("-c", script.replace("$", "$$")),
                                workers,
                                maxRestarts,
                                "default",
                                Optional.empty(),
                                nodes,
                                folder,
                                Map.of(),
                                WorkerDevices.ALL,
                                WorkerStreams.PLAIN,
                                Optional.empty(),
                                new StopTerms(Duration.ofSeconds(5))))
                .join();
    }
}
