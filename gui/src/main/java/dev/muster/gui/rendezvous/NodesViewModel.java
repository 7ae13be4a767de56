package dev.muster.gui.rendezvous;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Who is in a job of several nodes. FX thread. */
public final class NodesViewModel {
    /** What a node's name has behind its address. */
    private static final Pattern PROCESS = Pattern.compile("_\\d+_\\d+$");

    /** With more members than that, only their number is shown and whoever stands out. */
    private static final int MOST_MEMBERS = 16;

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
        var shown = new ArrayList<NodeChip>();
        Names names = Names.of(view.nodes());
        List<NodeView> members = of(view, NodeView.Standing.MEMBER);
        if (members.size() > MOST_MEMBERS) {
            shown.add(new NodeChip(Mark.RUNNING, "", Counts.of(members.size(), "node"), "", false));
        } else {
            members.stream().map(node -> member(run, view, node, names)).forEach(shown::add);
        }
        missing(run, view, members.size()).ifPresent(shown::add);
        run.barrier().ifPresent(barrier -> shown.addAll(at(barrier, members)));
        for (String gone : view.gone()) {
            shown.add(new NodeChip(Mark.FAILED, "", names.of(gone), "gone", false));
        }
        for (NodeView node : of(view, NodeView.Standing.WAITING)) {
            String word = "waits for the next round";
            shown.add(new NodeChip(Mark.STARTING, "", names.of(node.name()), word, false));
        }
        for (NodeView node : of(view, NodeView.Standing.SPARE)) {
            shown.add(new NodeChip(Mark.STOPPED, "", names.of(node.name()), "spare", false));
        }
        if (!view.answers()) {
            String word = "does not answer";
            shown.add(new NodeChip(Mark.SILENT, "", "the meeting place", word, false));
        }
        return List.copyOf(shown);
    }

    private static NodeChip member(
            JobSnapshot run, RendezvousView view, NodeView node, Names names) {
        boolean here =
                view.place()
                        .filter(_ -> view.complete())
                        .filter(place -> place.groupRank() == node.groupRank())
                        .isPresent();
        boolean awaited = missingAtExit(run).contains(node.name());
        String rank = view.complete() ? Integer.toString(node.groupRank()) : "";
        String word = awaited ? "not done yet" : run.phase() == Phase.GATHERING ? "here" : "";
        return new NodeChip(
                awaited ? Mark.STARTING : Mark.RUNNING, rank, names.of(node.name()), word, here);
    }

    private static List<String> missingAtExit(JobSnapshot run) {
        return run.barrier()
                .filter(barrier -> barrier.kind() == BarrierKind.EXIT)
                .map(barrier -> barrier.attendance().missing())
                .orElse(List.of());
    }

    /** How full it is, and who is missing there without a chip of its own. */
    private static List<NodeChip> at(BarrierView barrier, List<NodeView> members) {
        var shown = new ArrayList<NodeChip>();
        var attendance = barrier.attendance();
        boolean exit = barrier.kind() == BarrierKind.EXIT;
        String word =
                "%,d of %,d %s"
                        .formatted(
                                attendance.arrived(),
                                attendance.expected(),
                                exit ? "done" : "here");
        String name = exit ? "exit barrier" : "barrier";
        shown.add(new NodeChip(Mark.STOPPING, "", name, word, false));
        List<String> others =
                attendance.missing().stream()
                        .filter(who -> members.stream().noneMatch(node -> node.name().equals(who)))
                        .limit(MOST_MEMBERS)
                        .toList();
        for (String who : others) {
            shown.add(
                    new NodeChip(Mark.EXPECTED, "", who, exit ? "not done yet" : "missing", false));
        }
        return shown;
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
