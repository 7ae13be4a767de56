package dev.muster.agent.rendezvous;

import dev.muster.agent.rendezvous.RendezvousEffect.ReadState;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousInput.AskClose;
import dev.muster.agent.rendezvous.RendezvousInput.AskJoin;
import dev.muster.agent.rendezvous.RendezvousInput.AskLeave;
import dev.muster.agent.rendezvous.RendezvousInput.Confirmed;
import dev.muster.agent.rendezvous.RendezvousInput.Ended;
import dev.muster.agent.rendezvous.RendezvousInput.Foreign;
import dev.muster.agent.rendezvous.RendezvousInput.Read;
import dev.muster.agent.rendezvous.RendezvousInput.Scaled;
import dev.muster.agent.rendezvous.RendezvousInput.SparesPossible;
import dev.muster.agent.rendezvous.RendezvousInput.Tick;
import dev.muster.agent.rendezvous.RendezvousInput.Unreachable;
import dev.muster.agent.rendezvous.RendezvousInput.Unreadable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Decides what one node does in a dynamic rendezvous (elastic-agent §2.4 … 2.8); never acts. The
 * caller owns the clocks, the store and the thread.
 *
 * <p>Every decision is made on the shared state as it was just read, and whatever it changes is a
 * compare-and-set on exactly that state. A node that acts on old news therefore loses the write,
 * gets the new state as the answer, and decides again. Nothing here polls: the rules say until when
 * nothing will happen by itself, and anything else is a change of the state, of which the driver
 * learns in its own way.
 */
public record RendezvousRules(Node me, RendezvousSettings settings) {
    /** Where we stand now, what to do about it, and why, in the words an operator will read. */
    public record Step(Standing next, List<RendezvousEffect> effects, String because) {
        public Step {
            effects = List.copyOf(effects);
        }
    }

    public Step on(Standing at, RendezvousInput input, Moment now) {
        if (at.seat() instanceof Seat.Over(var ending)) {
            return new Step(at, List.of(), Words.over(ending));
        }
        if (at.scaling().isEmpty()) return decide(at, input, now);
        var scaled = new RendezvousRules(me, settings.scaledTo(at.scaling()));
        return scaled.decide(at, input, now);
    }

    private Step decide(Standing at, RendezvousInput input, Moment now) {
        return switch (input) {
            case AskJoin _ -> askJoin(at, now);
            case AskLeave _ -> {
                Duration deadline = now.uptime().plus(settings.timeouts().close());
                yield begin(at, new Seat.Leaving(deadline, false), "leaving the rendezvous");
            }
            case AskClose _ -> {
                Duration deadline = now.uptime().plus(settings.timeouts().close());
                Optional<Long> round =
                        at.seat() instanceof Seat.Joined joined
                                ? Optional.of(joined.round())
                                : Optional.empty();
                yield begin(at, new Seat.Closing(deadline, round), "closing the rendezvous");
            }
            case Read(var state) -> read(at, state, now);
            case Confirmed(var round, var members) -> {
                if (at.seat() instanceof Seat.Confirming asked && asked.round() == round) {
                    yield new JoinRules(me).confirmed(asked, at, members);
                }
                yield new Step(at, List.of(), "round %d is past".formatted(round));
            }
            case Unreachable outage -> new OutageRules(me, settings).unreachable(at, outage, now);
            case Unreadable(var because) -> new OutageRules(me, settings).unreadable(at, because);
            case SparesPossible(var possible) ->
                    new Step(
                            at.withSparesPossible(possible),
                            List.of(),
                            possible ? "spares can be listed" : "the others know no spares");
            case Foreign(var nodes) ->
                    new Step(
                            at.withForeign(nodes),
                            new ScaleRules(settings).untold(at, nodes),
                            "judging %d by the wall clock".formatted(nodes.size()));
            case Ended(var nodes) ->
                    new Step(
                            at.withEnded(nodes),
                            List.of(),
                            "%d have let their lease run out".formatted(nodes.size()));
            case Scaled(var scaling) -> new ScaleRules(settings).scaled(at, scaling);
            case Tick _ -> {
                boolean outside = at.seat() instanceof Seat.Outside;
                yield new Step(at, outside ? List.of() : List.of(new ReadState()), "looking again");
            }
        };
    }

    /** One deadline for getting out of the old round and into the new one, as in torchrun. */
    private Step askJoin(Standing at, Moment now) {
        if (!(at.seat() instanceof Seat.Outside || at.seat() instanceof Seat.Joined)) {
            return new Step(at, List.of(), "on the way already");
        }
        Duration deadline = now.uptime().plus(settings.timeouts().join());
        return begin(told(at, now), new Seat.Leaving(deadline, true), "joining the rendezvous");
    }

    /** Whose loss was told in the round is not told again on the way to the next. */
    private Standing told(Standing at, Moment now) {
        if (!(at.seat() instanceof Seat.Joined joined)) return at;
        var lost = new HashSet<>(joined.gone());
        lost.removeIf(
                node -> !at.ended().contains(node) && !at.heard().fellSilent(node, settings, now));
        return at.withLost(lost);
    }

    private static Step begin(Standing at, Seat seat, String because) {
        Standing next = at.with(seat).with(at.memory().with(Memory.Absence.NONE)); // told anew
        return new Step(next, List.of(new ReadState()), because);
    }

