package dev.muster.agent.telemetry;

/** Takes serialized events, one line each. Called on the thread of whoever reads the run. */
@FunctionalInterface
public interface EventLogHandler {
    /** Takes them and does nothing. */
    EventLogHandler NONE = _ -> {};

    void record(String line);
}
