package dev.muster.agent.observe;

import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.rendezvous.Moment;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.NodeViews;
import dev.muster.agent.rendezvous.RendezvousState;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What has happened in a rendezvous between one look and the next (elastic-agent §9).
 *
 * @param silenceLimit after which a node counts as lost: what the agents of the job were told, 15 s
 *     unless somebody said otherwise; they do not tell us
 * @param between two signs of life of a node: who vanishes from the list has been silent for that
 *     much less when others notice
 */
public record OnlookerRules(Duration silenceLimit, Duration between) {
    /** A gap between two looks counts as no longer than this: we may have been asleep. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(3);

    /** As PyTorch's agents have it where nobody says otherwise. */
    public static final OnlookerRules DEFAULT =
            new OnlookerRules(Duration.ofSeconds(15), Duration.ofSeconds(5));

    /**
     * @param phase of the job, as far as can be told from outside
     */
    public record Step(Sighting next, List<RendezvousEvent> events, Phase phase, String because) {
        public Step {
            events = List.copyOf(events);
        }
    }

    public Step on(Sighting was, Look look, Moment now) {
        return switch (look) {
            case Look.Seen(var state) -> seen(was, state, now);
            case Look.Unreadable(var why) ->
                    step(was.obscured(true, why), answersAgain(was, now.wall()));
            case Look.Unanswered(var why) ->
                    step(
                            was.obscured(false, why),
                            was.answers()
                                    ? List.of(
                                            new RendezvousEvent.MeetingPlaceHeard(
                                                    now.wall(), false, why))
                                    : List.of());
        };
    }

    private Step seen(Sighting was, RendezvousState state, Moment now) {
        Instant at = now.wall();
        var events = new ArrayList<>(answersAgain(was, at));
        Duration watched = watched(was, now);
        SortedMap<Node, SeenBeat> beats = beats(was, state, watched, at);
        if (!state.complete()
                && was.state().filter(old -> old.round() == state.round()).isEmpty()) {
            events.add(new RendezvousEvent.RoundSought(at, OnlookerWords.gathering(state)));
        }
        var lost = new TreeSet<Node>();
        beats.forEach(
                (node, beat) -> {
                    if (beat.silence().compareTo(silenceLimit) < 0) return;
                    lost.add(node);
                    if (!was.lost().contains(node) && !state.closed()) {
                        events.add(lost(node, beat.silence(), at));
                    }
                });
        if (!state.closed()) events.addAll(gone(was, state, watched, at));
        var next =
                new Sighting(
                        Optional.of(state),
                        beats,
                        lost,
                        Optional.of(now.uptime()),
                        true,
                        Optional.empty());
        if (!was.state().equals(next.state())) {
            var heardAt = new HashMap<Node, Instant>();
            beats.forEach((node, beat) -> beat.heardAt().ifPresent(it -> heardAt.put(node, it)));
            events.add(
                    new RendezvousEvent.NodesSeen(
                            at,
                            state.round(),
                            state.complete(),
                            NodeViews.of(state, heardAt),
                            OnlookerWords.of(next)));
        }
        if (state.closed() && was.state().filter(RendezvousState::closed).isEmpty()) {
            events.add(new RendezvousEvent.RunIdClosed(at, OnlookerWords.CLOSED));
        }
        return step(next, events);
    }

    /** Silence counts only while somebody looks. */
    private static Duration watched(Sighting was, Moment now) {
        Duration gap = was.lookedAt().map(now.uptime()::minus).orElse(Duration.ZERO);
        return gap.compareTo(LONGEST_GAP) < 0 ? gap : LONGEST_GAP;
    }

    private static SortedMap<Node, SeenBeat> beats(
            Sighting was, RendezvousState state, Duration watched, Instant at) {
        var beats = new TreeMap<Node, SeenBeat>();
        state.lastHeartbeats()
                .forEach(
                        (node, value) -> {
                            SeenBeat before = was.beats().get(node);
                            beats.put(
                                    node,
                                    before == null
                                            ? SeenBeat.first(value)
                                            : before.found(value, watched, at));
                        });
        return beats;
    }

    private List<RendezvousEvent> gone(
            Sighting was, RendezvousState state, Duration watched, Instant at) {
        var events = new ArrayList<RendezvousEvent>();
        new TreeMap<>(was.beats())
                .forEach(
                        (node, beat) -> {
                            boolean isListed = state.lastHeartbeats().containsKey(node);
                            if (isListed || was.lost().contains(node)) return;
                            events.add(gone(node, beat.silence().plus(watched), at));
                        });
        return events;
    }

    private RendezvousEvent gone(Node node, Duration silence, Instant at) {
        return silence.plus(between).compareTo(silenceLimit) >= 0
                ? lost(node, silence, at)
                : new RendezvousEvent.NodeLeft(
                        at, node.toString(), "%s is no longer listed".formatted(node));
    }

    private static RendezvousEvent lost(Node node, Duration silence, Instant at) {
        return new RendezvousEvent.NodeLost(
                at,
                node.toString(),
                silence,
                "%s is lost: no sign of life for %d s".formatted(node, silence.toSeconds()));
    }

    private static List<RendezvousEvent> answersAgain(Sighting was, Instant at) {
        return was.answers()
                ? List.of()
                : List.of(
                        new RendezvousEvent.MeetingPlaceHeard(at, true, "the store answers again"));
    }

    private static Step step(Sighting next, List<RendezvousEvent> events) {
        return new Step(next, events, phase(next), OnlookerWords.of(next));
    }

    /** Whether the workers run, and how they ended, only their own agents know. */
    private static Phase phase(Sighting seen) {
        if (seen.state().isEmpty()) return Phase.GATHERING;
        RendezvousState state = seen.state().get();
        if (state.closed()) return seen.isDeserted() ? Phase.ENDED : Phase.FINISHING;
        return state.complete() ? Phase.RUNNING : Phase.GATHERING;
    }
}
