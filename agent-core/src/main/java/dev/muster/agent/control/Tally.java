package dev.muster.agent.control;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.Rank;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What only adds up over a run, as far as it was told since the server opened. One thread. */
final class Tally {
    private final Map<Rank, Double> cpuSeconds = new TreeMap<>();
    private final Map<String, Integer> restarts = new TreeMap<>(Map.of("failure", 0, "request", 0));
    private Optional<Instant> sought = Optional.empty();
    private Optional<RunUsage> usage = Optional.empty();
    private Duration meeting = Duration.ZERO;
    private int rounds;
    private int restartCount;

    void hear(AgentEvent event) {
        switch (event) {
            case RendezvousEvent.RoundSought(var at, _) -> sought = Optional.of(at);
            case RendezvousEvent.RoundJoined joined -> {
                sought.ifPresent(
                        since -> {
                            meeting = meeting.plus(Duration.between(since, joined.at()));
                            rounds++;
                        });
                sought = Optional.empty();
            }
            case AgentEvent.AttemptStarted started when started.attempt() > 0 -> {
                boolean failed = started.restartCount() > restartCount;
                restartCount = started.restartCount();
                restarts.merge(failed ? "failure" : "request", 1, Integer::sum);
            }
            default -> {
                // adds nothing up
            }
        }
    }

    /** Takes what was used now for what was used since the measurement before. */
    void measured(RunUsage latest) {
        usage.map(before -> Duration.between(before.at(), latest.at()).toMillis() / 1000.0)
                .filter(seconds -> seconds > 0)
                .ifPresent(
                        seconds ->
                                latest.byRank()
                                        .forEach(
                                                (rank, used) ->
                                                        cpuSeconds.merge(
                                                                rank,
                                                                used.cores() * seconds,
                                                                Double::sum)));
        usage = Optional.of(latest);
    }

    Optional<RunUsage> usage() {
        return usage;
    }

    Map<Rank, Double> cpuSeconds() {
        return new HashMap<>(cpuSeconds);
    }

    /** How often the group was started anew, by the reason. */
    Map<String, Integer> restarts() {
        return new TreeMap<>(restarts);
    }

    /** In how many rounds the nodes met. */
    int rounds() {
        return rounds;
    }

    /** How long they took for it, together. */
    Duration meeting() {
        return meeting;
    }
}
