package dev.muster.agent.barrier;

import dev.muster.agent.barrier.PeerBarrierEffect.Drop;
import dev.muster.agent.barrier.PeerBarrierEffect.Fail;
import dev.muster.agent.barrier.PeerBarrierEffect.Pass;
import dev.muster.agent.barrier.PeerBarrierEffect.Refuse;
import dev.muster.agent.barrier.PeerBarrierEffect.Send;
import dev.muster.agent.barrier.PeerBarrierEffect.Tell;
import dev.muster.agent.barrier.PeerBarrierEffect.WakeAt;
import dev.muster.agent.barrier.PeerMessage.At;
import dev.muster.agent.barrier.PeerMessage.Broken;
import dev.muster.agent.barrier.PeerMessage.Leaving;
import dev.muster.agent.barrier.PeerMessage.Seen;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** One step of the rules while it is worked out. Lives within one call, and never leaves it. */
final class PeerBarrierTurn {
    private final PeerBarrierRules rules;
    private final PeerId me;
    private final Duration now;
    private final Others others;
    private final List<PeerBarrierEffect> effects = new ArrayList<>();
    private final Position awaitedBefore;
    private final int arrivedBefore;
    private Position at;
    private Optional<Breach> breach;
    private Optional<PeerBarrierState.Call> call;
    private Duration nextBeat;
    private String because = "nothing changed";

    PeerBarrierTurn(PeerBarrierRules rules, PeerBarrierState state, Duration now) {
        this.rules = rules;
        this.me = rules.me();
        this.now = now;
        others = new Others(state.others(), now);
        at = state.at();
        breach = state.breach();
        call = state.call();
        nextBeat = state.nextBeat();
        awaitedBefore = awaited();
        arrivedBefore = countHere();
    }

    PeerBarrierRules.Step end() {
        tellWhoIsHere();
        Duration wake = nextBeat;
        if (call.isPresent() && call.get().deadline().compareTo(wake) < 0) {
            wake = call.get().deadline();
        }
        effects.add(new WakeAt(wake));
        return new PeerBarrierRules.Step(
                new PeerBarrierState(at, breach, call, others.all(), nextBeat), effects, because);
    }

    void because(String sentence) {
        because = sentence;
    }

    // ---- what we ask for ----

    void enter(Duration timeout) {
        if (isTakenOrBroken()) return;
        begin(Position.entered(at.generation(), at.epoch() + 1), timeout);
    }

    /** Nobody can be asked twice at once, and nothing can be had of what is broken. */
    private boolean isTakenOrBroken() {
        if (refuseSecondCall()) return true;
        if (!isBroken()) return false;
        Breach why = breach.orElseThrow();
        because(why.because());
        effects.add(new Fail(why));
        return true;
    }

    private boolean refuseSecondCall() {
        if (call.isEmpty()) return false;
        because("participant %s waits at %s already".formatted(me, BarrierWords.place(at)));
        effects.add(new Refuse(because));
        return true;
    }

    private void begin(Position next, Duration timeout) {
        at = next;
        call = Optional.of(new PeerBarrierState.Call(now, now.plus(timeout)));
        because("participant %s is at %s".formatted(me, BarrierWords.place(at)));
        sendAll(new At(at));
        settle();
    }

    void reset(Duration timeout) {
        if (refuseSecondCall()) return;
        long over = Math.max(at.generation(), breach.map(Breach::generation).orElse(0L));
        if (over >= Position.LAST_GENERATION) {
            because("generation %d was the last there can be".formatted(over));
            effects.add(new Refuse(because));
            return;
        }
        if (!isBroken()) {
            breakUp(
                    Breach.Cause.SUPERSEDED,
                    Set.of(),
                    "participant %s asked for a reset".formatted(me));
        }
        begin(Position.entered(Math.max(over + 1, others.latestGeneration()), 0), timeout);
    }

    void abort(String why) {
        if (isBroken()) {
            because("generation %d is over already".formatted(at.generation()));
            return;
        }
        breakUp(Breach.Cause.ABORTED, Set.of(), why);
    }

    void leave() {
        if (call.isPresent() && !isBroken()) {
            abort("participant %s left while it was waiting".formatted(me));
        }
        sendAll(new At(at));
        sendAll(new Leaving());
        because("participant %s leaves".formatted(me));
    }

    // ---- what the others do ----

    void connected(PeerId peer, long incarnation) {
        PeerView view = others.get(peer);
        if (view.livedAsOther(incarnation)) restarted(peer, view.at());
        others.change(peer, known -> known.inLife(incarnation).heard(now).being(Presence.HERE));
        because = "participant %s is connected".formatted(peer);
        tell(new BarrierNews.Connected(peer, because));
        breach.ifPresent(known -> send(peer, new Broken(known)));
        send(peer, new At(at));
        if (!isBroken()) send(peer, seen());
        settle();
    }

