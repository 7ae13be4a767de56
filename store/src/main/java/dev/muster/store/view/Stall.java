package dev.muster.store.view;

import java.time.Duration;
import java.util.List;

/** The store's thread does not answer, so nobody is served: what became of that. */
public sealed interface Stall {
    /**
     * It has not answered for a while.
     *
     * @param lasting how long by now
     * @param where the thread stands
     */
    record Noticed(Duration lasting, List<StackTraceElement> where) implements Stall {
        public Noticed {
            where = List.copyOf(where);
        }
    }

    /**
     * It has not answered for so long that its clients were cut off. Those who come from now on are
     * turned away until it answers.
     *
     * @param clients how many those were
     */
    record ClientsReset(Duration lasting, int clients) implements Stall {}

    /** It answers again. */
    record Over(Duration lasted) implements Stall {}
}
