package dev.muster.agent.control.client;

import static dev.muster.agent.control.client.ScriptedAgent.answer;
import static dev.muster.agent.control.client.ScriptedAgent.eventsFollow;
import static dev.muster.agent.control.client.ScriptedAgent.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.EventJson;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Against agents that say what they should, and against such as do not. */
@Timeout(120)
class ControlClientTest {
    private static final RunId RUN = new RunId("20260101-000000-abcd");
    private static final AgentFacts FACTS =
            new AgentFacts("1.0", 1, 7, Instant.EPOCH, "box", AgentFacts.Kind.AGENT, List.of(RUN));
    private static final LogPlace LOG = new LogPlace(RUN, 0, new LocalRank(1), LogStream.STDERR);

    @TempDir private Path folder;
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) each.close();
    }

    @Test
    void one_connection_serves_one_question_after_the_other() throws IOException {
        var agent = agent((_, out) -> out.write(json(FACTS.text())));
        var client = client();

        AgentFacts first = client.facts().join();
        AgentFacts second = client.facts().join();

        assertThat(first).isEqualTo(second).isEqualTo(FACTS);
        assertThat(agent.connections).hasValue(1);
        assertThat(agent.requests.getFirst())
                .startsWith("GET /v1/agent HTTP/1.1\r\n")
                .containsIgnoringCase("host: muster\r\n")
                .containsIgnoringCase("muster-client: test\r\n");
    }

    @Test
    void a_connection_that_was_closed_in_between_is_made_anew() throws IOException {
        var agent = agent((_, out) -> out.write(json(FACTS.text())));
        var client = client();
        client.facts().join();

        agent.hangUp();

        assertThat(client.facts().join()).isEqualTo(FACTS);
        assertThat(agent.connections).hasValue(2);
    }

    @Test
    void a_command_that_is_refused_is_an_outcome() throws IOException {
        agent(
                (_, out) ->
                        out.write(
                                answer(
                                        409,
                                        "application/problem+json",
                                        """
                                        {"status":409,"title":"Refused","detail":"it is over",
                                        "accepted":false,"because":"it is over"}
                                        """)));

        var outcome = client().send(new AgentCommand.Restart(new Aim(RUN, 0))).join();

        assertThat(outcome).isEqualTo(new CommandOutcome.Refused("it is over"));
    }

    @Test
    void a_command_carries_a_key_so_that_it_is_done_once() throws IOException {
        var agent = agent((_, out) -> out.write(json("{\"accepted\":true,\"because\":\"done\"}")));

        client().send(new AgentCommand.Restart(new Aim(RUN, 3, 2))).join();

        assertThat(agent.requests.getFirst())
                .startsWith("POST /v1/runs/" + RUN + "/commands HTTP/1.1\r\n")
                .containsPattern("(?i)idempotency-key: [0-9a-f-]{36}\r\n")
                .contains("\"command\":\"restart\",\"attempt\":3,\"round\":2");
    }

    @Test
    void where_nobody_listens_the_sentence_says_where() {
        var failure = failureOf(client().facts());

        assertThat(failure)
                .isInstanceOf(ControlFailure.Unreachable.class)
                .hasMessageContaining(socket().toString());
    }

    @Test
    void an_agent_that_ends_within_its_answer_is_unreachable() throws IOException {
        agent(
                (_, out) -> {
                    out.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{".getBytes(UTF_8));
                    throw new IOException("the script ends here");
                });

        assertThat(failureOf(client().facts())).isInstanceOf(ControlFailure.Unreachable.class);
    }

    @Test
    void an_agent_that_says_nothing_is_given_up() throws IOException {
        agent((_, _) -> {});

        assertThat(failureOf(client(Duration.ofMillis(200)).facts()))
                .isInstanceOf(ControlFailure.Silent.class);
    }

    @Test
    void an_answer_that_never_ends_is_given_up_though_the_agent_is_never_silent()
            throws IOException {
        agent(
                (_, out) -> {
                    out.write("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n".getBytes(UTF_8));
                    for (int k = 0; k < 1_000; k++) {
                        await().pollDelay(50, TimeUnit.MILLISECONDS).until(() -> true);
                        out.write(' ');
                        out.flush();
                    }
                });

        assertThat(failureOf(client(Duration.ofSeconds(1)).facts()))
                .isInstanceOf(ControlFailure.Silent.class)
                .hasMessageContaining("not whole");
    }

    @Test
    void a_stream_without_a_sign_of_life_is_given_up() throws IOException {
        agent((_, out) -> out.write(eventsFollow()));
        var heard = new Heard();

        client(Duration.ofMillis(200)).followRun(RUN, 0, heard);

        assertThat(heard.failure()).isInstanceOf(ControlFailure.Silent.class);
    }

    @Test
    void endless_headers_end_the_connection() throws IOException {
        agent(
                (_, out) -> {
                    out.write("HTTP/1.1 200 OK\r\n".getBytes(UTF_8));
                    while (true)
                        out.write(("X-More: " + "x".repeat(1000) + "\r\n").getBytes(UTF_8));
                });

        assertThat(failureOf(client().facts())).isInstanceOf(ControlFailure.Malformed.class);
    }

    @Test
    void a_header_of_ten_megabytes_ends_the_connection() throws IOException {
        agent(
                (_, out) -> {
                    out.write("HTTP/1.1 200 OK\r\nX-Name: ".getBytes(UTF_8));
                    out.write("x".repeat(10 << 20).getBytes(UTF_8));
                });

        assertThat(failureOf(client().facts())).isInstanceOf(ControlFailure.Malformed.class);
    }

    @Test
    void a_name_of_ten_megabytes_is_no_name() throws IOException {
        String text = FACTS.text().replace("box", "x".repeat(10 << 20));
        agent((_, out) -> out.write(json(text)));

        assertThat(failureOf(client().facts()))
                .isInstanceOf(ControlFailure.Malformed.class)
                .hasMessageContaining("longer than 4194304 bytes");
    }

    @Test
    void a_name_of_two_thousand_letters_is_no_name_either() throws IOException {
        String text = FACTS.text().replace("box", "x".repeat(2000));
        agent((_, out) -> out.write(json(text)));

        assertThat(failureOf(client().facts())).isInstanceOf(ControlFailure.Malformed.class);
    }

    @Test
    void an_endless_answer_ends_the_connection() throws IOException {
        agent(
                (_, out) -> {
                    out.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
                    while (true) out.write(new byte[1 << 16]);
                });

        assertThat(failureOf(client().facts())).isInstanceOf(ControlFailure.Malformed.class);
    }

    @Test
    void deep_json_is_not_followed_down() throws IOException {
        String deep = "{\"a\":".repeat(100_000);
        agent((_, out) -> out.write(json(deep)));

        assertThat(failureOf(client().facts())).isInstanceOf(ControlFailure.Malformed.class);
    }

    @Test
    void what_is_no_http_is_no_answer() throws IOException {
        agent((_, out) -> out.write("220 smtp ready\r\n\r\n".getBytes(UTF_8)));

        assertThat(failureOf(client().facts())).isInstanceOf(ControlFailure.class);
    }

    @Test
    void a_half_answer_such_as_continue_is_no_answer() throws IOException {
        agent((_, out) -> out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(UTF_8)));

        assertThat(failureOf(client().facts()))
                .isInstanceOf(ControlFailure.Malformed.class)
                .hasMessageContaining("status 100");
    }

    @Test
    void an_endless_reason_for_a_refusal_is_cut() throws IOException {
        agent(
                (_, out) ->
                        out.write(
                                answer(
                                        500,
                                        "application/problem+json",
                                        "{\"status\":500,\"title\":\"\",\"detail\":\"%s\"}"
                                                .formatted("no ".repeat(5000)))));

        var failure = failureOf(client().facts());

        assertThat(failure).isInstanceOf(ControlFailure.Refused.class);
        assertThat(String.valueOf(failure.getMessage())).hasSizeLessThan(1100);
    }

    @Test
    void a_reason_for_a_refusal_that_never_ends_is_not_heard_out() throws IOException {
        agent(
                (_, out) -> {
                    out.write(
                            "HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n"
                                    .getBytes(UTF_8));
                    while (true) out.write(("400\r\n" + "x".repeat(1024) + "\r\n").getBytes(UTF_8));
                });

        assertThat(failureOf(client().facts())).isInstanceOf(ControlFailure.Refused.class);
    }

    @Test
    void a_stream_goes_on_behind_the_last_event_that_is_known() throws IOException {
        var agent =
                agent(
                        (_, out) -> {
                            out.write(eventsFollow());
                            out.write(event(8));
                            out.write(event(9));
                        });
        var heard = new Heard();

        client().followRun(RUN, 7, heard);

        await().atMost(30, TimeUnit.SECONDS).until(() -> heard.events.size() == 2);
        assertThat(heard.events).extracting(NumberedEvent::seq).containsExactly(8L, 9L);
        assertThat(agent.requests.getFirst()).containsIgnoringCase("last-event-id: 7\r\n");
    }

    @Test
    void an_event_that_is_missing_ends_the_stream() throws IOException {
        agent(
                (_, out) -> {
                    out.write(eventsFollow());
                    out.write(event(1));
                    out.write(event(3));
                });
        var heard = new Heard();

        client().followRun(RUN, 0, heard);

        assertThat(heard.failure()).hasMessage("the agent sent event 3 after event 1");
        assertThat(heard.events).hasSize(1);
    }

    @Test
    void a_gap_that_the_agent_tells_of_is_passed_over() throws IOException {
        agent(
                (_, out) -> {
                    out.write(eventsFollow());
                    out.write(event(1));
                    out.write(gap(2, 5));
                    out.write(event(5));
                });
        var heard = new Heard();

        client().followRun(RUN, 0, heard);

        await().atMost(30, TimeUnit.SECONDS).until(() -> heard.events.size() == 2);
        assertThat(heard.events).extracting(NumberedEvent::seq).containsExactly(1L, 5L);
        assertThat(heard.lost).containsExactly("2 to 4");
    }

    @Test
    void a_gap_that_takes_back_what_was_told_ends_the_stream() throws IOException {
        agent(
                (_, out) -> {
                    out.write(eventsFollow());
                    out.write(event(1));
                    out.write(gap(1, 5));
                });
        var heard = new Heard();

        client().followRun(RUN, 0, heard);

        assertThat(heard.failure())
                .hasMessage("the agent has lost events 1 to 4, it says after event 1");
    }

    @Test
    void an_event_that_claims_billions_of_workers_ends_the_stream() throws IOException {
        var event = new AgentEvent.AttemptStarted(Instant.EPOCH, 0, 0, Integer.MAX_VALUE, "why");
        agent(
                (_, out) -> {
                    out.write(eventsFollow());
                    out.write(sse(EventJson.line(new NumberedEvent(1, event))));
                });
        var heard = new Heard();

        client().followRun(RUN, 0, heard);

        assertThat(heard.failure()).hasMessageContaining("2147483647 workers");
    }

    @Test
    void the_latest_event_of_a_run_is_known_however_much_there_is_to_say_of_it()
            throws IOException {
        String head = "HTTP/1.1 200 OK\r\nETag: \"77\"\r\nContent-Length: %d\r\n\r\n";
        var snapshot = "x".repeat(Limits.BODY + 1).getBytes(UTF_8);
        agent(
                (_, out) -> {
                    out.write(head.formatted(snapshot.length).getBytes(UTF_8));
                    out.write(snapshot);
                });

        assertThat(client().latestEvent(RUN).join()).isEqualTo(77);
    }

    @Test
    void an_endless_line_in_a_stream_ends_it() throws IOException {
        agent(
                (_, out) -> {
                    out.write(eventsFollow());
                    while (true) out.write("x".repeat(1 << 16).getBytes(UTF_8));
                });
        var heard = new Heard();

        client().followRun(RUN, 0, heard);

        assertThat(heard.failure()).isInstanceOf(ControlFailure.Malformed.class);
    }

    @Test
    void a_listener_that_breaks_ends_its_stream_and_nothing_else() throws IOException {
        agent(
                (request, out) -> {
                    if (request.startsWith("GET /v1/agent ")) {
                        out.write(json(FACTS.text()));
                    } else {
                        out.write(eventsFollow());
                        out.write(event(1));
                    }
                });
        var client = client();
        var heard =
                new Heard() {
                    @Override
                    public void happened(NumberedEvent event) {
                        throw new IllegalStateException("broken");
                    }
                };

        client.followRun(RUN, 0, heard);

        assertThat(heard.failure()).isInstanceOf(ControlFailure.Malformed.class);
        assertThat(client.facts().join()).isEqualTo(FACTS);
    }

    @Test
    void a_reader_that_pauses_holds_up_the_agent_and_not_the_memory() throws IOException {
        var written = new AtomicLong();
        agent(
                (_, out) -> {
                    out.write(logHead(0));
                    var piece = new byte[1 << 16];
                    while (true) {
                        out.write(piece);
                        written.addAndGet(piece.length);
                    }
                });
        var came = new AtomicLong();
        var held = new CompletableFuture<Following>();
        var listener =
                new LogHeard() {
                    @Override
                    public void came(java.nio.ByteBuffer piece) {
                        came.addAndGet(piece.remaining());
                        held.join().pause();
                    }
                };

        held.complete(client().followLog(LOG, 0, listener));
        await().atMost(30, TimeUnit.SECONDS).until(() -> came.get() > 0);
        await().during(1, TimeUnit.SECONDS)
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> written.get() < (8 << 20));
        long before = came.get();
        held.join().resume();

        await().atMost(30, TimeUnit.SECONDS).until(() -> came.get() > before);
    }

    @Test
    void a_part_of_a_log_is_cut_from_an_agent_that_sends_more() throws IOException {
        var agent =
                agent(
                        (_, out) -> {
                            out.write(logHead(1000));
                            out.write("0123456789".repeat(100).getBytes(UTF_8));
                        });

        LogPiece piece = client().readLog(LOG, 40, 5).join();

        assertThat(piece.size()).isEqualTo(1000);
        assertThat(UTF_8.decode(piece.bytes()).toString()).isEqualTo("01234");
        assertThat(agent.requests.getFirst())
                .startsWith("GET /v1/runs/%s/logs/0/1/stderr?from=40&limit=5 ".formatted(RUN));
    }

    @Test
    void closing_the_client_ends_what_is_under_way() throws IOException {
        agent((_, _) -> {});
        var client = client();
        var asked = client.facts();

        client.close();

        assertThat(failureOf(asked)).isInstanceOf(ControlFailure.Unreachable.class);
        assertThat(failureOf(client.facts())).isInstanceOf(ControlFailure.Unreachable.class);
    }

    private static byte[] logHead(long size) {
        return "HTTP/1.1 200 OK\r\nMuster-Log-Size: %d\r\nConnection: close\r\n\r\n"
                .formatted(size)
                .getBytes(UTF_8);
    }

    private static byte[] event(long seq) {
        return sse(
                EventJson.line(
                        new NumberedEvent(
                                seq, new AgentEvent.Noticed(Instant.EPOCH, "number " + seq))));
    }

    private static byte[] sse(String line) {
        return "event: event\ndata: %s\n\n".formatted(line).getBytes(UTF_8);
    }

    private ScriptedAgent agent(ScriptedAgent.Script script) throws IOException {
        var agent = ScriptedAgent.at(socket(), script);
        open.add(agent);
        return agent;
    }

    private ControlClient client() {
        return client(Duration.ofSeconds(60));
    }

    private ControlClient client(Duration patience) {
        var client =
                ControlClient.of(
                        socket(),
                        "test",
                        new Patience(patience, patience.multipliedBy(4), patience));
        open.add(client);
        return client;
    }

    private Path socket() {
        return folder.resolve("s");
    }

    private static Throwable failureOf(CompletableFuture<?> answer) {
        await().atMost(60, TimeUnit.SECONDS).until(answer::isCompletedExceptionally);
        Throwable failure = answer.exceptionNow();
        return failure instanceof CompletionException
                ? Optional.ofNullable(failure.getCause()).orElse(failure)
                : failure;
    }

    private static byte[] gap(long from, long until) {
        return "event: gap\ndata: {\"from\":%d,\"until\":%d}\n\n"
                .formatted(from, until)
                .getBytes(UTF_8);
    }

    /** What a run's listener hears. */
    private static class Heard implements RunListener {
        final List<NumberedEvent> events = new CopyOnWriteArrayList<>();
        final List<String> lost = new CopyOnWriteArrayList<>();
        final CompletableFuture<ControlFailure> failed = new CompletableFuture<>();

        @Override
        public void happened(NumberedEvent event) {
            events.add(event);
        }

        @Override
        public void lost(long from, long until) {
            lost.add(from + " to " + (until - 1));
        }

        @Override
        public void measured(String usage) {
            throw new AssertionError(usage);
        }

        @Override
        public void failed(ControlFailure why) {
            failed.complete(why);
        }

        ControlFailure failure() {
            return failed.orTimeout(60, TimeUnit.SECONDS).join();
        }
    }

    /** A log's listener who waits for bytes only. */
    private abstract static class LogHeard implements LogListener {
        @Override
        public void opened(long size) {
            assertThat(size).isNotNegative();
        }

        @Override
        public void ended() {
            throw new AssertionError("ended");
        }

        @Override
        public void failed(ControlFailure why) {
            assertThat(String.valueOf(why.getMessage()).toLowerCase(Locale.ROOT)).contains("clos");
        }
    }
}
