package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.event.Phase;
import dev.muster.agent.job.RunId;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** What nobody's client should send: refused, written down, and everybody else is served. */
class HostileClientsTest {
    private static final String RESTART = "{\"command\":\"restart\",\"attempt\":%s}";

    @TempDir private Path folder;
    private ServedAgent agent;

    @BeforeEach
    void open() throws IOException {
        agent = new ServedAgent(folder);
    }

    @AfterEach
    void close() throws IOException {
        assertThat(RawClient.get(agent.socket(), ApiPath.HEALTH).status()).isEqualTo(200);
        agent.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../../../../etc/passwd",
                "/v1/runs/../../etc/passwd",
                "/v1/runs/%2e%2e/events",
                "/v1/runs/RUN/logs/0/0/../../../spec.json",
                "/v1/runs/RUN/logs/0/0/spec.json",
                "/v1/runs/RUN/logs/..%2f/0/stdout",
                "/v1/runs/RUN/logs/0/-1/stdout",
                "/v1/runs/RUN/logs/0/99999999999999999999/stdout",
                "/v1/runs/RUN/logs/0/0/stdout?from=-5",
                "/v1/runs/RUN/logs/0/0/stdout?from=1&from=2",
                "/v1/runs/.hidden",
                "/v1/runs//events",
                "http://elsewhere/v1/runs",
                "*"
            })
    void a_path_that_plays_tricks_leads_nowhere(String target) throws IOException {
        RunId run = agent.launch(1, "echo secret");
        agent.awaitRun(run, now -> now.phase() == Phase.ENDED);

        var reply = RawClient.get(agent.socket(), target.replace("RUN", run.value()));

        assertThat(reply.status()).isIn(400, 404);
        assertThat(reply.body()).doesNotContain("secret").doesNotContain("root:");
    }

    @Test
    void a_log_that_its_worker_made_a_link_is_not_followed() throws IOException {
        Path secret = Files.writeString(folder.resolve("id_rsa"), "secret");
        RunId run = agent.launch(1, "ls -l /proc/$$/fd/1 | sed 's/.*> //' > where; sleep 600");
        Path log =
                agent.awaitRun(run, now -> now.phase() == Phase.RUNNING)
                        .attempts()
                        .getFirst()
                        .files()
                        .values()
                        .iterator()
                        .next()
                        .stdout();
        Files.delete(log);
        Files.createSymbolicLink(log, secret);

        var reply = RawClient.get(agent.socket(), ApiPath.run(run) + "/logs/0/0/stdout");

        assertThat(reply.body()).doesNotContain("secret");
        assertThat(reply.status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "Origin: http://localhost, 403",
        "Origin: null, 403",
        "Host: evil.example, 403",
        "Host: 127.0.0.1:8080, 403",
        "Muster-Client: a\u0007b, 400",
        "Muster-Client: 0123456789012345678901234567890123456789012345678901234567890123, 400",
        "Idempotency-Key: {}, 400"
    })
    void what_only_a_web_page_or_a_forger_would_say_is_refused_and_written_down(
            String header, int status) throws IOException {
        RunId run = agent.launch(1, "sleep 600");

        var reply =
                RawClient.post(
                        agent.socket(), ApiPath.commands(run), RESTART.formatted("0"), header);

        assertThat(reply.status()).isEqualTo(status);
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(audit()).contains("\"outcome\":\"" + status));
        assertThat(agent.awaitRun(run, _ -> true).attemptNumber()).isZero();
    }

    @Test
    void two_names_of_one_host_are_refused() throws IOException {
        var reply = RawClient.get(agent.socket(), ApiPath.RUNS, "Host: muster", "Host: localhost");

        assertThat(reply.status()).isEqualTo(403);
    }

    @Test
    void a_name_of_ten_megabytes_is_cut_off() throws IOException {
        var line = large("GET /v1/runs/%s HTTP/1.1\r\n\r\n");
        var header = large("GET /v1/runs HTTP/1.1\r\nX: %s\r\n\r\n");
        var body = large("POST /v1/runs HTTP/1.1\r\nContent-Length: 10485760\r\n\r\n%s");
        var chunks =
                large("POST /v1/runs HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\na00000\r\n%s");

        assertThat(line.status()).isEqualTo(414);
        assertThat(header.status()).isEqualTo(431);
        assertThat(body.status()).isEqualTo(413);
        assertThat(chunks.status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.0\r\n\r\n",
                "GET /v1/runs HTTP/2.0\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "hello\r\n\r\n",
                "POST /v1/runs HTTP/1.1\r\n"
                        + "Content-Length: 2\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "{}",
                "POST /v1/runs HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                "POST /v1/runs HTTP/1.1\r\nContent-Length: -2\r\n\r\n{}"
            })
    void what_is_no_request_is_the_last_word_on_its_connection(String bytes) throws IOException {
        try (var client = RawClient.connect(agent.socket())) {
            client.send(bytes);

            assertThat(RawClient.reply(client.readAll()).status()).isIn(400, 505);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{\"script\":\"x\"}",
                "{\"command\":\"restart\",\"attempt\":1e400}",
                "\u0000",
                "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":"
                    + "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{}}}}}}}}}}}}}}}}}}"
            })
    void a_body_that_is_none_of_ours_is_not_understood(String body) throws IOException {
        var launch = RawClient.post(agent.socket(), ApiPath.RUNS, body);

        assertThat(launch.status()).isEqualTo(422);
    }

    @Test
    void requests_on_top_of_each_other_are_refused() throws IOException {
        RunId run = agent.launch(1, "sleep 600");
        String stop = RESTART.formatted("0");
        try (var client = RawClient.connect(agent.socket())) {
            String one =
                    "POST %s HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s"
                            .formatted(ApiPath.commands(run), stop.length(), stop);
            client.send(one + one + one);

            assertThat(client.readAll()).contains("400 Bad Request");
        }
    }

    @Test
    void who_asks_for_more_and_more_and_takes_none_of_it_is_hung_up_on() throws IOException {
        try (var client = RawClient.connect(agent.socket())) {
            String asked = "GET %s HTTP/1.1\r\n\r\n".formatted(ApiPath.OPENAPI);
            client.send(asked.repeat(1_000));

            await().atMost(60, TimeUnit.SECONDS)
                    .untilAsserted(
                            () ->
                                    assertThatThrownBy(() -> client.send("x"))
                                            .isInstanceOf(IOException.class));
            String answers = client.readAll();

            assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSizeLessThan(500);
        }
    }

    @Test
    void a_client_that_hangs_up_in_the_middle_leaves_nothing_behind() throws IOException {
        for (String begun :
                new String[] {
                    "", "GET", "GET /v1/agent/events HTTP/1.1\r\n\r\n", "POST /v1/runs HTTP/1.1\r\n"
                }) {
            try (var client = RawClient.connect(agent.socket())) {
                client.send(begun);
                client.endOutput();
            }
        }

        assertThat(RawClient.get(agent.socket(), ApiPath.AGENT).status()).isEqualTo(200);
    }

    @Test
    void requests_that_come_byte_by_byte_and_never_end_are_cut_off_and_all_others_served()
            throws IOException {
        var slow = new ArrayList<RawClient>();
        var cutOff = ConcurrentHashMap.<RawClient>newKeySet();
        try (var bytes = Executors.newSingleThreadScheduledExecutor()) {
            for (int k = 0; k < 50; k++) {
                var client = RawClient.connect(agent.socket());
                client.send(
                        k % 2 == 0
                                ? "GET /v1/runs HTTP/1.1\r\nX: "
                                : "POST /v1/runs HTTP/1.1\r\nContent-Length: 1000\r\n\r\n");
                slow.add(client);
            }
            var _ =
                    bytes.scheduleAtFixedRate(
                            () -> slow.forEach(client -> sendOne(client, cutOff)),
                            0,
                            100,
                            TimeUnit.MILLISECONDS);

            await().atMost(60, TimeUnit.SECONDS)
                    .until(
                            () ->
                                    RawClient.get(agent.socket(), ApiPath.RUNS).status() == 200
                                            && cutOff.size() == slow.size());
            bytes.shutdownNow();
        }
        for (RawClient client : slow) client.close();
    }

    @Test
    void stale_and_replayed_commands_change_nothing() throws IOException {
        RunId run = agent.launch(1, "sleep 600");
        agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);
        String path = ApiPath.commands(run);

        var stale = RawClient.post(agent.socket(), path, RESTART.formatted("7"));
        var round = RawClient.post(agent.socket(), path, RESTART.formatted("0,\"round\":3"));
        RawClient.post(agent.socket(), path, RESTART.formatted("0"), "Idempotency-Key: a");
        agent.awaitRun(run, now -> now.attemptNumber() == 1 && now.phase() == Phase.RUNNING);
        for (int k = 0; k < 20; k++) {
            RawClient.post(agent.socket(), path, RESTART.formatted("0"), "Idempotency-Key: a");
        }

        assertThat(stale.status()).isEqualTo(409);
        assertThat(round.body()).contains("meant for attempt 0 in round 3");
        assertThat(agent.awaitRun(run, _ -> true).attemptNumber()).isEqualTo(1);
        await().atMost(60, TimeUnit.SECONDS)
                .untilAsserted(
                        () ->
                                assertThat(audit().lines().filter(HostileClientsTest::isReplayed))
                                        .hasSize(20));
    }

    /** Another byte of what it never ends; whoever cannot send one was cut off. */
    private static void sendOne(RawClient client, Set<RawClient> cutOff) {
        try {
            client.send("x");
        } catch (IOException _) {
            cutOff.add(client);
        }
    }

    private RawClient.Reply large(String format) throws IOException {
        try (var client = RawClient.connect(agent.socket())) {
            try {
                client.send(format.formatted("x".repeat(10 << 20)));
            } catch (IOException _) {
                // it was cut off while it was sent
            }
            return RawClient.reply(client.readAll());
        }
    }

    private static boolean isReplayed(String line) {
        return line.contains("already done");
    }

    private String audit() throws IOException {
        return Files.readString(agent.home().state().resolve("audit.jsonl"));
    }
}
