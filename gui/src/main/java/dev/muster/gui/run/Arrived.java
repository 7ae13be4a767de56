package dev.muster.gui.run;

import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RendezvousView;
import dev.muster.agent.job.JobNodes;
import dev.muster.gui.state.RunStanding;

/** How many of those who matter now are there: workers, or nodes while only those are awaited. */
public record Arrived(int here, int of, String words) {
    static Arrived of(JobSnapshot run) {
        return switch (run.phase()) {
            case GATHERING -> gathering(run);
            case FINISHING ->
                    run.barrier()
                            .map(at -> atBarrier(at.attendance()))
                            .orElseGet(() -> workers(run));
            case STARTING, RUNNING, STOPPING, PAUSING, ENDED -> workers(run);
        };
    }

    private static Arrived workers(JobSnapshot run) {
        String what = run.phase() == Phase.STOPPING ? "still there" : "running";
        return counted(RunStanding.alive(run), run.spec().workers(), what);
    }

    private static Arrived atBarrier(Attendance attendance) {
        return counted(attendance.arrived(), attendance.expected(), "nodes done");
    }

    /** Of those without whom nothing begins; once they are here, of those there may be. */
    private static Arrived gathering(JobSnapshot run) {
        int here = run.rendezvous().map(Arrived::members).orElse(0);
        int least = run.spec().nodes().map(JobNodes::min).orElse(1);
        int most = run.spec().nodes().map(JobNodes::max).orElse(1);
        return counted(here, here < least ? least : most, "nodes here");
    }

    private static int members(RendezvousView view) {
        return (int)
                view.nodes().stream()
                        .filter(node -> node.standing() == NodeView.Standing.MEMBER)
                        .count();
    }

    private static Arrived counted(int here, int all, String what) {
        return new Arrived(here, all, "%,d of %,d %s".formatted(here, all, what));
    }
}
