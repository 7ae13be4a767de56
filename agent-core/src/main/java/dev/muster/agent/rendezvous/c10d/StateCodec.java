package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.c10d.UnreadableState.Corrupt;
import dev.muster.agent.rendezvous.c10d.UnreadableState.TooLarge;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Value;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * Between a rendezvous state and the text that a c10d store holds for it (elastic-agent §2.7,
 * §2.10).
 *
 * @param limits of what is read
 */
public record StateCodec(PickleLimits limits) {
    /** Stands where no state has been written yet. */
    static final Value UNTOUCHED = Value.of("Y2FuaW1hZGFt");

    /**
     * @param dialect it was read in, and should be written back in
     */
    public record Decoded(RendezvousState state, StateDialect dialect) {}

    /**
     * The state that {@code stored} holds; empty if none has been written yet.
     *
     * @param likely the dialect, where what is stored fits several: one without nodes or times may
     * @throws UnreadableState if it is nothing that we understand in full
     */
    public Optional<Decoded> decode(Value stored, StateDialect likely) {
        if (stored.equals(UNTOUCHED)) return Optional.empty();
        var reading = StateReader.read(PickleReader.read(pickle(stored.content()), limits));
        return Optional.of(new Decoded(reading.state(), chosen(reading.possible(), likely)));
    }

    /**
     * The text to store for {@code state}.
     *
     * @throws IllegalArgumentException if {@code dialect} cannot say what {@code state} does
     */
    public Value encode(RendezvousState state, StateDialect dialect) {
        byte[] pickle = StateWriter.write(state, dialect).toByteArray();
        return new Value(Bytes.adopt(Base64.getEncoder().encode(pickle)));
    }

    private Bytes pickle(Bytes text) {
        long longest = (limits.bytes() + 2L) / 3 * 4;
        if (text.length() > longest) {
            throw new TooLarge("characters of a stored state", text.length(), longest);
        }
        if (text.length() % 4 != 0) {
            throw new Corrupt(
                    "the stored state is not base64 text: %d characters (expected: a multiple of 4)"
                            .formatted(text.length()));
        }
        try {
            ByteBuffer pickle = Base64.getDecoder().decode(text.asByteBuffer());
            var content = new byte[pickle.remaining()];
            pickle.get(content);
            return Bytes.adopt(content);
        } catch (IllegalArgumentException e) {
            throw new Corrupt("the stored state is not base64 text: " + e.getMessage());
        }
    }

    /** The newest unless the likely one is among them. */
    private static StateDialect chosen(Set<StateDialect> possible, StateDialect likely) {
        return possible.contains(likely)
                ? likely
                : possible.stream().reduce((_, newer) -> newer).orElseThrow();
    }
}
