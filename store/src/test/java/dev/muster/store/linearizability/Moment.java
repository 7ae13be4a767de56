package dev.muster.store.linearizability;

import static dev.muster.store.wire.ReplyDecoder.isWaiting;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.keyspace.DumbTwin;
import dev.muster.store.keyspace.Outcome;
import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.linearizability.Step.Act;
import dev.muster.store.linearizability.Step.Heard;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A store that does one thing after the other, between two of them.
 *
 * @param woken whose wait is over and who has not been told
 */
record Moment(DumbTwin store, Set<ConnectionId> woken) {
    static Moment first() {
        return new Moment(new DumbTwin(), Set.of());
    }

    /** The moment after {@code act}; empty if this store would not have done that. */
    Optional<Moment> after(Act act) {
        return switch (act) {
            case Act.Serve serve -> after(serve);
            case Act.Wake(var who) -> {
                if (!woken.contains(who)) yield Optional.empty();
                yield Optional.of(new Moment(store, without(who)));
            }
            case Act.LetWait(var who) -> woken.contains(who) ? Optional.empty() : Optional.of(this);
            case Act.Forget(var who) -> {
                var next = store.copy();
                next.left(who);
                yield Optional.of(new Moment(next, without(who)));
            }
        };
    }

    private Optional<Moment> after(Act.Serve serve) {
        var who = serve.connection();
        if (woken.contains(who)) return Optional.empty(); // it would have heard of that before
        var next = store.copy();
        var outcome = next.on(who, serve.request());
        if (!couldBe(outcome, serve)) return Optional.empty();
        if (!(outcome instanceof Served(var reply, var released, _))) {
            next.left(who);
            return Optional.of(new Moment(next, woken));
        }
        var more = new HashSet<>(woken);
        more.addAll(released);
        if (isWaiting(serve.request()) && reply.isPresent()) more.add(who);
        return Optional.of(new Moment(next, more));
    }

    private static boolean couldBe(Outcome outcome, Act.Serve serve) {
        return switch (serve.heard()) {
            case Heard.Nothing() -> true;
            case Heard.CutOff() -> outcome instanceof Refused;
            case Heard.Answer(var heard) ->
                    outcome instanceof Served(var reply, _, _) && reply.equals(Optional.of(heard));
        };
    }

    private Set<ConnectionId> without(ConnectionId who) {
        var rest = new HashSet<>(woken);
        rest.remove(who);
        return rest;
    }
}
