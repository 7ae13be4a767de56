package dev.muster.agent.barrier.peer;

import static dev.muster.agent.event.BarrierKind.PEER;

import dev.muster.agent.barrier.BarrierNews;
import dev.muster.agent.barrier.BarrierPhase;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.RollCall;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The news of one barrier as events of the stream that everybody reads. On the thread that is told
 * the news.
 */
public final class BarrierEvents {
    private final InstantSource clock;
    private Optional<Wait> wait = Optional.empty();

    /** News of an epoch comes from its first arrival on. */
    private record Wait(long generation, long epoch, Instant since) {
        boolean isFor(RollCall roll) {
            return generation == roll.generation() && epoch == roll.epoch();
        }
    }

    public BarrierEvents(InstantSource clock) {
        this.clock = clock;
    }

    /** Of whoever comes, goes or is turned away there is no more than the sentence. */
    public AgentEvent of(BarrierNews news) {
        Instant now = clock.instant();
        return switch (news) {
            case BarrierNews.Waiting(var roll, var because) ->
                    new BarrierEvent.BarrierAwaited(
                            now, PEER, since(roll, now), attendance(roll), because);
            case BarrierNews.Passed(_, _, var waited, var because) ->
                    new BarrierEvent.BarrierPassed(now, PEER, waited, because);
            case BarrierNews.Broken(var breach, var because) ->
                    new BarrierEvent.BarrierBroken(now, PEER, names(breach.missing()), because);
            case BarrierNews.Connected _,
                    BarrierNews.Unreachable _,
                    BarrierNews.Departed _,
                    BarrierNews.Left _,
                    BarrierNews.Refused _ ->
                    new AgentEvent.Noticed(now, news.because());
        };
    }

    private Instant since(RollCall roll, Instant now) {
        Wait current =
                wait.filter(known -> known.isFor(roll))
                        .orElseGet(() -> new Wait(roll.generation(), roll.epoch(), now));
        wait = Optional.of(current);
        return current.since();
    }

    /** Whoever still has to hear that all are here has come itself. */
    private static Attendance attendance(RollCall roll) {
        int all = roll.arrived().size() + roll.missing().size();
        if (roll.phase() == BarrierPhase.ENTERED) {
            return new Attendance(
                    roll.arrived().size(),
                    all,
                    names(roll.arrived().keySet()),
                    names(roll.missing().keySet()));
        }
        List<PeerId> everybody =
                Stream.concat(roll.arrived().keySet().stream(), roll.missing().keySet().stream())
                        .sorted()
                        .toList();
        return new Attendance(all, all, names(everybody), List.of());
    }

    private static List<String> names(Collection<PeerId> ids) {
        return ids.stream().map(PeerId::toString).toList();
    }
}
