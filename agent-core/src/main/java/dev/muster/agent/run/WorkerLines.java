package dev.muster.agent.run;

import dev.muster.agent.controlplane.WorkerSockets;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.supervise.process.Marked;
import dev.muster.agent.supervise.process.Marker;
import dev.muster.agent.watchdog.Watchdog;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The lines between the workers of a run and their agent, other than what they print: a socket each
 * where the agent may ask (spec/elastic-agent §4.9), and one pipe where they may ask for a timer
 * (§4.7). On the agent's thread. What cannot be had is said once and done without.
 */
final class WorkerLines implements Watchdog.Listener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerLines.class);
    private static final String TIMERS_ENABLED = "TORCHELASTIC_ENABLE_FILE_TIMER";
    private static final String TIMER_FILE = "TORCHELASTIC_TIMER_FILE";

    private final Marker marker;
    private final Function<LocalRank, Rank> rankOf;
    private final Consumer<AgentEvent> events;
    private final Map<String, String> given;
    private final RunContext context;
    private Optional<WorkerSockets> sockets = Optional.empty();
    private Optional<Watchdog> watchdog = Optional.empty();
    private Optional<Path> timerPipe = Optional.empty();
    private boolean open;
    private boolean misunderstood;

    WorkerLines(
            RunContext context,
            JobSpec spec,
            Marker marker,
            Function<LocalRank, Rank> rankOf,
            Consumer<AgentEvent> events) {
        this.context = context;
        this.marker = marker;
        this.rankOf = rankOf;
        this.events = events;
        given = new HashMap<>(context.environment());
        given.putAll(spec.environment());
    }

    /** Once, for the first attempt. */
    private void openLines() {
        if (open) return;
        open = true;
        sockets = openSockets();
        if (!"1".equals(given.get(TIMERS_ENABLED))) return;
        Path pipe = timerFile();
        watchdog = openWatchdog(pipe);
        timerPipe = watchdog.map(_ -> pipe);
        if (watchdog.isPresent()) events.accept(new AgentEvent.TimersWatched(now()));
    }

    private Path timerFile() {
        return Optional.ofNullable(given.get(TIMER_FILE))
                .filter(path -> !path.isBlank())
                .map(path -> Path.of(path).toAbsolutePath())
                .orElseGet(
                        () ->
                                Path.of(
                                        System.getProperty("java.io.tmpdir"),
                                        "watchdog_timer_" + UUID.randomUUID()));
    }

    private Optional<WorkerSockets> openSockets() {
        try {
            return Optional.of(WorkerSockets.open(context.environment()));
        } catch (IOException e) {
            notice("the workers get no control sockets: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<Watchdog> openWatchdog(Path pipe) {
        try {
            return Optional.of(
                    Watchdog.open(
                            pipe, context.agentThread(), context.timers(), context.clock(), this));
        } catch (IOException e) {
            notice("the workers' timers are not watched: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** What that worker's environment says of them; a path the user set is the user's. */
    Map<String, String> variables(int attempt, LocalRank worker) {
        openLines();
        var variables = new HashMap<String, String>();
        if (!given.containsKey(WorkerSockets.VARIABLE)) {
            sockets.ifPresent(
                    folder ->
                            variables.put(
                                    WorkerSockets.VARIABLE, folder.of(attempt, worker).toString()));
        }
        timerPipe.ifPresent(pipe -> variables.put(TIMER_FILE, pipe.toString()));
        return variables;
    }

    /** The attempt's processes are gone. */
    void attemptEnded() {
        watchdog.ifPresent(Watchdog::forgetAll);
    }

    @Override
    public boolean ranOut(long pid, String scope, Instant expiredAt, Optional<Signal> signal) {
        Optional<Marked> whose =
                signal.isPresent()
                        ? Marked.signal(marker, (int) pid, signal.get())
                        : Marked.of(marker, pid);
        whose.ifPresent(
                process ->
                        events.accept(
                                new AgentEvent.TimerExpired(
                                        now(),
                                        rankOf.apply(process.localRank()),
                                        pid,
                                        scope,
                                        expiredAt,
                                        signal,
                                        "the timer %s of pid %d (local rank %s) ran out; %s"
                                                .formatted(
                                                        scope,
                                                        pid,
                                                        process.localRank(),
                                                        signal.map(
                                                                        sent ->
                                                                                "it is ended with "
                                                                                        + sent)
                                                                .orElse(
                                                                        "it goes on, as it asked"
                                                                                + " to")))));
        return whose.isPresent();
    }

    @Override
    public void misunderstood(String line) {
        if (misunderstood) return;
        misunderstood = true;
        notice(
                "somebody wrote into the workers' timer pipe what is no timer: "
                        + line.substring(0, Math.min(line.length(), 80)));
    }

    private void notice(String text) {
        events.accept(new AgentEvent.Noticed(now(), text));
    }

    private Instant now() {
        return context.clock().instant();
    }

    @Override
    public void close() {
        watchdog.ifPresent(Watchdog::close);
        try {
            if (sockets.isPresent()) sockets.get().close();
        } catch (IOException e) {
            LOG.warn("Control sockets of workers are left behind: {}", e.getMessage());
        }
    }
}
