package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.Seat.Ending;

/** What came of something that the agent asked for. */
sealed interface Outcome {
    record Joined(RendezvousInfo info) implements Outcome {}

    /**
     * @param why nobody can join this way any more
     */
    record Ended(Ending ending, RendezvousException why) implements Outcome {}

    static Ended ended(Ending ending, String because) {
        return new Ended(
                ending,
                switch (ending) {
                    case CLOSED_BY_US, CLOSED_BY_OTHERS, LEFT_BEHIND, LEFT ->
                            new RendezvousException.Closed(because);
                    case TIMED_OUT -> new RendezvousException.TimedOut(because);
                    case SPARE_RELEASED -> new RendezvousException.GracefulExit(because);
                    case UNREACHABLE -> new RendezvousException.Unreachable(because);
                    case UNREADABLE -> new RendezvousException.CorruptState(because);
                });
    }
}
