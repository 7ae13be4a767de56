package dev.muster.agent.journal;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;

import java.time.Instant;
import java.util.Optional;

/**
 * Events of a run that its journal has lost. How the run began and how it ended is known all the
 * same, from the run as its agent has it: nobody could show it, or see it end, without.
 *
 * @param from the first of them
 * @param until the next that can be told
 */
public record LostEvents(long from, long until) {
    /** How the run began, where that is among them. */
    public Optional<NumberedEvent> beginning(JobSnapshot known) {
        return from == 1
                ? Optional.of(
                        new NumberedEvent(
                                1,
                                new AgentEvent.RunAccepted(
                                        known.startedAt(),
                                        known.run(),
                                        known.spec(),
                                        known.host(),
                                        known.agentPid())))
                : Optional.empty();
    }

    /** Those of which nothing is known. */
    public Optional<LostEvents> unknown(JobSnapshot known) {
        long first = from == 1 ? 2 : from;
        long behind = ending(known).isPresent() ? until - 1 : until;
        return first < behind ? Optional.of(new LostEvents(first, behind)) : Optional.empty();
    }

    /** How the run ended, where that is among them. */
    public Optional<NumberedEvent> ending(JobSnapshot known) {
        return known.end()
                .filter(_ -> known.seq() == until - 1)
                .map(
                        end ->
                                new NumberedEvent(
                                        until - 1,
                                        new AgentEvent.RunEnded(
                                                end.at(),
                                                end.outcome(),
                                                end.exitCode(),
                                                known.because())));
    }

    /** One sentence with the number of the last of them, so that the run goes on behind it. */
    public NumberedEvent notice(Instant at) {
        String sentence =
                "the agent no longer has events %d to %d: its journal breaks off before them"
                        .formatted(from, until - 1);
        return new NumberedEvent(until - 1, new AgentEvent.Noticed(at, sentence));
    }
}
