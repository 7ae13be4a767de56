package dev.muster.gui;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.RunAt;
import dev.muster.agent.home.HostName;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.PairedAgent;
import dev.muster.agent.pairing.PairedAgents;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.session.RemoteSession.Lack;
import dev.muster.gui.testing.FleetStory;
import dev.muster.gui.testing.RunStory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How the list of all runs may stand, for {@link GalleryTour}. */
final class FleetGallery {
    private static final Instant NOON = RunStory.NOON;

    private FleetGallery() {}

    /** Runs here, there, and of the past. */
    static void everywhere(CockpitStage shown) {
        show(
                shown,
                FleetStory.of(
                        FleetStory.here(Gallery.silentWithHistory().toArray(JobSnapshot[]::new)),
                        FleetStory.machine("gpu-box", pretraining(), tuning())),
                "7f3a");
    }

    /** A run that we may look at and not steer. */
    static void asViewer(CockpitStage shown) {
        show(
                shown,
                FleetStory.of(
                        FleetStory.here(Gallery.runningWithHistory().getLast()),
                        FleetStory.paired("lab-7", Role.VIEWER, tuning())),
                "a77e");
    }

    /** Has an agent among those that are known. */
    static void pairOnce(MusterHome home) throws IOException {
        PairedAgents.of(home)
                .add(
                        new PairedAgent(
                                "lab-7",
                                new AgentAddress("lab-7.example", 29_500),
                                new KeyPin("SHA256:" + "A".repeat(43)),
                                Role.VIEWER,
                                NOON));
    }

    /** What is not there, and what helps. */
    static void outOfReach(CockpitStage shown) {
        show(
                shown,
                FleetStory.of(
                        FleetStory.here(Gallery.runningWithHistory().getLast()),
                        FleetStory.gone(NOON.plusSeconds(300), sweep()),
                        FleetStory.unreached(
                                "gpu-box",
                                Gallery.NOW.minusSeconds(94),
                                "Connection to gpu-box timed out",
                                tuning()),
                        FleetStory.lacking(
                                "lab-7",
                                new Lack.Muster(
                                        "Muster is not installed on lab-7, or not in the PATH of"
                                            + " its login: install the same package there, or copy"
                                            + " this one and link its `muster` into ~/.local/bin")),
                        FleetStory.lacking(
                                "dgx", new Lack.Agent("No agent of yours runs on dgx-01"))),
                "7f3a");
    }

    static void filtered(CockpitStage shown) {
        everywhere(shown);
        shown.window().model().runs().text().set("tune");
    }

    static void recorded(CockpitStage shown) {
        shown.window().model().runs().select(new RunAt(Fleet.RECORDED, new RunId("2c3d")));
    }

    static void filteredOut(CockpitStage shown) {
        everywhere(shown);
        shown.window().model().runs().text().set("no such thing");
    }

    private static void show(CockpitStage shown, FleetSnapshot fleet, String looked) {
        CockpitViewModel model = shown.window().model();
        model.show(fleet);
        model.look(new RunId(looked));
    }

    private static JobSnapshot pretraining() {
        String because = "rank 5 was killed by SIGKILL; no restarts were allowed";
        return RunStory.accepted(
                        "c1f0", "pretrain.sh", 8, 0, "gpu-box-01", NOON.minusSeconds(7_000))
                .started()
                .after(Duration.ofMinutes(40))
                .crashed(5, new WorkerExit.Killed(Signal.KILL, false), because)
                .ended(Outcome.FAILED, 137, because)
                .snapshot();
    }

    private static JobSnapshot tuning() {
        String because = "rank 2 failed with exit code 1; restart 1 of 3";
        return RunStory.accepted("a77e", "finetune.py", 16, 3, "gpu-box-01", NOON.minusSeconds(900))
                .started()
                .after(Duration.ofMinutes(5))
                .crashed(2, new WorkerExit.Failed(1), because)
                .attempt(1, because)
                .snapshot();
    }

    private static JobSnapshot sweep() {
        return RunStory.accepted("51ee", "sweep_lr.py", 4, 0, "gpu-a", NOON.minusSeconds(90))
                .started()
                .snapshot();
    }

    /** Makes runs of the past. */
    static void recordPast(MusterHome home) throws IOException {
        past("0a1b", "train.py", 18).after(Duration.ofMinutes(124)).succeeded().record(home);
        past("1b2c", "train.py", 21)
                .after(Duration.ofMinutes(12))
                .stopping("stopped by you")
                .othersStopped()
                .attemptEnded(Optional.empty(), "stopped by you")
                .ended(Outcome.STOPPED, 143, "stopped by you")
                .record(home);
        String because = "rank 1 failed with exit code 3; no restarts were allowed";
        past("2c3d", "prepare_dataset_with_a_very_long_name.py", 45)
                .after(Duration.ofMinutes(3))
                .crashed(1, new WorkerExit.Failed(3), because)
                .ended(Outcome.FAILED, 3, because)
                .record(home);
        past("3d4e", "eval.py", 300).record(home);
    }

    private static RunStory past(String id, String name, int hoursAgo) {
        Instant at = NOON.minus(Duration.ofHours(hoursAgo));
        return RunStory.accepted(id, name, 4, 0, HostName.read(), at).started();
    }
}
