package dev.muster.store.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** How many requests of each kind there were. On one thread. */
public final class OperationCounts {
    private static final Operation[] KINDS = Operation.values();

    private final long[] byKind = new long[KINDS.length];

    void count(Operation operation) {
        byKind[operation.ordinal()]++;
    }

    /** Counts all of {@code others} as well. */
    public void add(OperationCounts others) {
        for (int k = 0; k < byKind.length; k++) byKind[k] += others.byKind[k];
    }

    /** Of those kinds that there were, by the protocol's names and in its order. */
    public Map<String, Long> byName() {
        var named = new LinkedHashMap<String, Long>();
        for (Operation kind : KINDS) {
            long count = byKind[kind.ordinal()];
            if (count > 0) named.put(kind.name(), count);
        }
        return Collections.unmodifiableMap(named);
    }
}
