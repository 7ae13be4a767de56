package dev.muster.agent.telemetry;

import java.io.PrintStream;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/** Who takes events, by name. Any thread. */
public final class EventLogHandlers {
    /** Where a run's events go unless somebody says otherwise: nowhere. */
    public static final String NULL = "null";

    /** To stderr. */
    public static final String CONSOLE = "console";

    /** Where events of the rendezvous go: nowhere, until somebody else is registered for it. */
    public static final String RENDEZVOUS = "dynamic_rendezvous";

    private final Map<String, EventLogHandler> byName = new ConcurrentSkipListMap<>();

    /** torch's three. */
    public EventLogHandlers(PrintStream console) {
        byName.put(NULL, EventLogHandler.NONE);
        byName.put(CONSOLE, console::println);
        byName.put(RENDEZVOUS, EventLogHandler.NONE);
    }

    /** Adds one, or takes the place of the one that has the name. */
    public void register(String name, EventLogHandler handler) {
        byName.put(name, handler);
    }

    /**
     * The same one each time.
     *
     * @throws IllegalArgumentException when there is none
     */
    public EventLogHandler named(String name) {
        EventLogHandler handler = byName.get(name);
        if (handler != null) return handler;
        throw new IllegalArgumentException(
                "event log handler: \"%s\" (expected: one of %s)".formatted(name, byName.keySet()));
    }

    /** The names of all, in their order. */
    public Set<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    public boolean isKnown(String name) {
        return byName.containsKey(name);
    }
}