    private Step read(Standing before, RendezvousState read, Moment now) {
        Duration slack = settings.keepAliveInterval();
        RendezvousState known = before.memory().recalled(read, before.seat(), me);
        boolean away = before.memory().absence() != Memory.Absence.NONE;
        Standing at = before.with(before.heard().observing(known, slack, away, now));
        Set<Node> silent = at.heard().silent(known, me, at.foreign(), settings.silenceLimit(), now);
        var ended = new HashSet<Node>();
        if (at.heard().hasLookedFor(settings.silenceLimit(), now)) ended.addAll(at.ended());
        ended.remove(me);
        silent.addAll(ended);
        boolean listsEnded = !Collections.disjoint(ended, known.lastHeartbeats().keySet());
        RendezvousState state = RendezvousChange.without(silent, known, settings.minNodes());
        var skews = skews(at);
        if (!skews.isEmpty()) {
            var told = new HashSet<>(at.skewed());
            skews.forEach(skew -> told.add(skew.node()));
            at = at.withSkewed(told);
        }
        var view = new View(me, settings, at, state, listsEnded || known != read, now);
        Step step = seen(read, lookingAgain(onState(view), now));
        Supplier<Set<Node>> vanished = () -> before.heard().vanished(known, slack, now);
        step = new LastRoundRules(settings).watching(view, silent, vanished, step);
        boolean writtenAgain = known.complete() && !read.complete();
        if (skews.isEmpty() && !writtenAgain) return step;
        var effects = new ArrayList<RendezvousEffect>(skews);
        if (writtenAgain) effects.add(new RendezvousEffect.TellNotice(Words.writtenAgain(view)));
        effects.addAll(step.effects());
        return new Step(step.next(), effects, step.because());
    }

    private static Step seen(RendezvousState read, Step step) {
        Standing next = step.next();
        return new Step(next.with(next.memory().seeing(read)), step.effects(), step.because());
    }

    /** The answer to a question is awaited from now on; the next tick is awaited when it is due. */
    private static Step lookingAgain(Step step, Moment now) {
        Duration due = now.uptime();
        for (RendezvousEffect effect : step.effects()) {
            if (effect instanceof WakeAt(var uptime)) due = uptime;
        }
        Standing next = step.next();
        return new Step(next.with(next.heard().lookingBy(due)), step.effects(), step.because());
    }

    private Step onState(View view) {
        return switch (view.at().seat()) {
            case Seat.Outside _ -> new Step(view.at(), List.of(), "not asked to join");
            case Seat.Leaving leaving -> leaving(leaving, view);
            case Seat.Joining joining -> new JoinRules(me).joining(joining, view);
            case Seat.Confirming confirming -> new JoinRules(me).confirming(confirming, view);
            case Seat.Joined joined -> new RoundRules(me, settings).joined(joined, view);
            case Seat.Closing closing -> closing(closing, view);
            case Seat.Over over -> new Step(view.at(), List.of(), Words.over(over.ending()));
        };
    }

    /** §2.5, exit op; a node that leaves for good also gets off the two lists. */
    private Step leaving(Seat.Leaving seat, View view) {
        boolean late = view.isPast(seat.deadline());
        if (view.isIn()) {
            if (late) return view.end(Seat.Ending.TIMED_OUT, Words.leftTooLate(view));
            return view.change(
                    RendezvousChange.REMOVE_FROM_PARTICIPANTS,
                    seat,
                    "leaving round %d".formatted(view.state().round()));
        }
        if (seat.andJoin()) {
            var joining = new Seat.Joining(seat.deadline());
            return new JoinRules(me).joining(joining, view.with(view.at().with(joining)));
        }
        if (!late && view.isWaiting()) {
            return view.change(
                    RendezvousChange.REMOVE_FROM_WAIT_LIST, seat, "leaving the wait list");
        }
        if (!late && view.isSpare()) {
            return view.change(
                    RendezvousChange.REMOVE_FROM_REDUNDANCY_LIST, seat, "no longer a spare");
        }
        return view.end(Seat.Ending.LEFT, "left the rendezvous '%s'".formatted(settings.runId()));
    }

    /**
     * §2.5, close op; but a member that was dropped, unknown to it, has nothing to close: the job
     * of those who went on without it, or began anew in a store that forgot, is not the one it was
     * in.
     */
    private Step closing(Seat.Closing seat, View view) {
        if (view.state().closed()) {
            return view.end(
                    Seat.Ending.CLOSED_BY_US,
                    "the rendezvous '%s' is closed".formatted(settings.runId()));
        }
        boolean dropped =
                seat.round().isPresent()
                        && !(view.isIn() && seat.round().get() == view.state().round());
        if (dropped) return view.end(Seat.Ending.LEFT_BEHIND, Words.leftBehind(view));
        if (view.isPast(seat.deadline())) {
            return view.end(Seat.Ending.TIMED_OUT, Words.closedTooLate(view));
        }
        return view.change(
                RendezvousChange.MARK_RENDEZVOUS_CLOSED,
                seat,
                "closing the rendezvous '%s'".formatted(settings.runId()));
    }

    private List<RendezvousEffect.TellSkew> skews(Standing at) {
        if (at.foreign().isEmpty()) return List.of();
        return at.foreign().stream()
                .filter(node -> !at.skewed().contains(node))
                .sorted()
                .flatMap(
                        node ->
                                at.heard().ahead(node).stream()
                                        .filter(this::isTooMuch)
                                        .map(ahead -> skew(node, ahead)))
                .toList();
    }

    private boolean isTooMuch(Duration ahead) {
        return ahead.abs().compareTo(settings.keepAliveInterval()) > 0;
    }

    private RendezvousEffect.TellSkew skew(Node node, Duration ahead) {
        return new RendezvousEffect.TellSkew(
                node,
                ahead,
                "the clock of %s is %s %s ours; from %s on, torchrun takes live nodes for lost"
                        .formatted(
                                node.address(),
                                Words.elapsed(ahead.abs()),
                                ahead.isNegative() ? "behind" : "ahead of",
                                Words.span(settings.silenceLimit())));
    }
}
