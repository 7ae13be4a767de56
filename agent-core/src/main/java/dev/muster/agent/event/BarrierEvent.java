package dev.muster.agent.event;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What happens at a barrier at which we wait, told while we wait. */
public sealed interface BarrierEvent extends AgentEvent {
    /** Which one it is. */
    BarrierKind kind();

    /**
     * Not everybody is there; told again each time the attendance changes.
     *
     * @param since when the waiting began
     */
    record BarrierAwaited(
            Instant at, BarrierKind kind, Instant since, Attendance attendance, String because)
            implements BarrierEvent {}

    /** Everybody was there. */
    record BarrierPassed(Instant at, BarrierKind kind, Duration waited, String because)
            implements BarrierEvent {}

    /**
     * Nobody waits there any longer, though not everybody came.
     *
     * @param missing who did not come, as far as that is known
     */
    record BarrierBroken(Instant at, BarrierKind kind, List<String> missing, String because)
            implements BarrierEvent {
        public BarrierBroken {
            missing = List.copyOf(missing);
        }
    }
}
