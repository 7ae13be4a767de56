package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.RendezvousException.CorruptState;
import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The state of one rendezvous under its key in a c10d store, as PyTorch's agents keep it
 * (elastic-agent §2.7). Its methods block, and may be called from one thread at a time.
 *
 * <p>Each throws {@link Unreachable} where the store does not answer in time, and {@link
 * CorruptState} where it holds what we do not understand, which then stays as it is: to write over
 * a value takes the token that comes with reading it.
 */
public final class C10dSharedState {
    private static final Value NOTHING = Value.EMPTY;
    private static final RecentStates RECENT = new RecentStates();

    private final StateCodec codec = new StateCodec(PickleLimits.DEFAULT);
    private final Store store;
    private final Key key;
    private final Duration atMost;
    private StateDialect dialect;

    /** Which value was read, and hence what may be replaced, in which dialect. */
    public record Token(Value stored, StateDialect dialect) {}

    public record Shared(RendezvousState state, Token token) {}

    /**
     * What came of writing.
     *
     * @param now what is stored afterwards; empty if nobody has written yet
     * @param ours whether that is what we wrote
     */
    public record Written(Optional<Shared> now, boolean ours) {}

    private C10dSharedState(Store store, Key key, StateDialect dialect, Duration atMost) {
        this.store = store;
        this.key = key;
        this.dialect = dialect;
        this.atMost = atMost;
    }

    /**
     * The rendezvous of {@code runId}, whose key is there from now on.
     *
     * @param first the dialect to write if nobody has written yet
     * @param atMost how long each call to the store may take
     */
    public static C10dSharedState open(
            Store store, String runId, StateDialect first, Duration atMost) {
        var shared = new C10dSharedState(store, keyOf(runId), first, atMost);
        shared.ask(() -> store.compareSet(shared.key, NOTHING, StateCodec.UNTOUCHED, atMost));
        return shared;
    }

    /** What is stored now; empty if nobody has written yet. */
    public Optional<Shared> read() {
        return shared(ask(() -> store.get(key, atMost)));
    }

    /**
     * Stores {@code state} if what {@code over} was read from is still there, or, without a token,
     * if nobody has written yet. Two agents that write the same over the same both succeed.
     *
     * @throws IllegalArgumentException if the token's dialect cannot say what {@code state} does
     */
    public Written write(RendezvousState state, Optional<Token> over) {
        var spoken = over.map(Token::dialect).orElse(dialect);
        var desired = codec.encode(state, spoken);
        var expected = over.map(Token::stored).orElse(StateCodec.UNTOUCHED);
        var now = ask(() -> store.compareSet(key, expected, desired, atMost));
        if (!now.equals(desired)) return new Written(shared(now), false);
        var ours = RECENT.remember(now, new StateCodec.Decoded(state, spoken));
        return new Written(Optional.of(shared(ours)), true);
    }

    static Key keyOf(String runId) {
        if (runId.isEmpty()) {
            throw new IllegalArgumentException("The run id must be a non-empty string.");
        }
        return Key.of("torch.rendezvous." + runId);
    }

    private Optional<Shared> shared(Value stored) {
        var known = understood(() -> RECENT.decode(codec, stored, dialect));
        known.ifPresent(each -> dialect = each.decoded().dialect());
        return known.map(C10dSharedState::shared);
    }

    private static Shared shared(RecentStates.Known known) {
        var decoded = known.decoded();
        return new Shared(decoded.state(), new Token(known.stored(), decoded.dialect()));
    }

    /** The result of {@code read}, or its failure in the words of every shared. */
    static <T> T understood(Supplier<T> read) {
        try {
            return read.get();
        } catch (UnreadableState e) {
            throw new CorruptState(
                    "The rendezvous state cannot be used, and was left as it is: " + e.getMessage(),
                    e);
        }
    }

    private Value ask(Supplier<Value> question) {
        try {
            return question.get();
        } catch (StoreException e) {
            throw unreachable(e);
        }
    }

    static Unreachable unreachable(StoreException failure) {
        return new Unreachable(
                "The connection to the C10d store has failed: " + failure.getMessage(), failure);
    }
}
