package dev.muster.gui;

import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent.BarrierAwaited;
import dev.muster.agent.event.BarrierKind;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent.NodeLost;
import dev.muster.agent.event.RendezvousEvent.NodesSeen;
import dev.muster.agent.event.RendezvousEvent.RoundJoined;
import dev.muster.agent.event.RendezvousEvent.RoundSought;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.gui.testing.RecordedRun;
import dev.muster.gui.testing.RunStory;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Every state of the window worth looking at, as runs. The last run of each is the one shown. */
final class Gallery {
    /** The moment at which every picture is taken. */
    static final Instant NOW = RunStory.NOON.plus(Duration.ofMinutes(12)).plusSeconds(31);

    private Gallery() {}

    static Map<String, List<JobSnapshot>> scenes() {
        var scenes = new LinkedHashMap<String, List<JobSnapshot>>();
        scenes.put("first-run", List.of());
        scenes.put("starting", withHistory(starting()));
        scenes.put("running", runningWithHistory());
        scenes.put("silent", silentWithHistory());
        scenes.put("crash-stopping", withHistory(crashStopping()));
        scenes.put("restarted", withHistory(restarted()));
        scenes.put("failed", withHistory(failed()));
        scenes.put("done", withHistory(done()));
        scenes.put("stopped", withHistory(stopped()));
        scenes.put(
                "one-rank",
                List.of(RunStory.accepted("solo", "tiny.py", 1, 0).started().snapshot()));
        scenes.put("nodes-gathering", List.of(gathering()));
        scenes.put("nodes", List.of(amongNodes()));
        scenes.put("nodes-lost", List.of(nodeLost()));
        scenes.put("nodes-finishing", List.of(finishing()));
        scenes.put("nodes-many", List.of(manyNodes()));
        scenes.put("long-names", List.of(longNames()));
        scenes.put("ranks-64", List.of(many(64)));
        scenes.put("ranks-256", List.of(many(256)));
        scenes.put("ranks-1024", List.of(many(1024)));
        return scenes;
    }

    private static JobSnapshot gathering() {
        var story = RunStory.together("7f3a", "train.py", 4, 3, 4);
        story.tell(new RoundSought(story.now(), "joining round 0"));
        return seen(story, 0, false, 2, "gathering: 2 of 3 nodes; 1 missing, 588 s left to join")
                .snapshot();
    }

    private static RunStory joined(int nodes) {
        var story = RunStory.together("7f3a", "train.py", 4, 3, nodes);
        seen(story, 3, true, nodes, "round 3 is complete with %d nodes".formatted(nodes));
        story.tell(new RoundJoined(story.now(), 3, 0, nodes, 0, 4 * nodes, "gpu-a:41873"));
        return story.started();
    }

    private static RunStory seen(
            RunStory story, int round, boolean complete, int count, String because) {
        var nodes =
                IntStream.range(0, count)
                        .mapToObj(
                                k ->
                                        new NodeView(
                                                host(k) + "_71%02d_0".formatted(k % 100),
                                                host(k),
                                                NodeView.Standing.MEMBER,
                                                k))
                        .toList();
        return story.tell(new NodesSeen(story.now(), round, complete, nodes, because));
    }

    private static String host(int node) {
        return node < 26
                ? "gpu-" + (char) ('a' + node)
                : "gpu-%03d.cluster.example".formatted(node);
    }

    static JobSnapshot amongNodes() {
        return joined(4).snapshot();
    }

    private static JobSnapshot nodeLost() {
        var story = joined(4).after(Duration.ofSeconds(748));
        story.tell(
                new NodeLost(
                        story.now(),
                        "gpu-c_7102_0",
                        Duration.ofSeconds(15),
                        "gpu-c is lost, last sign of life 15 s ago"));
        story.stopping("gpu-c is lost, last sign of life 15 s ago; a new round begins");
        return story.snapshot();
    }

    static JobSnapshot finishing() {
        var story = joined(4).after(Duration.ofMinutes(11));
        for (int rank = 0; rank < 4; rank++) story.exited(rank, new WorkerExit.Succeeded());
        var attendance =
                new Attendance(
                        2,
                        4,
                        List.of("gpu-a_7100_0", "gpu-b_7101_0"),
                        List.of("gpu-c_7102_0", "gpu-d_7103_0"));
        return story.tell(
                        new BarrierAwaited(
                                story.now(),
                                BarrierKind.EXIT,
                                story.now(),
                                attendance,
                                "this node's workers are done; waiting for node 2 (gpu-c), node 3"
                                        + " (gpu-d)"))
                .snapshot();
    }

