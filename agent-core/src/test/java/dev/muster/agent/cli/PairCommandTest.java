package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.Agent;
import dev.muster.agent.control.ControlServer;
import dev.muster.agent.control.TcpAccess;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.session.AgentPlaces;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two users' homes on one machine stand for two machines; between them is a real connection. */
@Timeout(180)
class PairCommandTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    @TempDir private Path folder;
    private Map<String, String> there = Map.of();
    private Map<String, String> here = Map.of();
    private Agent agent;
    private ControlServer server;
    private volatile List<JobSnapshot> runs = List.of();

    @BeforeEach
    void open() throws IOException {
        there = Map.of("MUSTER_HOME", folder.resolve("t").toString());
        String ours = folder.resolve("h").toString();
        here = Map.of("MUSTER_HOME", ours, "HOME", ours);
        MusterHome home = MusterHome.of(there);
        agent = Agent.open(home, Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString()));
        agent.listen((RunId _, NumberedEvent _, List<JobSnapshot> now) -> runs = now, _ -> {});
        server =
                ControlServer.open(
                        agent,
                        AgentFacts.Kind.AGENT,
                        home,
                        there,
                        Optional.of(TcpAccess.of(new AgentAddress("127.0.0.1", 0), false, home)));
    }

    @AfterEach
    void close() {
        agent.close();
        server.close();
    }

    @Test
    void an_operator_pairs_looks_and_stops_a_run_until_it_is_revoked() throws IOException {
        RunId run = running();

        String code = code("--role", "operator");
        int paired = pair(here, code, address());
        int listed = ask(ps());
        String table = out();
        int stopped = ask(new StopCommand(terminal()), run.value());

        assertThat(code).matches("([0-9a-f]{4}-){7}[0-9a-f]{4}");
        assertThat(paired).as(err()).isZero();
        assertThat(listed).as(err()).isZero();
        assertThat(table).contains(run.value()).contains("running");
        assertThat(stopped).as(err()).isZero();
        await().atMost(LONG).until(() -> runs.getFirst().phase() == Phase.ENDED);
        assertThat(runs.getFirst().end().orElseThrow().outcome()).isEqualTo(Outcome.STOPPED);
        await().atMost(LONG)
                .untilAsserted(
                        () ->
                                assertThat(audit())
                                        .contains("operator, key SHA256:")
                                        .contains("muster stop"));

        out.reset();
        assertThat(call(there, "--list")).isZero();
        String client =
                out().lines()
                        .filter(line -> line.contains("may control us"))
                        .findFirst()
                        .orElseThrow();
        String name = client.substring("may control us".length()).strip().split(" ")[0];
        assertThat(call(there, "--revoke", name)).isZero();
        assertThat(audit()).contains("\"what\":\"revoke " + name);

        assertThat(ask(ps())).isEqualTo(69);
        assertThat(err()).contains("it was never paired, or that was revoked");
    }

    @Test
    void a_name_that_ssh_has_too_means_neither_until_it_is_said_which() throws IOException {
        Path config = Path.of(here.get("HOME")).resolve(".ssh/config");
        Files.createDirectories(config.getParent());
        Files.writeString(config, "Host 127.0.0.1\n  Port 9\n");

        pair(here, code(), address());
        assertThat(err()).contains("try muster ps --host tcp://" + address());
        int unclear = ask("127.0.0.1", ps());
        assertThat(err()).contains("say ssh://127.0.0.1 or tcp://" + address());
        int clear = ask("tcp://" + address(), ps());

        assertThat(unclear).isEqualTo(2);
        assertThat(clear).isZero();
    }

    @Test
    void a_code_is_taken_back() throws IOException {
        String code = code();

        assertThat(call(there, "--cancel")).isZero();
        assertThat(call(there, "--cancel")).isZero();

        assertThat(err())
                .contains("the code is worth nothing any more")
                .contains("no code is open");
        assertThat(pair(here, code, address())).isNotZero();
    }

    @Test
    void a_viewer_is_told_what_it_may_not() throws IOException {
        RunId run = running();
        pair(here, code(), address());

        int stopped = ask(new StopCommand(terminal()), run.value());

        assertThat(stopped).isEqualTo(1);
        assertThat(err()).contains("this needs the role operator, and yours is viewer");
        assertThat(runs.getFirst().phase()).isEqualTo(Phase.RUNNING);
    }

    @Test
    void a_wrong_code_pairs_nobody() throws IOException {
        code();

        int paired = pair(here, "0".repeat(32), address());

        assertThat(paired).isEqualTo(1);
        assertThat(err()).contains("that is not the code");
        out.reset();
        assertThat(call(here, "--list")).isZero();
        assertThat(out()).hasLineCount(1);
    }

    @Test
    void what_was_not_said_clearly_is_asked_for_again() {
        assertThat(call(here, "gpu-box")).isEqualTo(2);
        assertThat(call(here, "--role", "king")).isEqualTo(2);
        assertThat(call(there, "--revoke", "nobody")).isEqualTo(1);
        assertThat(call(here)).isEqualTo(69);
        assertThat(err())
                .contains("expected HOST:PORT")
                .contains("expected viewer, operator, admin")
                .contains("nobody called \"nobody\"")
                .contains("no agent of yours runs here");
    }

    @Test
    void an_agent_listens_for_other_machines_only_where_it_is_told_to()
            throws IOException, InterruptedException {
        var misused = MusterProcess.run(folder, "agent", "--listen", "here");
        var pointless = MusterProcess.run(folder, "agent", "--allow-launch");
        try (var muster = MusterProcess.start(folder, "agent", "--listen", "127.0.0.1:0")) {
            muster.awaitTalk("for paired machines, with the key SHA256:");
            muster.signal(Signal.TERM);

            assertThat(muster.awaitEnd().exitCode()).isZero();
        }
        assertThat(misused.exitCode()).isEqualTo(2);
        assertThat(misused.err()).contains("expected HOST:PORT");
        assertThat(pointless.exitCode()).isEqualTo(2);
    }

    @Test
    void who_is_not_paired_is_told_how() {
        int listed =
                new PsCommand(terminal(), InstantSource.system())
                        .call(List.of("--host", "tcp://127.0.0.1:9"), List::of, here);

        assertThat(listed).isEqualTo(69);
        assertThat(err()).contains("is not paired with tcp://127.0.0.1:9 (muster pair)");
    }

    private String code(String... words) {
        out.reset();
        assertThat(call(there, words)).as(err()).isZero();
        String code = out().strip();
        out.reset();
        return code;
    }

    private int pair(Map<String, String> home, String code, String... words) {
        var typed = new ByteArrayInputStream((code + "\n").getBytes(UTF_8));
        return new PairCommand(terminal(), typed).call(Arrays.asList(words), home);
    }

    private int call(Map<String, String> home, String... words) {
        return pair(home, "", words);
    }

    /** From here, the agent there. */
    private PsCommand ps() {
        return new PsCommand(terminal(), InstantSource.system());
    }

    private int ask(AgentVerb verb, String... words) {
        return ask("tcp://" + address(), verb, words);
    }

    private int ask(String host, AgentVerb verb, String... words) {
        var all = new ArrayList<>(List.of("--host", host));
        all.addAll(List.of(words));
        return verb.call(all, AgentPlaces.here(here), here);
    }

    private String address() {
        return server.tcp().orElseThrow().toString();
    }

    private Terminal terminal() {
        return new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }

    private String audit() throws IOException {
        return Files.readString(MusterHome.of(there).state().resolve("audit.jsonl"));
    }

    private RunId running() {
        var spec =
                SampleSpec.ofScript()
                        .entrypoint(new Entrypoint.Program("/bin/sh"))
                        .withoutPython()
                        .arguments("-c", "sleep 600")
                        .workers(1)
                        .workingDirectory(folder)
                        .stopping(new StopTerms(Duration.ofSeconds(5)))
                        .build();
        RunId run = agent.launch(spec).join();
        await().atMost(LONG)
                .until(() -> runs.stream().anyMatch(now -> now.phase() == Phase.RUNNING));
        return run;
    }
}
