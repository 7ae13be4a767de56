package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.client.ControlClient;
import dev.muster.agent.control.client.ScriptedAgent;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.journal.EventJson;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A session whose agent breaks off, comes back, is gone, or has never been there. */
@Timeout(120)
class ScriptedSessionTest {
    private static final RunId RUN = new RunId("20260101-000000-abcd");
    private static final Pattern LAST = Pattern.compile("(?i)last-event-id: ([0-9]+)");
    private static final int EVENTS = 40;

    @TempDir private Path folder;
    private final List<AgentSnapshot> told = new CopyOnWriteArrayList<>();
    private volatile boolean torn;
    private volatile Optional<String> over = Optional.empty();
    private ScriptedAgent agent;

    @BeforeEach
    void listen() throws IOException {
        agent = ScriptedAgent.at(folder.resolve("s"), this::answer);
    }

    @AfterEach
    void close() throws IOException {
        agent.close();
    }

    @Test
    void a_stream_that_breaks_after_every_third_event_loses_none() {
        var heard = new CopyOnWriteArrayList<Long>();
        try (var session = open();
                var _ =
                        session.hear(
                                RUN,
                                new RunHearer() {
                                    @Override
                                    public void happened(NumberedEvent event, JobSnapshot now) {
                                        heard.add(event.seq());
                                    }

                                    @Override
                                    public void absent() {
                                        heard.add(-1L);
                                    }
                                })) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> heard.size() >= EVENTS);
            await().atMost(60, TimeUnit.SECONDS)
                    .until(
                            () ->
                                    !told.isEmpty()
                                            && told.getLast().runs().getFirst().seq() == EVENTS);

            assertThat(heard).hasSize(EVENTS).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void nothing_is_told_before_the_present_is_known_whole() {
        try (var _ = open()) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> !told.isEmpty());

            assertThat(told.getFirst().runs()).hasSize(1);
            assertThat(told.getFirst().host()).isEqualTo("box");
        }
    }

    @Test
    void a_connection_that_breaks_is_shown_and_made_anew() throws IOException {
        try (var session = open()) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> !told.isEmpty());
            assertThat(told.getLast().connection()).isEqualTo(new Connection.Connected());

            agent.hangUp();

            await().atMost(60, TimeUnit.SECONDS)
                    .until(
                            () ->
                                    told.stream()
                                            .anyMatch(
                                                    now ->
                                                            now.connection()
                                                                    instanceof
                                                                    Connection.Reconnecting));
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> told.getLast().connection() instanceof Connection.Connected);
            assertThat(session.title()).isEqualTo("Background agent");
        }
    }

    @Test
    void an_agent_that_has_ended_is_lost_and_its_runs_stay_as_they_were() throws IOException {
        try (var session = open()) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> !told.isEmpty());
            over = Optional.of("it has ended");

            agent.close();

            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> told.getLast().connection() instanceof Connection.Lost);
            assertThat(told.getLast().runs()).hasSize(1);
            var outcome =
                    session.send(new AgentCommand.Restart(new Aim(RUN, 0)))
                            .toCompletableFuture()
                            .join();
            assertThat(outcome).isInstanceOf(CommandOutcome.Refused.class);
        }
    }

    @Test
    void a_run_whose_agent_has_lost_events_is_known_to_its_end() {
        torn = true;

        try (var _ = open()) {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(
                            () ->
                                    !told.isEmpty()
                                            && told.getLast().runs().getFirst().seq() == EVENTS);

            assertThat(told.getLast().connection()).isEqualTo(new Connection.Connected());
        }
    }

    private SocketSession open() {
        var place =
                new AgentPlace(
                        asker -> ControlClient.of(folder.resolve("s"), asker),
                        "scripted",
                        () -> over,
                        Optional.empty());
        var session = SocketSession.open(place, "test");
        session.watch(told::add);
        return session;
    }

    private void answer(String request, OutputStream out) throws IOException {
        String path = request.split(" ", 3)[1];
        if (path.equals("/v1/agent")) {
            out.write(ScriptedAgent.json(facts()));
        } else if (path.equals("/v1/agent/events")) {
            out.write(ScriptedAgent.eventsFollow());
            out.write(event("run", "{\"run\":\"%s\"}".formatted(RUN)));
        } else if (path.endsWith("/events")) {
            Matcher last = LAST.matcher(request);
            long from = last.find() ? Long.parseLong(last.group(1)) + 1 : 1;
            out.write(ScriptedAgent.eventsFollow());
            if (torn && from > 1 && from < EVENTS) {
                out.write(event("gap", "{\"from\":%d,\"until\":%d}".formatted(from, EVENTS)));
                from = EVENTS;
            }
            for (long seq = from; seq < from + 3 && seq <= EVENTS; seq++) {
                out.write(event("event", EventJson.line(numbered(seq))));
            }
            if (from + 3 <= EVENTS) throw new IOException("the script breaks off here");
        } else {
            out.write(
                    "HTTP/1.1 200 OK\r\nETag: \"%d\"\r\nContent-Length: 2\r\n\r\n{}"
                            .formatted(EVENTS)
                            .getBytes(UTF_8));
        }
    }

    private static String facts() {
        return new AgentFacts(
                        "1.0", 1, 7, Instant.EPOCH, "box", AgentFacts.Kind.AGENT, List.of(RUN))
                .text();
    }

    private static NumberedEvent numbered(long seq) {
        AgentEvent event =
                seq == 1
                        ? new AgentEvent.RunAccepted(
                                Instant.EPOCH, RUN, SampleSpec.ofScript().build(), "box", 7)
                        : new AgentEvent.Noticed(Instant.EPOCH, "number " + seq);
        return new NumberedEvent(seq, event);
    }

    private static byte[] event(String name, String data) {
        return "event: %s\ndata: %s\n\n".formatted(name, data).getBytes(UTF_8);
    }
}