    private static JobSnapshot manyNodes() {
        var story = joined(16);
        for (int k = 1; k < 6; k++) {
            story.tell(
                    new NodeLost(
                            story.now(),
                            "gpu-%03d.cluster.example_71_0".formatted(k),
                            Duration.ofSeconds(15),
                            "gpu-%03d is lost".formatted(k)));
        }
        return story.snapshot();
    }

    /** The pages of the dock, each with a run that shows what it can do. */
    static Map<String, Page> pages() {
        var pages = new LinkedHashMap<String, Page>();
        pages.put("failure", new Page(DockTab.FAILURE, outOfMemory()));
        pages.put("failure-signal", new Page(DockTab.FAILURE, segmentationFault()));
        pages.put("failure-none", new Page(DockTab.FAILURE, training().started()));
        pages.put("timeline", new Page(DockTab.TIMELINE, outOfMemory()));
        pages.put("timeline-nodes", new Page(DockTab.TIMELINE, nodesComeAndGo()));
        pages.put(
                "timeline-replay",
                new Page(
                        DockTab.TIMELINE,
                        outOfMemory(),
                        Optional.of(RunStory.NOON.plusSeconds(190))));
        pages.put("timeline-1024", new Page(DockTab.TIMELINE, manyTwice()));
        pages.put("events", new Page(DockTab.EVENTS, outOfMemory()));
        return pages;
    }

    /**
     * A page of the dock and the run it is about.
     *
     * @param at the moment at which its recording stands; absent where it is live
     */
    record Page(DockTab tab, RunStory story, Optional<Instant> at) {
        Page(DockTab tab, RunStory story) {
            this(tab, story, Optional.empty());
        }

        Optional<AgentSession> recorded() {
            return at.map(
                    time -> {
                        var recording = RecordedRun.of(story, () -> NOW);
                        recording.seek(time);
                        return recording;
                    });
        }
    }

    private static RunStory outOfMemory() {
        String because =
                "rank 2 failed with exit code 1: torch.OutOfMemoryError: CUDA out of memory;"
                        + " restart 1 of 3";
        var story =
                training()
                        .started()
                        .after(Duration.ofSeconds(210))
                        .silent(5, RunStory.NOON.plusSeconds(160))
                        .after(Duration.ofSeconds(42))
                        .heard(5)
                        .after(Duration.ofSeconds(120))
                        .exited(2, new WorkerExit.Failed(1))
                        .stopping("rank 2 failed with exit code 1; restart 1 of 3")
                        .exited(4, new WorkerExit.Failed(1))
                        .after(Duration.ofSeconds(3))
                        .othersStopped();
        var stopped = new WorkerExit.Killed(Signal.TERM, true);
        String outOfMemory =
                "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 2 has"
                        + " a total capacity of 31.74 GiB of which 412.00 MiB is free.";
        String torch = "/opt/conda/lib/python3.12/site-packages/torch/";
        story.explained(
                story.failure(
                        2,
                        new WorkerExit.Failed(1),
                        new FailureCause.Raised(outOfMemory),
                        List.of(
                                "Traceback (most recent call last):",
                                "  File \"/project/train.py\", line 88, in <module>",
                                "    train(model, loader, optimizer)",
                                "  File \"/project/train.py\", line 61, in train",
                                "    loss.backward()",
                                "    ~~~~~~~~~~~~~^^",
                                "  File \"" + torch + "_tensor.py\", line 648, in backward",
                                "    torch.autograd.backward(",
                                "  File \""
                                        + torch
                                        + "autograd/__init__.py\", line 353, in backward",
                                "    _engine_run_backward(",
                                outOfMemory)),
                story.failure(
                        4,
                        new WorkerExit.Failed(1),
                        new FailureCause.LostPeer(
                                "RuntimeError: Connection closed by peer [127.0.0.1]:39112"),
                        List.of()),
                story.failure(0, stopped, new FailureCause.Stopped(), List.of()),
                story.failure(1, stopped, new FailureCause.Stopped(), List.of()),
                story.failure(3, stopped, new FailureCause.Stopped(), List.of()),
                story.failure(5, stopped, new FailureCause.Stopped(), List.of()),
                story.failure(6, stopped, new FailureCause.Stopped(), List.of()),
                story.failure(7, stopped, new FailureCause.Stopped(), List.of()));
        story.attemptEnded(Optional.of(2), because).after(Duration.ofMillis(120));
        return story.attempt(1, because);
    }

