package dev.muster.agent.event;

import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When which rank and which node was there, and how each stretch ended.
 *
 * @param to when the last event happened
 * @param lanes of this node's ranks
 * @param nodes of all nodes of the job, by name, in the order in which they were seen; empty where
 *     this one is alone
 * @param attempts when the group was started
 * @param changes when the members of the job changed
 */
public record Timeline(
        Instant from,
        Instant to,
        SortedMap<Rank, List<Bar>> lanes,
        SequencedMap<String, List<Bar>> nodes,
        List<Start> attempts,
        List<Change> changes) {
    public enum Kind {
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

    /**
     * A stretch of a rank or a node.
     *
     * @param to when it ended, or, while it goes on, when the last event happened
     * @param attempt within which it began; 0 before the first
     * @param goesOn whether nothing had ended it by then
     * @param words how it ended, as the end of a sentence
     */
    public record Bar(
            Instant from, Instant to, Kind kind, int attempt, boolean goesOn, String words) {
        /** One that has ended. */
        public Bar(Instant from, Instant to, Kind kind, int attempt, String words) {
            this(from, to, kind, attempt, false, words);
        }
    }

    /** The group was started. */
    public record Start(Instant at, int attempt, String because) {}

    /**
     * Who takes part has changed.
     *
     * @param loss whether somebody went
     */
    public record Change(Instant at, boolean loss, String words) {}

    /** Stretches of a rank that restarts for ever are not all worth a bar. */
    private static final int MOST_BARS_OF_A_LANE = 200;

    /** More than anybody looks at, of whatever else may come without end. */
    private static final int MOST_MARKS = 2_000;

    /** The whole of a run's events, at least its first. */
    public static Timeline of(List<NumberedEvent> events) {
        var reading = new Reading();
        events.forEach(event -> reading.take(event.event()));
        return reading.timeline();
    }

    /** A run's events as they come, one after the other. One thread. */
    public static final class Reading {
        private final SortedMap<Rank, List<Bar>> lanes = new TreeMap<>();
        private final SequencedMap<String, List<Bar>> nodes = new LinkedHashMap<>();
        private final Map<Rank, Begun> running = new HashMap<>();
        private final Map<Rank, Instant> silent = new HashMap<>();
        private final Map<String, Begun> present = new LinkedHashMap<>();
        private final List<Start> attempts = new ArrayList<>();
        private final List<Change> changes = new ArrayList<>();
        private Instant from = Instant.MAX;
        private Instant to = Instant.MIN;
        private int attempt;

        private record Begun(Instant at, int attempt) {}

        /** Before the run's first event. */
        public Reading() {}

        public void take(AgentEvent event) {
            if (from.equals(Instant.MAX)) from = event.at();
            if (event.at().isAfter(to)) to = event.at();
            switch (event) {
                case AgentEvent.AttemptStarted(var at, var number, _, _, var because) -> {
                    attempt = number;
                    if (attempts.size() < MOST_MARKS) attempts.add(new Start(at, number, because));
                }
                case AgentEvent.WorkerStarted started ->
                        running.put(started.rank(), new Begun(started.at(), attempt));
                case AgentEvent.WorkerSilent(_, var rank, var lastOutput) ->
                        silent.put(rank, lastOutput);
                case AgentEvent.WorkerHeard(var at, var rank) -> heard(rank, at);
                case AgentEvent.WorkerExited(var at, var rank, var exit) ->
                        end(rank, at, kind(exit), exit.inWords());
                case AgentEvent.AttemptEnded ended -> ended.culprit().ifPresent(this::markCulprit);
                case RendezvousEvent between -> between(between);
                case AgentEvent.RunEnded(var at, _, _, _) ->
                        List.copyOf(present.keySet())
                                .forEach(node -> gone(node, at, Kind.DONE, "was there to the end"));
                default -> {
                    // told elsewhere
                }
            }
        }

        /** As of the last event taken; there must have been one. What goes on is open. */
        public Timeline timeline() {
            var all = new TreeMap<Rank, List<Bar>>(lanes);
            running.forEach((rank, begun) -> extend(all, rank, open(begun)));
            silent.forEach((rank, since) -> extend(all, rank, silence(since, to, true)));
            var everyone = new LinkedHashMap<String, List<Bar>>(nodes);
            present.forEach((node, begun) -> extend(everyone, node, open(begun)));
            all.replaceAll((_, bars) -> List.copyOf(bars));
            everyone.replaceAll((_, bars) -> List.copyOf(bars));
            return new Timeline(
                    from, to, all, everyone, List.copyOf(attempts), List.copyOf(changes));
        }

        private static <K> void extend(Map<K, List<Bar>> lanes, K lane, Bar bar) {
            var bars = new ArrayList<Bar>(lanes.getOrDefault(lane, List.of()));
            bars.add(bar);
            lanes.put(lane, bars);
        }

        private Bar open(Begun begun) {
            return new Bar(begun.at(), to, Kind.OPEN, begun.attempt(), true, "not seen to end");
        }

        private Bar silence(Instant since, Instant until, boolean goesOn) {
            return new Bar(since, until, Kind.SILENT, attempt, goesOn, "printed nothing");
        }

        private void end(Rank rank, Instant at, Kind kind, String words) {
            heard(rank, at);
            Begun begun = running.remove(rank);
            if (begun == null) return;
            add(lanes, rank, new Bar(begun.at(), at, kind, begun.attempt(), words));
        }

        private void heard(Rank rank, Instant at) {
            Instant since = silent.remove(rank);
            if (since != null) add(lanes, rank, silence(since, at, false));
        }

        private static <K> void add(Map<K, List<Bar>> lanes, K lane, Bar bar) {
            List<Bar> bars = lanes.computeIfAbsent(lane, _ -> new ArrayList<>());
            if (bars.size() < MOST_BARS_OF_A_LANE) bars.add(bar);
        }

        private void markCulprit(Rank rank) {
            List<Bar> lane = lanes.getOrDefault(rank, List.of());
            if (lane.isEmpty()) return;
            Bar last = lane.removeLast();
            lane.add(new Bar(last.from(), last.to(), Kind.CULPRIT, last.attempt(), last.words()));
        }

        private void between(RendezvousEvent event) {
            switch (event) {
                case RendezvousEvent.NodesSeen(var at, _, _, var seen, _) -> see(seen, at);
                case RendezvousEvent.RoundJoined(var at, var round, var place, _, _) ->
                        change(
                                at,
                                false,
                                "round %d begins with %d nodes"
                                        .formatted(round, place.groupWorldSize()));
                case RendezvousEvent.NodeLost(var at, var node, _, var because) -> {
                    gone(node, at, Kind.FAILED, "was lost");
                    change(at, true, because);
                }
                case RendezvousEvent.NodeLeft(var at, var node, var because) -> {
                    gone(node, at, Kind.STOPPED, "left");
                    change(at, true, because);
                }
                case RendezvousEvent.MeetingPlaceHeard(var at, var answers, var because) ->
                        change(at, !answers, because);
                case RendezvousEvent.NodesWanted wanted ->
                        change(wanted.at(), false, wanted.because());
                case RendezvousEvent.RunIdClosed(var at, var because) -> change(at, true, because);
                case RendezvousEvent.RoundSought _, RendezvousEvent.ClockSkewed _ -> {
                    // nobody came or went
                }
            }
        }

        private void see(List<NodeView> seen, Instant at) {
            Set<String> names = new HashSet<>();
            for (NodeView node : seen) {
                if (nodes.size() == MOST_MARKS && !nodes.containsKey(node.name())) continue;
                names.add(node.name());
                present.putIfAbsent(node.name(), new Begun(at, attempt));
                nodes.computeIfAbsent(node.name(), _ -> new ArrayList<>()); // keeps their order
            }
            for (String node : List.copyOf(present.keySet())) {
                if (!names.contains(node)) gone(node, at, Kind.STOPPED, "was not seen again");
            }
        }

        private void gone(String node, Instant at, Kind kind, String words) {
            Begun begun = present.remove(node);
            if (begun == null) return;
            add(nodes, node, new Bar(begun.at(), at, kind, begun.attempt(), words));
        }

        private void change(Instant at, boolean loss, String words) {
            if (changes.size() < MOST_MARKS) changes.add(new Change(at, loss, words));
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
