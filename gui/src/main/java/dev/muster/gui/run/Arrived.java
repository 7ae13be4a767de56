package dev.muster.gui.run;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.gui.state.RunStanding;

/** How many of the workers are there. */
public record Arrived(int here, int of, String words) {
    static Arrived of(JobSnapshot run) {
        int here = RunStanding.alive(run);
        int all = run.spec().workers();
        String what = run.phase() == Phase.STOPPING ? "still there" : "running";
        return new Arrived(here, all, "%,d of %,d %s".formatted(here, all, what));
    }
}