    private static RunStory nodesComeAndGo() {
        var story = joined(3).after(Duration.ofSeconds(240));
        story.tell(
                new NodeLost(
                        story.now(),
                        "gpu-c_7102_0",
                        Duration.ofSeconds(15),
                        "gpu-c is lost, last sign of life 15 s ago"));
        story.stopping("gpu-c is lost; a new round begins")
                .after(Duration.ofSeconds(4))
                .othersStopped()
                .attemptEnded(Optional.empty(), "gpu-c is lost; a new round begins");
        story.tell(new RoundSought(story.now(), "joining round 4"));
        story.after(Duration.ofSeconds(20));
        seen(story, 4, true, 2, "round 4 is complete with 2 nodes");
        story.tell(new RoundJoined(story.now(), 4, 0, 2, 0, 8, "gpu-a:41873"));
        return story.attempt(0, "round 4 is complete with 2 nodes");
    }

    private static RunStory manyTwice() {
        return RunStory.accepted("big", "pretrain.py", 1024, 3)
                .started()
                .after(Duration.ofSeconds(300))
                .silent(3, RunStory.NOON.plusSeconds(200))
                .after(Duration.ofSeconds(60))
                .crashed(5, new WorkerExit.Failed(1), "rank 5 failed; restart 1 of 3")
                .attempt(1, "rank 5 failed; restart 1 of 3");
    }

    private static RunStory segmentationFault() {
        String because = "rank 6 was killed by SIGSEGV; no restarts were allowed";
        var story =
                RunStory.accepted("c41d", "finetune.py", 8, 0)
                        .started()
                        .after(Duration.ofSeconds(95))
                        .exited(6, new WorkerExit.Killed(new Signal(11), false))
                        .stopping(because)
                        .after(Duration.ofSeconds(1))
                        .othersStopped();
        var stopped = new WorkerExit.Killed(Signal.TERM, true);
        story.explained(
                story.failure(
                        6,
                        new WorkerExit.Killed(new Signal(11), false),
                        new FailureCause.Signalled(
                                Optional.of("Fatal Python error: Segmentation fault")),
                        List.of(
                                "Fatal Python error: Segmentation fault",
                                "",
                                "Thread 0x00007f21 (most recent call first):",
                                "  File \"/project/ops/fused.py\", line 40 in forward",
                                "  File \"/project/finetune.py\", line 112 in step")),
                story.failure(0, stopped, new FailureCause.Stopped(), List.of()));
        return story.attemptEnded(Optional.of(6), because).ended(Outcome.FAILED, 139, because);
    }

    /** A checkpoint that went well, but for one. */
    private static String checkpoint(int step) {
        if (step != 300) return "saved checkpoint step %d".formatted(step);
        return """
        WARNING: writing the checkpoint of step 300 took 14.2 s
        Traceback (most recent call last):
          File "/jobs/train.py", line 88, in save
            upload(path)
        ConnectionError: bucket.example refused the connection
        the checkpoint stays on this disk and will be sent with the next one\
        """;
    }

    /** What the selected worker has printed. */
    static String log() {
        return IntStream.range(1, 400)
                .mapToObj(
                        step ->
                                step % 20 == 0
                                        ? checkpoint(step)
                                        : "step %d loss %.3f lr 2.0e-4 · 1,8%02d samples/s"
                                                .formatted(step, 0.3 + 2.0 / step, step % 37))
                .collect(
                        Collectors.joining(
                                "\n", "rank 0 of 8: process group is up (gloo)\n", "\n"));
    }

    static List<JobSnapshot> runningWithHistory() {
        return withHistory(running());
    }

    static List<JobSnapshot> silentWithHistory() {
        return withHistory(silent());
    }

    private static List<JobSnapshot> withHistory(JobSnapshot shown) {
        return List.of(evaluation(), fineTuning(), shown);
    }

    private static JobSnapshot evaluation() {
        return RunStory.accepted(
                        "51c0", "eval.py", 4, 0, "gpu-a", RunStory.NOON.minusSeconds(3_000))
                .started()
                .after(Duration.ofSeconds(192))
                .succeeded()
                .snapshot();
    }

    private static JobSnapshot fineTuning() {
        String because = "rank 1 failed with exit code 3; no restarts were allowed";
        return RunStory.accepted(
                        "9be2", "finetune.py", 4, 0, "gpu-a", RunStory.NOON.minusSeconds(900))
                .started()
                .after(Duration.ofSeconds(26))
                .crashed(1, new WorkerExit.Failed(3), because)
                .ended(Outcome.FAILED, 3, because)
                .snapshot();
    }

    private static RunStory training() {
        return RunStory.accepted("7f3a", "train.py", 8, 3);
    }

    private static JobSnapshot starting() {
        return training()
                .after(Duration.ofSeconds(750))
                .attemptBegun(0, "first start of 8 workers")
                .workerStarted(0)
                .workerStarted(1)
                .workerStarted(2)
                .snapshot();
    }

