package dev.muster.agent.run;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.loop.Timers;
import dev.muster.agent.supervise.GroupInput;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * Tells of a worker that is in an uninterruptible wait for too long. Only where the user says how
 * long that is (spec/elastic-agent §3.3): the kernel tells of no such wait, so it is looked for. On
 * the agent's thread.
 */
final class StuckWatch {
    /** In whole seconds; 0 and nothing mean no limit. */
    static final String VARIABLE = "TORCHELASTIC_UNINTERRUPTIBLE_STATE_TIMEOUT";

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Optional<Duration> limit;
    private final LongPredicate isUninterruptible;
    private final Timers timers;
    private final InstantSource clock;
    private final Consumer<GroupInput.Stuck> onStuck;
    private final Map<LocalRank, Long> pids = new HashMap<>();
    private final Map<LocalRank, Instant> since = new HashMap<>();
    private boolean looking;

    StuckWatch(
            Optional<Duration> limit,
            LongPredicate isUninterruptible,
            Timers timers,
            InstantSource clock,
            Consumer<GroupInput.Stuck> onStuck) {
        this.limit = limit;
        this.isUninterruptible = isUninterruptible;
        this.timers = timers;
        this.clock = clock;
        this.onStuck = onStuck;
    }

    /** What the variable says; what is no such number is no limit. */
    static Optional<Duration> limit(Map<String, String> variables) {
        String text = variables.getOrDefault(VARIABLE, "");
        return text.matches("0*[1-9][0-9]{0,8}")
                ? Optional.of(Duration.ofSeconds(Long.parseLong(text)))
                : Optional.empty();
    }

    void watch(LocalRank who, long pid) {
        if (limit.isEmpty()) return;
        pids.put(who, pid);
        if (looking) return;
        looking = true;
        lookLater();
    }

    /** The workers are gone, or have been asked to go. */
    void forgetAll() {
        pids.clear();
        since.clear();
    }

    private void lookLater() {
        timers.at(clock.instant().plus(BETWEEN_LOOKS), this::look);
    }

    private void look() {
        looking = !pids.isEmpty();
        if (!looking) return;
        Instant now = clock.instant();
        for (var worker : Map.copyOf(pids).entrySet()) {
            if (!isUninterruptible.test(worker.getValue())) {
                since.remove(worker.getKey());
                continue;
            }
            Instant began = since.computeIfAbsent(worker.getKey(), _ -> now);
            Duration lasting = Duration.between(began, now);
            if (lasting.compareTo(limit.orElseThrow()) >= 0) {
                pids.remove(worker.getKey());
                onStuck.accept(new GroupInput.Stuck(worker.getKey(), lasting));
            }
        }
        lookLater();
    }
}
