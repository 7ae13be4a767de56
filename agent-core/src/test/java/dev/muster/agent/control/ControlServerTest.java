package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.control.api.LaunchJson;
import dev.muster.agent.control.api.OutcomeJson;
import dev.muster.agent.control.api.Problem;
import dev.muster.agent.control.api.StacksJson;
import dev.muster.agent.control.api.StoreJson;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.EventReader;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

class ControlServerTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String UNTIL_TOLD =
            "echo up; until test -e go; do sleep 0.05; done; echo over";

    @TempDir private Path folder;
    private ServedAgent agent;

    @BeforeEach
    void open() throws IOException {
        agent = new ServedAgent(folder);
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void only_this_user_can_reach_the_socket_and_it_goes_with_the_server() throws IOException {
        Path socket = agent.socket();

        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(socket));
        String ofFolder =
                PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent()));
        agent.close();

        assertThat(mode).isEqualTo("rw-------");
        assertThat(ofFolder).isEqualTo("rwx------");
        assertThat(socket).doesNotExist();
    }

    @Test
    void an_agent_says_who_it_is_and_what_it_runs() throws IOException {
        RunId run = agent.launch(1, "true");
        agent.awaitRun(run, now -> now.phase() == Phase.ENDED);

        AgentFacts facts = AgentFacts.read(get(ApiPath.AGENT).body());

        assertThat(facts.runs()).containsExactly(run);
        assertThat(facts.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(facts.kind()).isEqualTo(AgentFacts.Kind.AGENT);
        assertThat(facts.version()).isNotBlank();
    }

    @Test
    void a_run_is_launched_watched_and_told_to_stop() throws IOException {
        var launched =
                RawClient.post(agent.socket(), ApiPath.RUNS, agent.launchBody(2, "sleep 600"));
        RunId run = LaunchJson.readLaunched(launched.body());
        agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);
        JsonNode running = JSON.readTree(get(ApiPath.run(run)).body());
        var stopped =
                command(
                        run,
                        "{\"command\":\"stop\",\"attempt\":0,\"grace\":5}",
                        "Muster-Client: me");
        JobSnapshot ended = agent.awaitRun(run, now -> now.phase() == Phase.ENDED);

        assertThat(launched.status()).isEqualTo(201);
        assertThat(launched.header("Location")).isEqualTo(ApiPath.run(run));
        assertThat(running.path("phase").asString()).isEqualTo("running");
        assertThat(running.path("workers").size()).isEqualTo(2);
        assertThat(stopped.status()).isEqualTo(200);
        assertThat(ended.because()).matches("stopped by me \\(.*process [0-9]+\\).*");
        awaitAudit("\"callsItself\":\"me\"");
    }

    @Test
    void a_stale_command_is_refused_and_the_reason_is_a_problem() throws IOException {
        RunId run = agent.launch(1, "sleep 600");

        var refused = command(run, "{\"command\":\"restart\",\"attempt\":3}");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.header("Content-Type")).isEqualTo(Problem.MEDIA_TYPE);
        assertThat(OutcomeJson.read(refused.body()))
                .isEqualTo(
                        new CommandOutcome.Refused(
                                "it was meant for attempt 3, and attempt 0 is under way"));
    }

    @Test
    void a_command_that_comes_again_with_its_key_is_done_once() throws IOException {
        RunId run = agent.launch(1, "sleep 600");
        agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);
        String restart = "{\"command\":\"restart\",\"attempt\":0}";

        var first = command(run, restart, "Idempotency-Key: k1");
        agent.awaitRun(run, now -> now.attemptNumber() == 1 && now.phase() == Phase.RUNNING);
        var again = command(run, restart, "Idempotency-Key: k1");
        var other = command(run, "{\"command\":\"restart\",\"attempt\":1}", "Idempotency-Key: k1");

        assertThat(first.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(other.status()).isEqualTo(422);
        assertThat(agent.awaitRun(run, _ -> true).attemptNumber()).isEqualTo(1);
        awaitAudit("already done");
    }

    @Test
    void events_come_numbered_without_gaps_from_the_first_to_the_last() throws IOException {
        RunId run = agent.launch(2, UNTIL_TOLD);
        agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);

        String stream;
        try (var client = RawClient.connect(agent.socket())) {
            client.send(RawClient.request("GET", ApiPath.events(run), ""));
            client.readUntil("worker-started");
            Files.createFile(folder.resolve("go"));
            stream = client.readAll();
        }

        List<Long> numbers = numbers(stream);
        long last = agent.awaitRun(run, _ -> true).seq();
        assertThat(numbers).startsWith(1L, 2L, 3L).endsWith(last).hasSize((int) last);
        assertThat(stream).contains("run-ended").endsWith("0\r\n\r\n");
    }

    @Test
    void a_stream_goes_on_behind_the_last_event_that_the_client_has() throws IOException {
        RunId run = agent.launch(1, "true");
        JobSnapshot ended = agent.awaitRun(run, now -> now.phase() == Phase.ENDED);

        var rest = get(ApiPath.events(run), "Last-Event-ID: " + (ended.seq() - 2));

        assertThat(numbers(rest.body())).containsExactly(ended.seq() - 1, ended.seq());
        assertThat(EventReader.read(dataLines(rest.body()).getLast()).seq()).isEqualTo(ended.seq());
    }

    @Test
    void the_agents_stream_names_the_runs_that_are_there_and_each_new_one() throws IOException {
        RunId first = agent.launch(1, "true");
        agent.awaitRun(first, now -> now.phase() == Phase.ENDED);
        try (var client = RawClient.connect(agent.socket())) {
            client.send(RawClient.request("GET", ApiPath.AGENT_EVENTS, ""));
            client.readUntil("{\"run\":\"%s\"}".formatted(first));

            RunId second = agent.launch(1, "true");

            assertThat(client.readUntil("{\"run\":\"%s\"}".formatted(second)))
                    .contains("event: run\n");
        }
    }

    @Test
    void a_run_that_was_removed_from_the_history_is_forgotten_and_its_watchers_hear_of_it()
            throws IOException {
        RunId run = agent.launch(1, "true");
        agent.awaitRun(run, now -> now.phase() == Phase.ENDED);
        try (var client = RawClient.connect(agent.socket())) {
            client.send(RawClient.request("GET", ApiPath.AGENT_EVENTS, ""));
            client.readUntil("{\"run\":\"%s\"}".formatted(run));

            Files.move(agent.home().runs().resolve(run.value()), folder.resolve("removed"));

            client.readUntil("event: gone\ndata: {\"run\":\"%s\"}".formatted(run));
        }
        assertThat(RawClient.get(agent.socket(), ApiPath.run(run)).status()).isEqualTo(404);
        assertThat(RawClient.get(agent.socket(), ApiPath.RUNS).body()).doesNotContain(run.value());
    }

    @Test
    void a_log_is_read_from_any_byte_on() throws IOException {
        RunId run = agent.launch(2, "echo rank $RANK; echo oops >&2");
        agent.awaitRun(run, now -> now.phase() == Phase.ENDED);

        var whole = get(log(run, 0, 1, LogStream.STDOUT));
        var part = get(log(run, 0, 1, LogStream.STDOUT) + "?from=2&limit=3");
        var past = get(log(run, 0, 1, LogStream.STDERR) + "?from=100");

        assertThat(whole.body()).isEqualTo("rank 1\n");
        assertThat(whole.header("Muster-Log-Size")).isEqualTo("7");
        assertThat(part.body()).isEqualTo("nk ");
        assertThat(past.status()).isEqualTo(200);
        assertThat(past.body()).isEmpty();
    }

    @Test
    void a_log_is_followed_until_its_attempt_is_over() throws IOException {
        RunId run = agent.launch(1, UNTIL_TOLD);
        agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);

        String followed;
        try (var client = RawClient.connect(agent.socket())) {
            client.send(
                    RawClient.request("GET", log(run, 0, 0, LogStream.STDOUT) + "?follow=1", ""));
            client.readUntil("up\n");
            Files.createFile(folder.resolve("go"));
            followed = client.readAll();
        }

        assertThat(followed).contains("over\n").endsWith("0\r\n\r\n");
    }

    @Test
    void a_log_that_is_cut_while_it_is_followed_ends_there_and_says_so() throws IOException {
        RunId run = agent.launch(1, UNTIL_TOLD);
        JobSnapshot running = agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);
        Path log = running.attempt().orElseThrow().files().values().iterator().next().stdout();

        String followed;
        try (var client = RawClient.connect(agent.socket())) {
            client.send(
                    RawClient.request("GET", log(run, 0, 0, LogStream.STDOUT) + "?follow=1", ""));
            client.readUntil("up\n");
            Files.newOutputStream(log, StandardOpenOption.TRUNCATE_EXISTING).close();
            followed = client.readAll();
        }

        assertThat(followed).endsWith("\r\n0\r\nMuster-Log-Cut: 0\r\n\r\n");
    }

    @Test
    void it_is_told_where_a_worker_stands_or_why_that_cannot_be_told() throws IOException {
        RunId run = agent.launch(2, "sleep 600");
        agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);

        var reply =
                RawClient.post(
                        agent.socket(),
                        ApiPath.stacks(run),
                        "{\"localRanks\":[1],\"abort\":false}");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(StacksJson.read(reply.body())).hasSize(1);
    }

    @Test
    void it_is_told_what_the_workers_store_holds() throws IOException {
        RunId run = agent.launch(1, "sleep 600");
        agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);

        var reply = get(ApiPath.store(run));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(StoreJson.read(reply.body()).address()).startsWith("127.0.0.1:");
    }

    @Test
    void one_connection_serves_one_request_after_the_other() throws IOException {
        try (var client = RawClient.connect(agent.socket())) {
            client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            client.readUntil("{\"status\":\"ok\"}");
            client.send("GET /v1/agent HTTP/1.1\r\nHost: muster\r\n\r\n");

            assertThat(client.readUntil("\"kind\":\"agent\"")).contains("HTTP/1.1 200 OK");
        }
    }

    @Test
    void what_is_not_there_is_a_problem() throws IOException {
        var run = get(ApiPath.run(new RunId("nobody")));
        var path = get("/v2/agent");
        var method = RawClient.post(agent.socket(), ApiPath.AGENT, "{}");

        assertThat(Problem.read(run.body()))
                .isEqualTo(new Problem(404, "Not found", "there is no run nobody here"));
        assertThat(path.status()).isEqualTo(404);
        assertThat(method.status()).isEqualTo(405);
    }

    private RawClient.Reply get(String target, String... headers) throws IOException {
        return RawClient.get(agent.socket(), target, headers);
    }

    private RawClient.Reply command(RunId run, String body, String... headers) throws IOException {
        return RawClient.post(agent.socket(), ApiPath.commands(run), body, headers);
    }

    private void awaitAudit(String words) {
        Path audit = agent.home().state().resolve("audit.jsonl");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(audit).content().contains(words));
    }

    private static String log(RunId run, int attempt, int localRank, LogStream stream) {
        return ApiPath.log(run, attempt, new LocalRank(localRank), stream);
    }

    private static List<Long> numbers(String stream) {
        return stream.lines()
                .filter(line -> line.startsWith("id: "))
                .map(line -> Long.valueOf(line.substring("id: ".length())))
                .toList();
    }

    private static List<String> dataLines(String stream) {
        return stream.lines()
                .filter(line -> line.startsWith("data: {\"seq\""))
                .map(line -> line.substring("data: ".length()))
                .toList();
    }
}
