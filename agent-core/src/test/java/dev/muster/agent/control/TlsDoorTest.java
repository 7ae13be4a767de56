package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.control.api.PairingJson;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.PairedClient;
import dev.muster.agent.pairing.PairedClients;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.pairing.PairingCode.Side;
import dev.muster.agent.pairing.Role;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Who comes over TCP, and with what: let in by key and role, refused and written down otherwise.
 */
@Timeout(180)
class TlsDoorTest {
    /** The alert, or what is left of the connection when a client was still writing. */
    private static final String TURNED_AWAY =
            "(?s).*(certificate_unknown|Broken pipe|Connection reset).*";

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String STOP = "{\"command\":\"stop\",\"attempt\":0,\"grace\":1.0}";

    @TempDir private Path folder;
    private ServedAgent agent;
    private Identity laptop;

    @BeforeEach
    void open() throws IOException {
        agent = ServedAgent.listening(folder, false);
        laptop = identity("laptop");
    }

    @AfterEach
    void close() throws IOException {
        assertThat(RawClient.get(agent.socket(), ApiPath.HEALTH).status()).isEqualTo(200);
        agent.close();
    }

    private Identity identity(String name) throws IOException {
        Path home = folder.resolve(name);
        return Identity.of(new MusterHome(home, home));
    }

    private PairedClient paired(Role role) throws IOException {
        return PairedClients.of(agent.home())
                .add(
                        new PairedClient(
                                laptop.pin(), "laptop", role, Instant.EPOCH, Optional.empty()));
    }

    private RawClient.Reply ask(String method, String target, String body, String... headers)
            throws IOException {
        return RawTls.ask(agent.tcp(), laptop, method, target, body, headers);
    }

