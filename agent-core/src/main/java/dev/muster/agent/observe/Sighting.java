package dev.muster.agent.observe;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an onlooker has made out so far.
 *
 * @param state as last understood; empty before the first time
 * @param beats of everybody listed there
 * @param lost who is known to be silent for too long
 * @param lookedAt when the last look told something, by our uptime; empty while none does
 * @param answers whether the place does
 * @param trouble why what is there cannot be told now
 */
public record Sighting(
        Optional<RendezvousState> state,
        Map<Node, SeenBeat> beats,
        Set<Node> lost,
        Optional<Duration> lookedAt,
        boolean answers,
        Optional<String> trouble) {
    /** Before the first look. */
    public static final Sighting NOTHING =
            new Sighting(
                    Optional.empty(), Map.of(), Set.of(), Optional.empty(), true, Optional.empty());

    public Sighting {
        beats = Map.copyOf(beats);
        lost = Set.copyOf(lost);
    }

    /** Whether none of its nodes shows a sign of life, or the place itself is gone. */
    boolean isDeserted() {
        return !answers
                || lost.containsAll(state.orElse(RendezvousState.EMPTY).participants().keySet());
    }

    /** The same, of which nothing is seen now; nobody is to blame for a silence meanwhile. */
    Sighting obscured(boolean stillAnswers, String why) {
        return new Sighting(state, beats, lost, Optional.empty(), stillAnswers, Optional.of(why));
    }
}
