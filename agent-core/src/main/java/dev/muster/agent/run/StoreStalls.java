package dev.muster.agent.run;

import dev.muster.agent.event.AgentEvent;
import dev.muster.store.view.Stall;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Says in a run's events that the workers' store hangs, and what becomes of that. On the agent's
 * thread, but for {@link #accept}, which the store's watchdog calls.
 */
final class StoreStalls implements Consumer<Stall> {
    private final Executor agentThread;
    private final InstantSource clock;
    private Consumer<AgentEvent> events = _ -> {};

    StoreStalls(Executor agentThread, InstantSource clock) {
        this.agentThread = agentThread;
        this.clock = clock;
    }

    /** The run has events now: it is told from here on. */
    void tell(Consumer<AgentEvent> events) {
        this.events = events;
    }

    /** The run has said its last word. */
    void fallSilent() {
        events = _ -> {};
    }

    @Override
    public void accept(Stall stall) {
        var text = sentence(stall);
        agentThread.execute(() -> events.accept(new AgentEvent.Noticed(clock.instant(), text)));
    }

    private static String sentence(Stall stall) {
        return switch (stall) {
            case Stall.Noticed(var lasting, var where) ->
                    "the workers' store has not answered for %s; its thread stands at %s"
                            .formatted(seconds(lasting), top(where));
            case Stall.ClientsReset(var lasting, int clients) ->
                    ("the workers' store has not answered for %s; its connections (%d) were reset,"
                                    + " so that workers fail instead of hanging")
                            .formatted(seconds(lasting), clients);
            case Stall.Over(var lasted) ->
                    "the workers' store answers again, after %s".formatted(seconds(lasted));
        };
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1_000.0);
    }

    private static String top(List<StackTraceElement> where) {
        return where.isEmpty() ? "its end" : where.getFirst().toString();
    }
}
