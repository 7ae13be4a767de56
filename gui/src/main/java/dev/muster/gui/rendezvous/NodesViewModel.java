package dev.muster.gui.rendezvous;

import static java.util.stream.Collectors.groupingBy;

import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierKind;
import dev.muster.agent.event.BarrierView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RendezvousView;
import dev.muster.agent.event.RendezvousView.Place;
import dev.muster.agent.job.JobNodes;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.state.Counts;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who is in a job of several nodes. FX thread. */
public final class NodesViewModel {
    /** What a node's name has behind its address. */
    private static final Pattern PROCESS = Pattern.compile("_\\d+_\\d+$");

    /** With more than that, those who are alike are counted. */
    private static final int MOST_CHIPS = 18;

    private static final int MOST_ALIKE = 6;

    private final ReadOnlyObjectWrapper<List<NodeChip>> chips =
            new ReadOnlyObjectWrapper<>(List.of());

    /** The nodes in the order to show them; none where the run is alone in its job. */
    public ReadOnlyObjectProperty<List<NodeChip>> chips() {
        return chips.getReadOnlyProperty();
    }

    public void show(JobSnapshot run) {
        boolean over = run.phase() == Phase.ENDED;
        chips.set(
                over
                        ? List.of()
                        : run.rendezvous().map(nodes -> chipsOf(run, nodes)).orElse(List.of()));
    }

    private static List<NodeChip> chipsOf(JobSnapshot run, RendezvousView view) {
        var all = new ArrayList<NodeChip>();
        Names names = Names.of(view.nodes());
        List<NodeView> members = of(view, NodeView.Standing.MEMBER);
        members.stream().map(node -> member(run, view, node, names)).forEach(all::add);
        missing(run, view, members.size()).ifPresent(all::add);
        run.barrier().ifPresent(barrier -> all.addAll(at(barrier, members, names)));
        view.gone().stream()
                .filter(gone -> members.stream().noneMatch(node -> node.name().equals(gone)))
                .map(gone -> new NodeChip(Mark.FAILED, "", names.of(gone), "gone", false))
                .forEach(all::add);
        for (NodeView node : of(view, NodeView.Standing.WAITING)) {
            String word = "waits for the next round";
            all.add(new NodeChip(Mark.STARTING, "", names.of(node.name()), word, false));
        }
        for (NodeView node : of(view, NodeView.Standing.SPARE)) {
            all.add(new NodeChip(Mark.STOPPED, "", names.of(node.name()), "spare", false));
        }
        if (!view.answers()) {
            String word = "does not answer";
            all.add(new NodeChip(Mark.SILENT, "", "the meeting place", word, false));
        }
        return all.size() > MOST_CHIPS ? counted(all) : List.copyOf(all);
    }

    /** One for all who are alike, where they are many; this node keeps its own. */
    private static List<NodeChip> counted(List<NodeChip> all) {
        Map<Alike, List<NodeChip>> groups =
                all.stream()
                        .collect(groupingBy(Alike::of, LinkedHashMap::new, Collectors.toList()));
        return groups.values().stream()
                .flatMap(
                        alike ->
                                alike.size() > MOST_ALIKE
                                        ? Stream.of(count(alike))
                                        : alike.stream())
                .toList();
    }

    private static NodeChip count(List<NodeChip> alike) {
        NodeChip one = alike.getFirst();
        return new NodeChip(one.mark(), "", Counts.of(alike.size(), "node"), one.word(), false);
    }

    private record Alike(Mark mark, String word, boolean here) {
        static Alike of(NodeChip chip) {
            return new Alike(chip.mark(), chip.word(), chip.here());
        }
    }

    private static NodeChip member(
            JobSnapshot run, RendezvousView view, NodeView node, Names names) {
        boolean here =
                view.place()
                        .filter(_ -> view.complete())
                        .filter(place -> place.groupRank() == node.groupRank())
                        .isPresent();
        String rank = view.complete() ? Integer.toString(node.groupRank()) : "";
        String name = names.of(node.name());
        if (view.gone().contains(node.name())) {
            return new NodeChip(Mark.FAILED, rank, name, "gone", here);
        }
        Optional<Attendance> exit = atExit(run);
        if (exit.isPresent() && exit.get().missing().contains(node.name())) {
            return new NodeChip(Mark.STARTING, rank, name, "not done yet", here);
        }
        if (exit.isPresent() && exit.get().here().contains(node.name())) {
            return new NodeChip(Mark.DONE, rank, name, "done", here);
        }
        String word = run.phase() == Phase.GATHERING ? "here" : "";
        return new NodeChip(Mark.RUNNING, rank, name, word, here);
    }

    private static Optional<Attendance> atExit(JobSnapshot run) {
        return run.barrier()
                .filter(barrier -> barrier.kind() == BarrierKind.EXIT)
                .map(BarrierView::attendance);
    }

    /**
     * Who is missing at a barrier and has no chip as a member; and how full one of processes is.
     */
    private static List<NodeChip> at(BarrierView barrier, List<NodeView> members, Names names) {
        var shown = new ArrayList<NodeChip>();
        var attendance = barrier.attendance();
        boolean exit = barrier.kind() == BarrierKind.EXIT;
        if (!exit) {
            String word = "%,d of %,d here".formatted(attendance.arrived(), attendance.expected());
            shown.add(new NodeChip(Mark.STARTING, "", "barrier", word, false));
        }
        attendance.missing().stream()
                .filter(who -> members.stream().noneMatch(node -> node.name().equals(who)))
                .map(who -> new NodeChip(Mark.EXPECTED, "", names.of(who), missing(exit), false))
                .forEach(shown::add);
        return shown;
    }

    private static String missing(boolean exit) {
        return exit ? "not done yet" : "missing";
    }

    /** Of a round that cannot begin yet; of one under way, those who are gone stand for it. */
    private static Optional<NodeChip> missing(JobSnapshot run, RendezvousView view, int here) {
        Optional<Place> place = view.place();
        int needed = run.spec().nodes().map(JobNodes::min).orElse(0);
        if (place.isPresent() || view.complete() || here >= needed) return Optional.empty();
        return Optional.of(
                new NodeChip(
                        Mark.EXPECTED, "", Counts.of(needed - here, "node"), "missing", false));
    }

    private static List<NodeView> of(RendezvousView view, NodeView.Standing standing) {
        return view.nodes().stream().filter(node -> node.standing() == standing).toList();
    }

    /**
     * What nodes are called: by address where that is enough, else by process too.
     *
     * @param byNode of those who are there
     */
    private record Names(Map<String, String> byNode) {
        static Names of(List<NodeView> nodes) {
            var perAddress = new HashMap<String, Integer>();
            nodes.forEach(node -> perAddress.merge(node.address(), 1, Integer::sum));
            var names = new HashMap<String, String>();
            for (NodeView node : nodes) {
                boolean alone = perAddress.getOrDefault(node.address(), 0) == 1;
                names.put(node.name(), alone ? node.address() : node.name());
            }
            return new Names(Map.copyOf(names));
        }

        String of(String node) {
            return byNode.getOrDefault(node, PROCESS.matcher(node).replaceFirst(""));
        }
    }
}