    private static JobSnapshot running() {
        return training().started().snapshot();
    }

    private static JobSnapshot silent() {
        return training()
                .started()
                .after(Duration.ofSeconds(700))
                .silent(5, NOW.minusSeconds(94))
                .snapshot();
    }

    private static JobSnapshot crashStopping() {
        return training()
                .started()
                .after(Duration.ofSeconds(747))
                .exited(2, new WorkerExit.Failed(1))
                .stopping("rank 2 failed with exit code 1; restart 1 of 3")
                .exited(0, new WorkerExit.Killed(Signal.TERM, true))
                .exited(3, new WorkerExit.Killed(Signal.TERM, true))
                .exited(4, new WorkerExit.Failed(1))
                .snapshot();
    }

    private static JobSnapshot restarted() {
        String because = "rank 2 failed with exit code 1; restart 1 of 3";
        return training()
                .started()
                .after(Duration.ofSeconds(620))
                .crashed(2, new WorkerExit.Failed(1), because)
                .attempt(1, because)
                .snapshot();
    }

    private static JobSnapshot failed() {
        String because = "rank 6 was killed by SIGKILL; all 3 restarts are used";
        return training()
                .started()
                .after(Duration.ofSeconds(100))
                .crashed(
                        2,
                        new WorkerExit.Failed(1),
                        "rank 2 failed with exit code 1; restart 1 of 3")
                .attempt(1, "rank 2 failed with exit code 1; restart 1 of 3")
                .after(Duration.ofSeconds(100))
                .crashed(
                        2,
                        new WorkerExit.Failed(1),
                        "rank 2 failed with exit code 1; restart 2 of 3")
                .attempt(2, "rank 2 failed with exit code 1; restart 2 of 3")
                .after(Duration.ofSeconds(100))
                .crashed(
                        2,
                        new WorkerExit.Failed(1),
                        "rank 2 failed with exit code 1; restart 3 of 3")
                .attempt(3, "rank 2 failed with exit code 1; restart 3 of 3")
                .after(Duration.ofSeconds(300))
                .crashed(6, new WorkerExit.Killed(Signal.KILL, false), because)
                .ended(Outcome.FAILED, 137, because)
                .snapshot();
    }

    private static JobSnapshot done() {
        return training().started().after(Duration.ofSeconds(720)).succeeded().snapshot();
    }

    private static JobSnapshot stopped() {
        return training()
                .started()
                .after(Duration.ofSeconds(300))
                .stopping("stopped by you")
                .after(Duration.ofSeconds(6))
                .othersStopped()
                .attemptEnded(Optional.empty(), "stopped by you")
                .ended(Outcome.STOPPED, 143, "stopped by you")
                .snapshot();
    }

    /** The agent while a stop that was asked for in the window leaves workers their time. */
    static AgentSnapshot stoppingByYou() {
        var run =
                training()
                        .started()
                        .after(Duration.ofSeconds(748))
                        .stopping("stopped by you")
                        .exited(0, new WorkerExit.Killed(Signal.TERM, true))
                        .exited(1, new WorkerExit.Killed(Signal.TERM, true))
                        .snapshot();
        return new AgentSnapshot("gpu-a", withHistory(run));
    }

    private static JobSnapshot longNames() {
        String because =
                "rank 3 failed with exit code 1; the checkpoint folder could not be written because"
                        + " the file system is full; restart 1 of 3";
        return RunStory.accepted(
                        "pretrain-2026-03-01-ablation-learning-rate-warmup-0001",
                        "pretrain_llama_8b_with_a_very_long_configuration_name_v12.py",
                        8,
                        3,
                        "ip-10-214-119-7.eu-central-1.compute.internal",
                        RunStory.NOON)
                .started()
                .after(Duration.ofSeconds(500))
                .crashed(3, new WorkerExit.Failed(1), because)
                .attempt(1, because)
                .after(Duration.ofSeconds(100))
                .silent(1, NOW.minusSeconds(140))
                .silent(6, NOW.minusSeconds(94))
                .silent(7, NOW.minusSeconds(94))
                .snapshot();
    }

    private static JobSnapshot many(int workers) {
        var story =
                RunStory.accepted("big", "pretrain.py", workers, 3)
                        .started()
                        .after(Duration.ofSeconds(700))
                        .silent(workers / 2, NOW.minusSeconds(94))
                        .silent(workers / 2 + 1, NOW.minusSeconds(60))
                        .exited(workers / 3, new WorkerExit.Succeeded());
        return workers < 1000
                ? story.snapshot()
                : story.exited(700, new WorkerExit.Killed(new Signal(11), false))
                        .exited(701, new WorkerExit.Failed(1))
                        .snapshot();
    }
}
