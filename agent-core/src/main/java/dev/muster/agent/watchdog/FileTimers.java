package dev.muster.agent.watchdog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The timers that are running: one for each scope of each process. When one of them runs out, all
 * of its process's are forgotten, for the process is about to be. Not shared between threads.
 */
final class FileTimers {
    private static final Comparator<TimerRequest> SOONEST_FIRST =
            Comparator.comparing(timer -> timer.expiresAt().orElse(Instant.MAX));

    private final Map<Long, Map<String, TimerRequest>> byPid = new TreeMap<>();

    /** Starts, restarts or releases a timer; releasing what does not run does nothing. */
    void take(TimerRequest request) {
        Map<String, TimerRequest> scopes =
                byPid.computeIfAbsent(request.pid(), _ -> new HashMap<>());
        if (request.expiresAt().isPresent()) {
            scopes.put(request.scope(), request);
        } else {
            scopes.remove(request.scope());
        }
        if (scopes.isEmpty()) byPid.remove(request.pid());
    }

    /** When the next one runs out. */
    Optional<Instant> next() {
        return byPid.values().stream()
                .flatMap(scopes -> scopes.values().stream())
                .min(SOONEST_FIRST)
                .flatMap(TimerRequest::expiresAt);
    }

    /** One timer for each process that has any which ran out: the first with a signal, if any. */
    List<TimerRequest> expire(Instant now) {
        var expired = new ArrayList<TimerRequest>();
        for (var scopes : List.copyOf(byPid.values())) {
            List<TimerRequest> over =
                    scopes.values().stream()
                            .filter(timer -> !timer.expiresAt().orElseThrow().isAfter(now))
                            .sorted(SOONEST_FIRST)
                            .toList();
            if (over.isEmpty()) continue;
            byPid.remove(over.getFirst().pid());
            expired.add(
                    over.stream()
                            .filter(timer -> timer.signal() > 0)
                            .findFirst()
                            .orElse(over.getFirst()));
        }
        return expired;
    }

    /** The processes are gone. */
    void clear() {
        byPid.clear();
    }
}
