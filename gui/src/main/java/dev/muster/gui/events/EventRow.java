package dev.muster.gui.events;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.EventSentences;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.gui.fx.Mark;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One event as the list shows it.
 *
 * @param time when it happened, to the millisecond, by the clock of the one who reads it
 * @param ranks whom it is about; nobody where it is about the whole run
 * @param attempt within which it happened; 0 before the first
 */
record EventRow(
        long seq,
        Instant at,
        String time,
        EventKind kind,
        Optional<Mark> mark,
        List<Rank> ranks,
        int attempt,
        boolean toldWhyFailed,
        String sentence) {
    EventRow {
        ranks = List.copyOf(ranks);
    }

    static EventRow of(NumberedEvent numbered, int attempt, RowTimes times) {
        AgentEvent event = numbered.event();
        return new EventRow(
                numbered.seq(),
                event.at(),
                times.of(event.at()),
                EventKind.of(event),
                EventMarks.of(event),
                ranks(event),
                attempt,
                event instanceof AgentEvent.FailuresFound
                        || event instanceof AgentEvent.AttemptEnded(_, _, var culprit, _)
                                && culprit.isPresent(),
                sentence(event));
    }

    private static String sentence(AgentEvent event) {
        String told = EventSentences.inOne(event);
        return switch (event) {
            case AgentEvent.CommandTaken(_, var by, var what, var accepted, _) ->
                    "%s: %s %s: %s".formatted(by, what, accepted ? "taken" : "refused", told);
            case AgentEvent.AttemptStarted begun ->
                    "attempt %d begins: %s".formatted(begun.attempt() + 1, told);
            case AgentEvent.AttemptEnded ended ->
                    "attempt %d is over: %s".formatted(ended.attempt() + 1, told);
            default -> told;
        };
    }

    private static List<Rank> ranks(AgentEvent event) {
        return switch (event) {
            case AgentEvent.WorkerStarted started -> List.of(started.rank());
            case AgentEvent.WorkerExited exited -> List.of(exited.rank());
            case AgentEvent.WorkerSilent silent -> List.of(silent.rank());
            case AgentEvent.WorkerHeard heard -> List.of(heard.rank());
            case AgentEvent.WorkerStuck stuck -> List.of(stuck.rank());
            case AgentEvent.TimerExpired expired -> List.of(expired.rank());
            case AgentEvent.FailuresFound found ->
                    found.failures().stream().map(WorkerFailure::rank).toList();
            case AgentEvent.AttemptEnded ended -> ended.culprit().stream().toList();
            default -> List.of();
        };
    }

    /** Whether the words somebody looks for stand in it; they are in lower case. */
    boolean has(String words) {
        return sentence.toLowerCase(Locale.ROOT).contains(words) || kind.word().contains(words);
    }

    /** As text, for the clipboard and for a screen reader. */
    String line() {
        return "%s  %d  %s  %s".formatted(time, seq, kind.word(), sentence);
    }
}