    /** A new life that begins where the old one was has missed nothing. */
    private void restarted(PeerId peer, Position before) {
        others.change(peer, view -> view.at(Position.START, now));
        boolean harmless =
                before.equals(Position.START)
                        || before.generation() < at.generation()
                        || mayBeReplaced(before);
        if (harmless || isBroken()) return;
        breakUp(
                Breach.Cause.RESTARTED,
                Set.of(peer),
                rules.settings().uses() == PeerBarrierSettings.Uses.ONE
                        ? BarrierWords.tooLateToReplace(peer, before)
                        : BarrierWords.restarted(peer, before));
    }

    /** While we have not said that all are here, nobody can have been released. */
    private boolean mayBeReplaced(Position before) {
        boolean nobodyIsReleased = at.equals(Position.START) || at.phase() == BarrierPhase.ENTERED;
        return rules.settings().uses() == PeerBarrierSettings.Uses.ONE
                && nobodyIsReleased
                && before.phase() == BarrierPhase.ENTERED;
    }

    /** Whoever comes back says again where it stands, and whoever still hears it says it for it. */
    private void takeBackArrival(PeerId peer) {
        if (mayBeReplaced(others.get(peer).at())) {
            others.change(peer, view -> view.at(Position.START, now));
        }
    }

    void refused(PeerId peer, String reason) {
        others.change(peer, view -> view.refused(reason));
        because = "participant %s: %s".formatted(peer, reason);
    }

    void disconnected(PeerId peer) {
        if (others.get(peer).presence() != Presence.HERE) return;
        others.change(peer, view -> view.being(Presence.UNREACHABLE));
        takeBackArrival(peer);
        because = BarrierWords.unreachable(peer, others.silence(peer));
        tell(new BarrierNews.Unreachable(peer, others.silence(peer), because));
    }

    void received(PeerId peer, PeerMessage message) {
        others.change(peer, view -> view.heard(now));
        switch (message) {
            case At(var position) -> stands(peer, position);
            case Seen(var generation, var epoch, var entered, var informed) ->
                    heardOf(generation, epoch, entered, informed);
            case Broken(var heard) -> adopt(peer, heard);
            case Leaving _ -> left(peer);
        }
    }

    private void stands(PeerId peer, Position position) {
        if (!others.get(peer).at().isBefore(position) || isOver(position.generation())) {
            because = "participant %s says again what is known".formatted(peer);
            return;
        }
        boolean isNewGeneration = position.generation() > at.generation();
        boolean couldBe =
                isNewGeneration
                        ? position.equals(Position.entered(position.generation(), 0))
                        : !at.furthestOfOthers().isBefore(position);
        if (!couldBe) {
            breakUp(
                    position,
                    Breach.Cause.OUT_OF_STEP,
                    Set.of(),
                    BarrierWords.outOfStep(peer, position, me, at));
            return;
        }
        because = "participant %s is at %s".formatted(peer, BarrierWords.place(position));
        others.raise(peer, position);
        if (isNewGeneration) nextGenerationBegins(peer, position);
        settle();
    }

    /** Generations up to the last breach are over; nothing that is said of them counts. */
    private boolean isOver(long generation) {
        return generation < at.generation()
                || (breach.isPresent() && generation <= breach.get().generation());
    }

    private void nextGenerationBegins(PeerId peer, Position position) {
        if (isBroken()) return;
        if (call.isPresent() && at.epoch() == 0) { // we are resetting too: all to the latest
            at = position;
            sendAll(new At(at));
            return;
        }
        breakUp(
                Position.entered(position.generation() - 1, 0),
                Breach.Cause.SUPERSEDED,
                Set.of(),
                "participant %s asked for a reset".formatted(peer));
    }

    /** Only what can be true of our own generation; a peer that is ahead speaks for itself. */
    private void heardOf(
            long generation, long epoch, SortedSet<PeerId> entered, SortedSet<PeerId> informed) {
        if (generation != at.generation() || isBroken()) return;
        others.raiseUpTo(at.furthestOfOthers(), entered, Position.entered(generation, epoch));
        others.raiseUpTo(at.furthestOfOthers(), informed, Position.informed(generation, epoch));
        settle();
    }

    private void left(PeerId peer) {
        others.change(peer, view -> view.being(Presence.LEFT));
        because = "participant %s left for good".formatted(peer);
        tell(new BarrierNews.Left(peer, because));
        settle();
    }

    // ---- time ----

    void tick() {
        if (call.isPresent() && now.compareTo(call.get().deadline()) >= 0) timedOut();
        if (now.compareTo(nextBeat) >= 0) beat();
    }

    private void timedOut() {
        RollCall roll = others.rollCall(me, call.map(PeerBarrierState.Call::since), at);
        Duration waited = now.minus(call.orElseThrow().since());
        breakUp(
                Breach.Cause.TIMED_OUT,
                roll.missing().keySet(),
                BarrierWords.timedOut(roll, me, waited));
    }

    private void beat() {
        nextBeat = now.plus(rules.settings().heartbeat());
        sendAll(new At(at));
        if (!isBroken() && countHere() > 0) sendAll(seen());
        for (PeerId peer : others.newlySilent(rules.settings().silenceLimit())) departed(peer);
        settle();
    }