    private RunId running() {
        RunId run = agent.launch(1, "sleep 600");
        agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);
        return run;
    }

    private void awaitAudit(String... words) {
        await().atMost(LONG).untilAsserted(() -> assertThat(audit()).contains(words));
    }

    private void awaitAuditLines(int count, String word) {
        await().atMost(LONG)
                .untilAsserted(
                        () ->
                                assertThat(audit().lines().filter(line -> line.contains(word)))
                                        .hasSize(count));
    }

    private String audit() throws IOException {
        return Files.readString(agent.home().state().resolve("audit.jsonl"));
    }

    @Test
    void a_key_that_is_not_paired_gets_nothing_out_of_the_agent() {
        assertThatThrownBy(() -> ask("GET", ApiPath.RUNS, ""))
                .isInstanceOf(IOException.class)
                .hasMessageMatching(TURNED_AWAY);
        awaitAudit(laptop.pin().text(), "is not paired with us", "somebody at 127.0.0.1");
    }

    @Test
    void whoever_shows_no_key_gets_nothing_either() throws IOException {
        paired(Role.ADMIN);

        try (var client = RawTls.connect(agent.tcp(), Optional.empty(), "TLSv1.3")) {
            assertThatThrownBy(
                            () -> {
                                client.send(RawClient.request("GET", ApiPath.RUNS, ""));
                                client.readAll();
                            })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("certificate_required");
        }
        awaitAudit("\"what\":\"connect\"", "refused: ");
    }

    @Test
    void an_older_tls_is_not_spoken() throws IOException {
        paired(Role.ADMIN);

        try (var client = RawTls.connect(agent.tcp(), Optional.of(laptop), "TLSv1.2")) {
            assertThatThrownBy(() -> client.send("x")).hasMessageContaining("protocol_version");
        }
        awaitAudit("TLSv1.2");
    }

    @Test
    @Needs(TestGroup.OPENSSL)
    void openssl_comes_in_with_a_paired_key_and_not_by_tls_1_2()
            throws IOException, InterruptedException {
        paired(Role.VIEWER);

        String good = openssl("-tls1_3");
        String old = openssl("-tls1_2");

        assertThat(good).contains("HTTP/1.1 200 OK").contains("\"kind\":\"agent\"");
        assertThat(old).doesNotContain("HTTP/1.1").contains("alert protocol version");
    }

    private String openssl(String version) throws IOException, InterruptedException {
        Path out = folder.resolve("openssl.out");
        Path request = folder.resolve("request");
        Files.writeString(request, RawClient.request("GET", ApiPath.AGENT, ""));
        String pem = folder.resolve("laptop/pairing/identity.pem").toString();
        new ProcessBuilder(
                        "openssl",
                        "s_client",
                        version,
                        "-cert",
                        pem,
                        "-key",
                        pem,
                        "-ign_eof",
                        "-connect",
                        agent.tcp().toString())
                .redirectInput(request.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();
        return Files.readString(out);
    }

    @Test
    void what_is_no_tls_is_hung_up_on() throws IOException {
        try (var plain = new Socket(agent.tcp().host(), agent.tcp().port())) {
            plain.getOutputStream().write("GET /v1/runs HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
            byte[] answer = plain.getInputStream().readAllBytes();

            assertThat(new String(answer, US_ASCII)).doesNotContain("HTTP");
        }
        awaitAudit("not an SSL/TLS record");
    }

    @Test
    void whoever_says_nothing_is_hung_up_on() throws IOException {
        try (var silent = new Socket(agent.tcp().host(), agent.tcp().port())) {
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        }
        awaitAudit("handshake timed out");
    }

    @Test
    void a_viewer_sees_and_does_not_steer() throws IOException {
        paired(Role.VIEWER);
        RunId run = running();

        assertThat(ask("GET", ApiPath.RUNS, "").body()).contains(run.value());
        var stop = ask("POST", ApiPath.commands(run), STOP);
        var stacks = ask("POST", ApiPath.stacks(run), "{}");

        assertThat(stop.status()).isEqualTo(403);
        assertThat(stop.header("content-type")).isEqualTo("application/problem+json");
        assertThat(stop.body()).contains("this needs the role operator, and yours is viewer");
        assertThat(stacks.status()).isEqualTo(403);
        awaitAudit("laptop, viewer, key " + laptop.pin() + ", from 127.0.0.1", "\"403 ");
        assertThat(agent.awaitRun(run, _ -> true).phase()).isEqualTo(Phase.RUNNING);
    }

    @Test
    void an_operator_steers_once_however_often_it_is_said_and_starts_nothing() throws IOException {
        paired(Role.OPERATOR);
        RunId run = running();

        var launch = ask("POST", ApiPath.RUNS, agent.launchBody(1, "true"));
        var stop = ask("POST", ApiPath.commands(run), STOP, "Idempotency-Key: k");
        var replayed = ask("POST", ApiPath.commands(run), STOP, "Idempotency-Key: k");

        var ended = agent.awaitRun(run, now -> now.phase() == Phase.ENDED);
        assertThat(launch.status()).isEqualTo(403);
        assertThat(stop.status()).isEqualTo(200);
        assertThat(replayed.body()).isEqualTo(stop.body());
        assertThat(ended.end().orElseThrow().outcome()).isEqualTo(Outcome.STOPPED);
        awaitAudit("laptop, operator, key " + laptop.pin(), "already done: 200");
    }

    @Test
    void a_name_that_a_client_gives_itself_does_not_stand_in_for_its_own() throws IOException {
        paired(Role.OPERATOR);
        RunId run = running();

        ask("POST", ApiPath.commands(run), STOP, "Muster-Client: desktop admin");

        awaitAudit(
                "\"who\":\"laptop, operator, key " + laptop.pin(),
                "\"callsItself\":\"desktop admin\"");
        assertThat(agent.awaitRun(run, now -> now.phase() == Phase.ENDED).because())
                .startsWith("stopped by laptop, operator, key " + laptop.pin());
    }

    @Test
    void an_admin_starts_runs_only_where_this_host_allows_it() throws IOException {
        paired(Role.ADMIN);

        var refused = ask("POST", ApiPath.RUNS, agent.launchBody(1, "true"));
        agent.close();
        agent = ServedAgent.listening(folder, true);
        var launched = ask("POST", ApiPath.RUNS, agent.launchBody(1, "true"));

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("takes no new runs over TCP");
        assertThat(launched.status()).isEqualTo(201);
    }

    @Test
    void codes_are_not_made_from_elsewhere() throws IOException {
        paired(Role.ADMIN);

        var reply = ask("POST", ApiPath.PAIRING_CODES, PairingJson.wanted(Role.ADMIN));

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.body()).contains("on the agent's own machine only");
    }

    @ParameterizedTest
    @CsvSource({"Origin: https://evil.example", "Host: evil.example", "Host: localhost"})
    void what_only_a_web_page_or_a_forger_would_say_is_refused(String header) throws IOException {
        paired(Role.ADMIN);

        var reply = ask("GET", ApiPath.RUNS, "", header);

        assertThat(reply.status()).isEqualTo(403);
        awaitAudit("laptop, admin, key " + laptop.pin(), "GET /v1/runs");
    }

    @Test
    void it_answers_to_the_address_that_it_was_asked_at() throws IOException {
        paired(Role.VIEWER);

        assertThat(ask("GET", ApiPath.AGENT, "", "Host: " + agent.tcp()).status()).isEqualTo(200);
    }

    @Test
    void names_of_ten_megabytes_and_streams_without_end_are_cut_off()
            throws IOException, InterruptedException {
        paired(Role.ADMIN);
        String endless = "x".repeat(10 << 20);

        assertThat(sent("GET /v1/runs/%s HTTP/1.1\r\n\r\n".formatted(endless))).contains(" 414 ");
        assertThat(sent("GET /v1/runs HTTP/1.1\r\nX: %s\r\n\r\n".formatted(endless)))
                .contains(" 431 ");
        assertThat(
                        sent(
                                "POST /v1/runs/a/commands HTTP/1.1\r\n"
                                        + "Transfer-Encoding: chunked\r\n\r\n"
                                        + "a00000\r\n"
                                        + endless))
                .contains(" 413 ");
    }

    @Test
    void what_a_caller_may_not_ask_is_refused_before_its_body_comes()
            throws IOException, InterruptedException {
        paired(Role.VIEWER);

        assertThat(sent("POST /v1/runs HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n"))
                .contains(" 403 ");
        assertThat(sent("POST /v1/pairing HTTP/1.1\r\nContent-Length: 5000\r\n\r\n"))
                .contains(" 413 ");
    }

    /** As far as it is taken. */
    private String sent(String bytes) throws IOException, InterruptedException {
        try (var client = RawTls.connect(agent.tcp(), laptop)) {
            var sending =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            client.send(bytes);
                                        } catch (IOException _) {
                                            return; // it has hung up
                                        }
                                    });
            String answer = client.readNext();
            client.hangUp();
            sending.join();
            return answer;
        }
    }

    @Test
    void who_is_revoked_is_cut_off_and_does_not_come_in_again() throws IOException {
        paired(Role.VIEWER);
        try (var watching = RawTls.connect(agent.tcp(), laptop)) {
            watching.send("GET /v1/agent/events HTTP/1.1\r\n\r\n");
            assertThat(watching.readNext()).contains("200 OK");

            PairedClients.of(agent.home()).revoke("laptop", Instant.EPOCH);

            await().atMost(LONG)
                    .untilAsserted(
                            () ->
                                    assertThatThrownBy(
                                                    () -> {
                                                        while (!watching.readNext().isEmpty()) {}
                                                        throw new IOException("closed");
                                                    })
                                            .isInstanceOf(IOException.class));
        }
        assertThatThrownBy(() -> ask("GET", ApiPath.RUNS, "")).hasMessageMatching(TURNED_AWAY);
        awaitAudit("stay connected", "was revoked");
    }

    @Test
    void a_code_pairs_one_key_once() throws IOException {
        PairingCode code = code(Role.OPERATOR);

        var paired = ask("POST", ApiPath.PAIRING, claim(code, laptop));
        var seen = ask("GET", ApiPath.AGENT, "");

        assertThat(paired.status()).isEqualTo(200);
        var said = PairingJson.Paired.read(paired.body());
        assertThat(said.role()).isEqualTo(Role.OPERATOR);
        assertThat(code.isProved(said.proof(), Side.AGENT, own().pin(), laptop.pin())).isTrue();
        assertThat(seen.status()).isEqualTo(200);
        Identity other = identity("other");
        assertThatThrownBy(
                        () ->
                                RawTls.ask(
                                        agent.tcp(),
                                        other,
                                        "POST",
                                        ApiPath.PAIRING,
                                        claim(code, other)))
                .isInstanceOf(IOException.class);
        awaitAudit(
                "a stranger, key " + laptop.pin(),
                "pair as laptop",
                other.pin() + " is not paired with us");
    }

    @Test
    void a_proof_that_was_overheard_is_worth_nothing_with_another_key() throws IOException {
        PairingCode code = code(Role.ADMIN);
        Identity other = identity("other");

        var reply = RawTls.ask(agent.tcp(), other, "POST", ApiPath.PAIRING, claim(code, laptop));

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.body()).contains("tries left: 4");
        awaitAudit("POST /v1/pairing", other.pin().text());
        assertThat(PairedClients.of(agent.home()).read()).isEmpty();
    }

    @Test
    void a_code_is_dead_for_an_address_after_five_wrong_tries_from_there() throws IOException {
        PairingCode right = code(Role.ADMIN);
        PairingCode wrong = new PairingCode("0".repeat(32));

        for (int k = 0; k < 5; k++) {
            assertThat(ask("POST", ApiPath.PAIRING, claim(wrong, laptop)).status()).isEqualTo(403);
        }

        var late = ask("POST", ApiPath.PAIRING, claim(right, laptop));

        assertThat(late.status()).isEqualTo(403);
        assertThat(late.body()).contains("too often from there");
        assertThat(PairedClients.of(agent.home()).read()).isEmpty();
    }

    @Test
    void a_code_that_was_taken_back_is_worth_nothing() throws IOException {
        PairingCode code = code(Role.ADMIN);

        var first = RawClient.send(agent.socket(), "DELETE", ApiPath.PAIRING_CODES);
        var again = RawClient.send(agent.socket(), "DELETE", ApiPath.PAIRING_CODES);

        assertThat(first.body()).isEqualTo("{\"cancelled\":true}");
        assertThat(again.body()).isEqualTo("{\"cancelled\":false}");
        assertThatThrownBy(() -> ask("POST", ApiPath.PAIRING, claim(code, laptop)))
                .isInstanceOf(IOException.class);
        awaitAudit("take the code back", "is not paired with us");
    }

    @Test
    void whoever_is_let_in_is_written_down_once_and_what_he_looks_for_in_vain() throws IOException {
        paired(Role.VIEWER);

        ask("GET", ApiPath.RUNS + "/nobody", "");
        ask("PUT", ApiPath.RUNS, "");

        awaitAudit("\"outcome\":\"let in\"", "GET /v1/runs/nobody", "404 ", "405 ");
    }

    @Test
    void a_stranger_may_claim_the_code_and_nothing_else() throws IOException {
        code(Role.ADMIN);
        RunId run = agent.launch(1, "sleep 600");

        assertThat(ask("GET", ApiPath.RUNS, "").status()).isEqualTo(403);
        assertThat(ask("GET", ApiPath.METRICS, "").status()).isEqualTo(403);
        assertThat(ask("POST", ApiPath.commands(run), STOP).status()).isEqualTo(403);
        assertThat(ask("POST", ApiPath.PAIRING, "{\"name\":\"a b\",\"proof\":\"\"}").status())
                .isEqualTo(422);
    }

    @Test
    void strangers_who_wait_for_a_code_to_end_are_few_and_do_not_stay() throws IOException {
        code(Role.ADMIN);
        try (var first = idle();
                var second = idle()) {
            assertThat(isAnswered()).isFalse();

            assertThat(first.readAll()).isEmpty(); // when its time is over
            assertThat(second.readAll()).isEmpty();
        }
        awaitAudit("as many strangers as there may be");
    }

    private boolean isAnswered() {
        try {
            return ask("GET", ApiPath.RUNS, "").status() > 0;
        } catch (IOException _) {
            return false; // hung up on before it had asked
        }
    }

    /** In, and silent. */
    private RawTls idle() throws IOException {
        var client = RawTls.connect(agent.tcp(), laptop);
        client.send("GET ");
        return client;
    }

    @Test
    void who_asks_again_and_again_for_what_it_may_not_is_hung_up_on() throws IOException {
        paired(Role.VIEWER);
        String launch = "POST /v1/runs HTTP/1.1\r\n\r\n";

        var answers = new StringBuilder();
        try (var client = RawTls.connect(agent.tcp(), laptop)) {
            for (int k = 0; k < 5; k++) {
                client.send(launch);
                answers.append(client.readNext());
            }
            answers.append(client.readAll());
        }

        assertThat(answers.toString().split("HTTP/1.1 403", -1)).hasSize(6);
        awaitAuditLines(5, "\"403 ");
    }

    @Test
    void who_asks_for_more_and_more_and_takes_none_of_it_is_hung_up_on() throws IOException {
        paired(Role.VIEWER);
        RunId run = agent.launch(1, "true # " + "x".repeat(100_000)); // of which its snapshot tells
        String asked = "GET %s HTTP/1.1\r\n\r\n".formatted(ApiPath.run(run));

        try (var client = RawTls.connect(agent.tcp(), laptop)) {
            client.send(asked.repeat(100));

            await().atMost(LONG)
                    .untilAsserted(
                            () ->
                                    assertThatThrownBy(() -> client.send("x"))
                                            .isInstanceOf(IOException.class));
        }
    }

    @Test
    void an_address_that_comes_in_vain_too_often_is_not_heard_for_a_while() throws IOException {
        for (int k = 0; k < Knocks.MOST; k++) {
            assertThatThrownBy(() -> ask("GET", ApiPath.RUNS, ""));
        }
        awaitAudit("no more is heard for a minute");
        paired(Role.ADMIN);

        assertThatThrownBy(() -> ask("GET", ApiPath.RUNS, "")).isInstanceOf(IOException.class);
        awaitAuditLines(Knocks.MOST, "refused: ");
    }

    @Test
    void whoever_hangs_up_again_and_again_is_not_heard_either() throws IOException {
        for (int k = 0; k < Knocks.MOST; k++) {
            new Socket(agent.tcp().host(), agent.tcp().port()).close();
        }

        awaitAudit("it hangs up again and again");
    }

    @Test
    void an_agent_that_does_not_listen_makes_no_codes() throws IOException {
        agent.close();
        agent = new ServedAgent(folder);

        var reply =
                RawClient.post(
                        agent.socket(), ApiPath.PAIRING_CODES, PairingJson.wanted(Role.VIEWER));

        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.body()).contains("muster agent --listen");
    }

    private PairingCode code(Role role) throws IOException {
        var reply = RawClient.post(agent.socket(), ApiPath.PAIRING_CODES, PairingJson.wanted(role));
        assertThat(reply.status()).isEqualTo(201);
        return PairingJson.Code.read(reply.body()).code();
    }

    private String claim(PairingCode code, Identity by) throws IOException {
        return new PairingJson.Claim("laptop", code.proof(Side.CLIENT, own().pin(), by.pin()))
                .text();
    }

    private Identity own() throws IOException {
        return Identity.of(agent.home());
    }
}
