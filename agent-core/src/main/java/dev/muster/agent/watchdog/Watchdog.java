package dev.muster.agent.watchdog;

import dev.muster.agent.job.Signal;
import dev.muster.agent.loop.Timers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Ends processes that asked to be ended if they did not leave a scope in time (spec/elastic-agent
 * §4.7): PyTorch's file timers. Unlike upstream's it never ends the agent. On the agent's thread.
 */
public final class Watchdog implements AutoCloseable {
    /** Told what ran out; acts on it. On the agent's thread. */
    public interface Listener {
        /**
         * @param expiredAt when it should have left that scope
         * @param signal absent: the worker only wanted it known
         * @return whether the process was found to be one of ours; if not, it is asked again soon,
         *     for a process that is becoming another program shows for a moment nobody's marker
         */
        boolean ranOut(long pid, String scope, Instant expiredAt, Optional<Signal> signal);

        /** A line of the pipe was no request. */
        void misunderstood(String line);
    }

    /** So often it is asked whose a process is before it is nobody's. */
    private static final int LOOKS = 5;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final FileTimers running = new FileTimers();
    private final Timers timers;
    private final InstantSource clock;
    private final Listener listener;
    private final TimerPipe pipe;

    private Watchdog(
            Path path, Executor agentThread, Timers timers, InstantSource clock, Listener listener)
            throws IOException {
        this.timers = timers;
        this.clock = clock;
        this.listener = listener;
        pipe = TimerPipe.open(path, line -> agentThread.execute(() -> take(line)));
    }

    /**
     * Opens the pipe at {@code path}.
     *
     * @throws IOException when it cannot be made there
     */
    public static Watchdog open(
            Path path, Executor agentThread, Timers timers, InstantSource clock, Listener listener)
            throws IOException {
        return new Watchdog(path, agentThread, timers, clock, listener);
    }

    /** The attempt's processes are gone, and their timers with them. */
    public void forgetAll() {
        running.clear();
    }

    private void take(String line) {
        Optional<TimerRequest> request = TimerRequest.parse(line);
        if (request.isEmpty()) {
            listener.misunderstood(line);
            return;
        }
        running.take(request.get());
        request.get().expiresAt().ifPresent(when -> timers.at(when, this::look));
    }

    private void look() {
        Instant now = clock.instant();
        running.expire(now).forEach(timer -> tell(timer, LOOKS));
        boolean early = running.next().filter(when -> when.isAfter(now)).isPresent();
        if (early) running.next().ifPresent(when -> timers.at(when, this::look));
    }

    private void tell(TimerRequest timer, int looks) {
        Optional<Signal> signal =
                timer.signal() > 0 ? Optional.of(new Signal(timer.signal())) : Optional.empty();
        Instant expiredAt = timer.expiresAt().orElseThrow();
        boolean ours = listener.ranOut(timer.pid(), timer.scope(), expiredAt, signal);
        if (ours || looks == 1) return;
        timers.at(clock.instant().plus(BETWEEN_LOOKS), () -> tell(timer, looks - 1));
    }

    @Override
    public void close() {
        running.clear();
        pipe.close();
    }
}