    private void departed(PeerId peer) {
        boolean wasConnected = others.get(peer).presence() == Presence.HERE;
        others.change(peer, view -> view.being(Presence.DEPARTED));
        takeBackArrival(peer);
        because = BarrierWords.departed(peer, others.silence(peer));
        if (wasConnected) effects.add(new Drop(peer, because));
        tell(new BarrierNews.Departed(peer, others.silence(peer), because));
    }

    // ---- how it goes on ----

    private void settle() {
        if (call.isEmpty()) return;
        if (at.phase() == BarrierPhase.ENTERED && others.areAllAt(at)) {
            at = Position.informed(at.generation(), at.epoch());
            because = "everybody is at %s".formatted(BarrierWords.place(at));
            sendAll(new At(at));
        }
        if (at.phase() == BarrierPhase.INFORMED && others.areAllAt(at)) {
            pass();
        } else {
            doNotWaitForTheGone();
        }
    }

    private void pass() {
        Duration waited = now.minus(call.orElseThrow().since());
        at = Position.passed(at.generation(), at.epoch());
        call = Optional.empty();
        because = BarrierWords.passed(at, waited);
        effects.add(new Pass(at.generation(), at.epoch(), waited));
        tell(new BarrierNews.Passed(at.generation(), at.epoch(), waited, because));
    }

    private void doNotWaitForTheGone() {
        boolean departedToo =
                rules.settings().onDeparture() == PeerBarrierSettings.OnDeparture.BREAK;
        Position missed = Position.entered(at.generation(), at.epoch());
        SortedSet<PeerId> gone = others.goneBefore(missed, departedToo);
        if (gone.isEmpty()) {
            missed = Position.informed(at.generation(), at.epoch());
            gone = others.goneBefore(missed, departedToo);
        }
        if (gone.isEmpty()) return;
        boolean left = gone.stream().anyMatch(id -> others.get(id).presence() == Presence.LEFT);
        Breach.Cause cause = left ? Breach.Cause.LEFT : Breach.Cause.DEPARTED;
        breakUp(missed, cause, gone, BarrierWords.gone(gone, at, left));
    }

    /** Our own generation. */
    private void breakUp(Breach.Cause cause, Set<PeerId> missing, String why) {
        breakUp(awaited(), cause, missing, why);
    }

    /**
     * @param missed where the missing should have come to
     */
    private void breakUp(Position missed, Breach.Cause cause, Set<PeerId> missing, String why) {
        breakUp(
                new Breach(
                        missed.generation(),
                        missed.epoch(),
                        me,
                        cause,
                        missed.phase(),
                        new TreeSet<>(missing),
                        Breach.shortened(why)));
        sendAll(new Broken(breach.orElseThrow()));
    }

    private void adopt(PeerId from, Breach heard) {
        if (isOver(heard.generation())) {
            because = "generation %d is over already".formatted(heard.generation());
            return;
        }
        breakUp(heard);
        for (PeerId peer : others.here()) {
            if (!peer.equals(from)) send(peer, new Broken(heard));
        }
    }

    private void breakUp(Breach why) {
        breach = Optional.of(why);
        because = why.because();
        if (call.isPresent()) effects.add(new Fail(why));
        call = Optional.empty();
        tell(new BarrierNews.Broken(why, because));
    }

    private boolean isBroken() {
        return breach.isPresent() && breach.get().generation() >= at.generation();
    }

    /** What all have to reach next, or we have to begin with. */
    private Position awaited() {
        return at.isWaiting() ? at : Position.entered(at.generation(), at.epoch() + 1);
    }

    private int countHere() {
        return others.countAt(awaited()) + (at.isWaiting() ? 1 : 0);
    }

    private Seen seen() {
        long epoch = awaited().epoch();
        TreeSet<PeerId> entered = others.at(Position.entered(at.generation(), epoch));
        TreeSet<PeerId> informed = others.at(Position.informed(at.generation(), epoch));
        if (at.isWaiting()) entered.add(me);
        if (at.phase() == BarrierPhase.INFORMED) informed.add(me);
        return new Seen(at.generation(), epoch, entered, informed);
    }

    /** The list of those who are here only grows while the same is awaited, but for restarts. */
    private void tellWhoIsHere() {
        Position awaited = awaited();
        int arrived = countHere();
        boolean same = awaited.equals(awaitedBefore) && arrived == arrivedBefore;
        if (same || isBroken() || arrived == 0) return;
        RollCall roll = others.rollCall(me, call.map(PeerBarrierState.Call::since), awaited);
        because = BarrierWords.waiting(roll);
        tell(new BarrierNews.Waiting(roll, because));
    }

    private void sendAll(PeerMessage message) {
        others.here().forEach(peer -> send(peer, message));
    }

    private void send(PeerId peer, PeerMessage message) {
        effects.add(new Send(peer, message));
    }

    private void tell(BarrierNews news) {
        effects.add(new Tell(news));
    }
}
