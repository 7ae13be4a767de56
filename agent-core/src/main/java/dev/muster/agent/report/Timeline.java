package dev.muster.agent.report;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When which rank ran, and how each stretch ended.
 *
 * @param lanes by rank
 * @param attempts when the group was started
 */
record Timeline(
        Instant from, Instant to, SortedMap<Rank, List<Bar>> lanes, List<Instant> attempts) {
    enum Kind {
        DONE,
        FAILED,
        /** Its failure ended the attempt. */
        CULPRIT,
        STOPPED,
        /** Nobody saw the end. */
        OPEN,
        /** It printed nothing. Lies over another one. */
        SILENT
    }

    record Bar(Instant from, Instant to, Kind kind, String words) {}

    /** Stretches of a rank that restarts for ever are not all worth a bar. */
    private static final int MOST_BARS_OF_A_RANK = 200;

    static Timeline of(List<NumberedEvent> events) {
        return new Reading(events).read();
    }

    /** One reading of one run's events. */
    private static final class Reading {
        private final List<NumberedEvent> events;
        private final SortedMap<Rank, List<Bar>> lanes = new TreeMap<>();
        private final Map<Rank, Instant> running = new HashMap<>();
        private final Map<Rank, Instant> silent = new HashMap<>();
        private final List<Instant> attempts = new ArrayList<>();

        Reading(List<NumberedEvent> events) {
            this.events = events;
        }

        Timeline read() {
            for (NumberedEvent event : events) take(event.event());
            Instant from = events.getFirst().event().at();
            Instant to =
                    events.stream()
                            .map(each -> each.event().at())
                            .max(Instant::compareTo)
                            .orElse(from);
            List.copyOf(running.keySet())
                    .forEach(rank -> end(rank, to, Kind.OPEN, "not seen to end"));
            return new Timeline(from, to, lanes, attempts);
        }

        private void take(AgentEvent event) {
            switch (event) {
                case AgentEvent.AttemptStarted started -> attempts.add(started.at());
                case AgentEvent.WorkerStarted started -> running.put(started.rank(), started.at());
                case AgentEvent.WorkerSilent(_, var rank, var lastOutput) ->
                        silent.put(rank, lastOutput);
                case AgentEvent.WorkerHeard(var at, var rank) -> heard(rank, at);
                case AgentEvent.WorkerExited(var at, var rank, var exit) ->
                        end(rank, at, kind(exit), exit.inWords());
                case AgentEvent.AttemptEnded ended -> ended.culprit().ifPresent(this::markCulprit);
                default -> {
                    // told elsewhere
                }
            }
        }

        private void end(Rank rank, Instant at, Kind kind, String words) {
            heard(rank, at);
            Instant from = running.remove(rank);
            if (from != null) add(rank, new Bar(from, at, kind, words));
        }

        private void heard(Rank rank, Instant at) {
            Instant from = silent.remove(rank);
            if (from != null) add(rank, new Bar(from, at, Kind.SILENT, "printed nothing"));
        }

        private void add(Rank rank, Bar bar) {
            List<Bar> lane = lanes.computeIfAbsent(rank, _ -> new ArrayList<>());
            if (lane.size() < MOST_BARS_OF_A_RANK) lane.add(bar);
        }

        private void markCulprit(Rank rank) {
            List<Bar> lane = lanes.getOrDefault(rank, List.of());
            if (lane.isEmpty()) return;
            Bar last = lane.removeLast();
            lane.add(new Bar(last.from(), last.to(), Kind.CULPRIT, last.words()));
        }

        private static Kind kind(WorkerExit exit) {
            return switch (exit) {
                case WorkerExit.Succeeded _ -> Kind.DONE;
                case WorkerExit.Killed(_, var byAgent) -> byAgent ? Kind.STOPPED : Kind.FAILED;
                case WorkerExit.Failed _, WorkerExit.NeverStarted _, WorkerExit.Unkillable _ ->
                        Kind.FAILED;
            };
        }
    }
}
