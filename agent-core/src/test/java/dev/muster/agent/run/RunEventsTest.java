package dev.muster.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.Hushed;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.Noticed;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.AgentEvent.StoreOpened;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.journal.Journal;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class RunEventsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final AgentEvent ACCEPTED =
            new RunAccepted(NOON, new RunId("run-1"), SampleSpec.ofScript().build(), "here", 1);
    private static final AgentEvent STORE = new StoreOpened(NOON, "127.0.0.1", 29500);
    private static final AgentEvent ENDED = new RunEnded(NOON, Outcome.SUCCEEDED, 0, "done");

    @TempDir private Path folder;

    private final List<NumberedEvent> told = new ArrayList<>();
    private final List<JobSnapshot> snapshots = new ArrayList<>();
    private Journal journal;
    private RunEvents events;

    @BeforeEach
    void aStreamWithAJournal() throws IOException {
        journal = Journal.create(folder.resolve("events.jsonl"));
        events =
                new RunEvents(
                        journal,
                        (event, now) -> {
                            told.add(event);
                            snapshots.add(now);
                        });
    }

    @Test
    void events_are_numbered_from_one_without_gaps() {
        append(ACCEPTED, STORE, ENDED);

        assertThat(told).extracting(NumberedEvent::seq).containsExactly(1L, 2L, 3L);
        assertThat(told).extracting(NumberedEvent::event).containsExactly(ACCEPTED, STORE, ENDED);
    }

    @Test
    void each_event_comes_with_the_run_as_it_stands_after_it() {
        assertThat(events.snapshot()).isEmpty();

        append(ACCEPTED, STORE, ENDED);

        assertThat(snapshots).extracting(JobSnapshot::seq).containsExactly(1L, 2L, 3L);
        assertThat(snapshots)
                .extracting(JobSnapshot::phase)
                .containsExactly(Phase.STARTING, Phase.STARTING, Phase.ENDED);
        assertThat(events.snapshot()).contains(snapshots.getLast());
    }

    @Test
    void an_event_is_in_the_journal_before_anybody_hears_of_it() throws IOException {
        Path file = folder.resolve("second.jsonl");
        var linesWhenTold = new ArrayList<Integer>();
        try (var second = Journal.create(file)) {
            var stream = new RunEvents(second, (_, _) -> linesWhenTold.add(linesIn(file)));

            stream.append(ACCEPTED);
            stream.append(STORE);
        }

        assertThat(linesWhenTold).containsExactly(1, 2);
    }

    @Test
    void a_journal_that_cannot_be_written_is_said_once_and_the_run_goes_on() throws IOException {
        append(ACCEPTED);
        journal.close();

        append(STORE, ENDED);

        assertThat(told).extracting(NumberedEvent::seq).containsExactly(1L, 2L, 3L, 4L);
        assertThat(told.get(1).event()).isEqualTo(STORE);
        assertThat(told.get(2).event())
                .isInstanceOfSatisfying(
                        Noticed.class,
                        notice ->
                                assertThat(notice.text())
                                        .startsWith("the journal could not be written"));
        assertThat(told.get(3).event()).isEqualTo(ENDED);
    }

    @Test
    void the_end_of_a_run_stays_its_last_event_even_if_it_cannot_be_journaled() throws IOException {
        append(ACCEPTED);
        journal.close();

        append(ENDED);

        assertThat(told.getLast().event()).isEqualTo(ENDED);
    }

    private void append(AgentEvent... more) {
        try (var _ = Hushed.of(RunEvents.class)) {
            for (AgentEvent event : more) events.append(event);
        }
    }

    private static int linesIn(Path file) {
        try {
            return Files.readAllLines(file).size();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
