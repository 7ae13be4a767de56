package dev.muster.agent.rendezvous;

import dev.muster.agent.rendezvous.RendezvousEffect.CompareSet;
import dev.muster.agent.rendezvous.RendezvousEffect.End;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousRules.Step;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one node sees when it decides: itself, the shared state without those who fell silent, now.
 *
 * @param stale whether what is stored is to be put right at once: it lists somebody whose lease has
 *     run out, or is behind what this node knows
 */
record View(
        Node me,
        RendezvousSettings settings,
        Standing at,
        RendezvousState state,
        boolean stale,
        Moment now) {
    /** So much later than due, that a timer which is a little early does not find nothing to do. */
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    View with(Standing next) {
        return new View(me, settings, next, state, stale, now);
    }

    boolean isIn() {
        return state.participants().containsKey(me);
    }

    boolean isWaiting() {
        return state.waitList().contains(me);
    }

    boolean isSpare() {
        return state.redundancyList().contains(me);
    }

    int count() {
        return state.participants().size();
    }

    boolean isEnough() {
        return count() >= settings.minNodes();
    }

    boolean isFull() {
        return count() >= settings.maxNodes();
    }

    /** Whether a round of fewer than the job was last told to have would wait for others still. */
    boolean needsMore() {
        return at.scaling().isPresent() && count() + state.waitList().size() < settings.minNodes();
    }

    /**
     * Whether there are more than the job was last told to have. Others than ours were told
     * nothing, and would come back as many every time.
     */
    boolean isCrowded() {
        return at.scaling().isPresent()
                && count() > settings.maxNodes()
                && Collections.disjoint(at.foreign(), state.participants().keySet());
    }

    boolean isPast(Duration deadline) {
        return now.uptime().compareTo(deadline) >= 0;
    }

    /** Empty while there is no last call. */
    Optional<Duration> lastCallEnds() {
        if (state.deadline().isEmpty()) return Optional.empty();
        boolean amongForeign = !Collections.disjoint(at.foreign(), state.participants().keySet());
        return at.heard().lastCallEnds(settings.timeouts().lastCall(), amongForeign, now);
    }

    boolean isLastCallOver() {
        return lastCallEnds().filter(this::isPast).isPresent();
    }

    /** Who of {@code nodes} counts as lost first, and when. */
    Optional<Heard.Silence> nextSilence(Set<Node> nodes) {
        return at.heard().nextSilence(nodes, me, at.foreign(), settings.silenceLimit(), now);
    }

    /**
     * For how long a node that is no longer listed was silent; empty if it is not known to be lost.
     */
    Optional<Duration> lostFor(Node gone) {
        Duration silence = at.heard().silence(gone, at.foreign(), now);
        Duration limit = settings.silenceLimit();
        if (at.ended().contains(gone)) {
            return Optional.of(silence.compareTo(limit) < 0 ? limit : silence);
        }
        return at.heard().fellSilent(gone, settings, now) ? Optional.of(silence) : Optional.empty();
    }

    /** Whether a node that is no longer listed left or is lost, which this node cannot tell. */
    boolean isUnclear(Node gone) {
        return lostFor(gone).isEmpty() && at.heard().mayHaveFallenSilent(gone, settings, now);
    }

    Step change(RendezvousChange change, Seat seat, String because) {
        return change(List.of(), change, seat, because);
    }

    Step change(List<RendezvousEffect> before, RendezvousChange change, Seat seat, String because) {
        var effects = new ArrayList<>(before);
        effects.add(new CompareSet(change, change.in(state, me, settings, now.wall())));
        return new Step(at.with(seat), effects, because);
    }

    /**
     * Nothing to do but to show that we live, and to come back when something is due. Where nodes
     * live by leases, nobody writes heartbeats and thereby takes the lost off the lists; so whoever
     * sees them there does.
     */
    Step stay(List<RendezvousEffect> before, Seat seat, Optional<Duration> due, String because) {
        Optional<Duration> beatDue = beatDue();
        if (beatDue.filter(when -> stale || isPast(when)).isPresent()) {
            return change(before, RendezvousChange.KEEP_ALIVE, seat, because);
        }
        var effects = new ArrayList<>(before);
        nextWake(due).ifPresent(when -> effects.add(new WakeAt(when)));
        return new Step(at.with(seat), effects, because);
    }

    Step end(Seat.Ending ending, String because) {
        return new Step(at.with(new Seat.Over(ending)), List.of(new End(ending, because)), because);
    }

    /** When our own heartbeat is to be written; by what we last saw of it in the shared state. */
    private Optional<Duration> beatDue() {
        if (!state.lastHeartbeats().containsKey(me)) return Optional.empty();
        Heard.Beat mine = at.heard().beats().get(me);
        Duration written = mine == null ? now.uptime() : mine.seenAt();
        return Optional.of(written.plus(settings.keepAliveInterval()));
    }

    private Optional<Duration> nextWake(Optional<Duration> due) {
        var candidates = new ArrayList<Duration>();
        due.ifPresent(candidates::add);
        beatDue().ifPresent(candidates::add);
        nextSilence(state.lastHeartbeats().keySet())
                .map(Heard.Silence::at)
                .ifPresent(candidates::add);
        Duration soon = now.uptime().plus(A_MOMENT);
        return candidates.stream()
                .min(Duration::compareTo)
                .map(when -> when.compareTo(soon) < 0 ? soon : when);
    }
}
