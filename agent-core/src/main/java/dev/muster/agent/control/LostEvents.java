package dev.muster.agent.control;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.journal.EventJson;

import io.netty.buffer.ByteBuf;

/**
 * Events of a run that its journal has lost. How the run began and how it ended is told all the
 * same, from what is known of it: nobody could show it, or see it end, without.
 *
 * @param from the first of them
 * @param until the next that can be told
 */
record LostEvents(long from, long until) {
    /** What stands in their place, as {@code known} has it. */
    void tell(ByteBuf chunk, JobSnapshot known) {
        long first = from;
        if (first == 1) {
            tell(chunk, new NumberedEvent(1, beginning(known)));
            first++;
        }
        boolean ended = known.end().isPresent() && known.seq() == until - 1;
        long behind = ended ? until - 1 : until;
        if (first < behind) {
            Sse.message(chunk, "gap", "{\"from\":%d,\"until\":%d}".formatted(first, behind));
        }
        known.end()
                .filter(_ -> ended)
                .ifPresent(
                        end ->
                                tell(
                                        chunk,
                                        new NumberedEvent(
                                                until - 1,
                                                new AgentEvent.RunEnded(
                                                        end.at(),
                                                        end.outcome(),
                                                        end.exitCode(),
                                                        known.because()))));
    }

    private static AgentEvent beginning(JobSnapshot known) {
        return new AgentEvent.RunAccepted(
                known.startedAt(), known.run(), known.spec(), known.host(), known.agentPid());
    }

    private static void tell(ByteBuf chunk, NumberedEvent event) {
        Sse.event(chunk, event.seq(), EventJson.line(event));
    }
}
