package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.c10d.StateCodec.Decoded;
import dev.muster.store.protocol.Value;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The states that were understood or written last. What a node reads is mostly what it had before,
 * and where many nodes live in one process, all have the same. Any thread.
 */
final class RecentStates {
    private static final int KEPT = 8;

    /** A state and the text it was read from, each of which is there once. */
    record Known(Value stored, Decoded decoded) {}

    /** A text may fit several dialects, and mean the same in each. */
    private record Text(Value stored, StateDialect likely) {}

    private final Map<Text, Known> recent =
            new LinkedHashMap<>(KEPT, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Text, Known> eldest) {
                    return size() > KEPT;
                }
            };

    /** See {@link StateCodec#decode}. */
    Optional<Known> decode(StateCodec codec, Value stored, StateDialect likely) {
        var text = new Text(stored, likely);
        synchronized (recent) {
            var known = recent.get(text);
            if (known != null) return Optional.of(known);
        }
        return codec.decode(stored, likely)
                .map(decoded -> remember(text, new Known(stored, decoded)));
    }

    /** That {@code stored} means {@code decoded}. */
    Known remember(Value stored, Decoded decoded) {
        return remember(new Text(stored, decoded.dialect()), new Known(stored, decoded));
    }

    private Known remember(Text text, Known known) {
        synchronized (recent) {
            var before = recent.putIfAbsent(text, known);
            return before == null ? known : before;
        }
    }
}
