package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.history.History;
import dev.muster.agent.history.PastRuns;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

class ReplaySessionTest {
    private static final RunId RUN = new RunId("two");
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir private Path folder;
    private PastRuns past;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private ReplaySession session;

    @BeforeEach
    void aRecordingOfARunThatFailed() throws IOException {
        past = new PastRuns(folder);
        past.failed("two", Duration.ZERO, "ValueError: bad sample");
        session = open(RUN, now::get);
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void it_opens_at_the_end_of_the_run() {
        assertThat(latest().phase()).isEqualTo(Phase.ENDED);
        assertThat(session.position().seq()).isEqualTo(8);
        assertThat(session.position().fraction()).isEqualTo(1);
        assertThat(session.remarks()).isEmpty();
    }

    @Test
    void every_screen_shows_the_run_as_it_was_behind_any_event() {
        session.seek(2);

        await().until(() -> latest().phase() == Phase.STARTING);
        assertThat(session.events()).hasSize(2);
        assertThat(session.time().instant()).isEqualTo(PastRuns.NOON);
    }

    @Test
    void between_two_events_the_run_stands_as_the_first_left_it() {
        session.seek(PastRuns.at(Duration.ofSeconds(30)));

        await().until(() -> latest().phase() == Phase.RUNNING);
        assertThat(session.time().instant()).isEqualTo(PastRuns.at(Duration.ofSeconds(30)));
        assertThat(session.position().fraction()).isEqualTo(0.5);
    }

    @Test
    void all_of_it_is_heard_wherever_it_stands() {
        session.seek(2);
        var heard = new CopyOnWriteArrayList<Long>();
        var hearer =
                new RunHearer() {
                    @Override
                    public void happened(NumberedEvent event, JobSnapshot now) {
                        heard.add(event.seq());
                    }

                    @Override
                    public void absent() {
                        heard.add(-1L);
                    }
                };

        session.hear(RUN, hearer);
        await().until(() -> heard.size() == 8);
        session.hear(new RunId("other"), hearer);

        await().until(() -> heard.contains(-1L));
        assertThat(session.recording(RUN)).contains(session);
        assertThat(session.recording(new RunId("other"))).isEmpty();
    }

    @Test
    void outside_of_the_recording_are_its_beginning_and_its_end() {
        session.seek(Instant.EPOCH);
        await().until(() -> session.position().fraction() == 0);

        session.seek(Instant.MAX);
        await().until(() -> session.position().fraction() == 1);
    }

    @Test
    void played_a_thousand_times_as_fast_a_minute_passes_soon() {
        var phases = new CopyOnWriteArrayList<Phase>();
        try (ReplaySession live = open(RUN, InstantSource.system());
                Subscription _ =
                        live.watch(snapshot -> phases.add(snapshot.runs().getFirst().phase()))) {
            live.play(1000);

            await().until(() -> live.position().fraction() == 1 && !live.position().isPlaying());
            assertThat(phases).startsWith(Phase.ENDED, Phase.STARTING).endsWith(Phase.ENDED);
            assertThat(phases).contains(Phase.RUNNING);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void time_goes_on_with_the_speed_that_was_asked_for_and_stands_while_paused() {
        session.seek(PastRuns.NOON);
        session.play(10);
        await().until(() -> session.position().isPlaying());

        now.set(Instant.EPOCH.plusSeconds(2));
        assertThat(session.time().instant()).isEqualTo(PastRuns.at(Duration.ofSeconds(20)));

        session.pause();
        await().until(() -> !session.position().isPlaying());
        now.set(Instant.EPOCH.plusSeconds(60));
        assertThat(session.time().instant()).isEqualTo(PastRuns.at(Duration.ofSeconds(20)));
    }

    @Test
    void there_is_no_speed_that_is_none() {
        assertThatThrownBy(() -> session.play(0)).hasMessageStartingWith("speed: 0.0 (expected");
        assertThatThrownBy(() -> session.play(Double.NaN)).hasMessageStartingWith("speed: NaN");
    }

    @Test
    void nothing_can_be_changed_or_started_in_it() {
        var outcome =
                session.send(new AgentCommand.ForceStop(new Aim(RUN, 0))).toCompletableFuture();
        var launch = session.launch(SampleSpec.ofScript().build()).toCompletableFuture();

        assertThat(outcome.join())
                .isEqualTo(
                        new CommandOutcome.Refused(
                                "this is a recorded run: it can be looked at, and no more"));
        assertThatThrownBy(launch::join).hasRootCauseInstanceOf(LaunchFailed.class);
    }

    @Test
    void logs_are_read_as_they_were_left() throws IOException {
        assertThat(log(session, RUN)).isEqualTo("step 1\n");
        assertThatThrownBy(() -> session.openLog(RUN, 0, new LocalRank(7), LogStream.STDOUT))
                .hasMessage("run two has no local rank 7 in attempt 0");
    }

    @Test
    void logs_are_found_where_the_folder_of_all_runs_was_moved_to() throws IOException {
        var moved = new PastRuns(folder.resolve("moved"));
        Files.createDirectories(moved.home().state());
        Files.move(past.home().runs(), moved.home().runs());

        try (ReplaySession there = open(moved, RUN, now::get)) {
            assertThat(log(there, RUN)).isEqualTo("step 1\n");
        }
    }

    @Test
    void a_log_that_was_replaced_by_a_link_is_not_read() throws IOException {
        Path secret = Files.writeString(folder.resolve("id_rsa"), "a key");
        Path log = past.folder("two").resolve("attempt_0/0/stdout.log");
        Files.delete(log);
        Files.createSymbolicLink(log, secret);

        assertThatThrownBy(() -> log(session, RUN)).isInstanceOf(IOException.class);
    }

    @Test
    void a_journal_that_names_a_file_outside_does_not_open_it() throws IOException {
        JobSpec spec = SampleSpec.ofScript().build();
        var begun = new PastRuns(folder.resolve("elsewhere")).begun("other", spec, Duration.ZERO);
        RunId forged =
                past.write("forged", spec, begun, PastRuns.ended(HOUR, Outcome.SUCCEEDED, 0));

        try (ReplaySession there = open(forged, now::get)) {
            assertThatThrownBy(() -> log(there, new RunId("other")))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_torn_tail_and_an_agent_that_died_are_told() throws IOException {
        past.unended("left", Duration.ZERO, PastRuns.US);
        Files.delete(past.folder("left").resolve("agent.pid"));
        Path journal = past.folder("left").resolve("events.jsonl");
        Files.writeString(journal, "{\"seq\":", StandardOpenOption.APPEND);

        try (ReplaySession left = open(new RunId("left"), now::get)) {
            assertThat(left.remarks())
                    .containsExactly(
                            "the last 7 bytes are no whole line; the rest was read",
                            "the recording ends before the run did: its agent died, or could"
                                    + " write no more");
        }
    }

    @Test
    void a_recording_without_its_beginning_cannot_be_shown() throws IOException {
        Files.writeString(past.folder("two").resolve("events.jsonl"), "");

        assertThatThrownBy(() -> open(RUN, now::get).close())
                .hasMessage("run two cannot be shown: its journal, events.jsonl, is empty");
    }

    private ReplaySession open(RunId run, InstantSource clock) throws IOException {
        return open(past, run, clock);
    }

    private static ReplaySession open(PastRuns runs, RunId run, InstantSource clock)
            throws IOException {
        try (History history = History.open(runs.home(), InstantSource.fixed(PastRuns.NOON))) {
            return ReplaySession.open(history.open(run), clock);
        }
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    private JobSnapshot latest() {
        var latest = new AtomicReference<JobSnapshot>();
        try (Subscription _ = session.watch(now -> latest.set(now.runs().getFirst()))) {
            await().until(() -> latest.get() != null);
        }
        return latest.get();
    }

    private static String log(ReplaySession session, RunId run) throws IOException {
        var bytes = ByteBuffer.allocate(100);
        try (LogSource log = session.openLog(run, 0, new LocalRank(0), LogStream.STDOUT)) {
            int length = log.read(0, bytes);
            return new String(bytes.array(), 0, length, StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_long_recording_is_the_same_at_every_place_as_when_it_was_told() throws IOException {
        var tape = new ReplayTape(recorded(RUN));

        for (int place = 0; place <= tape.last(); place++) {
            assertThat(tape.placeOf(tape.seq(place))).isEqualTo(place);
            assertThat(tape.snapshot(place).seq()).isEqualTo(tape.seq(place));
        }
    }

    private List<dev.muster.agent.event.NumberedEvent> recorded(RunId run) throws IOException {
        try (History history = History.open(past.home(), InstantSource.system())) {
            return history.open(run).recording().events();
        }
    }
}
