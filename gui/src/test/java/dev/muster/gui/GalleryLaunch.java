package dev.muster.gui;

import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchProblem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The form for a new run, in the states worth looking at. */
final class GalleryLaunch {
    private GalleryLaunch() {}

    static Map<String, Consumer<CockpitStage>> scenes() {
        var scenes = new LinkedHashMap<String, Consumer<CockpitStage>>();
        scenes.put("new-run-nodes", GalleryLaunch::openForNodes);
        scenes.put("new-run-output", GalleryLaunch::openWithOutput);
        scenes.put("new-run-stopping", GalleryLaunch::openWithStopping);
        scenes.put("new-run-problems", GalleryLaunch::openWithProblems);
        return scenes;
    }

    private static void openWithOutput(CockpitStage shown) {
        shown.window()
                .correct(
                        LaunchDraft.EMPTY
                                .with(LaunchField.SCRIPT, "/jobs/train.py")
                                .with(LaunchField.WORKERS, "8")
                                .with(LaunchField.TEE, "3")
                                .with(LaunchField.LINE_PREFIX, "[${rank} on ${hostname}] ")
                                .with(LaunchField.STDOUT_DUPLICATES, "loss,accuracy"),
                        List.of());
    }

    private static void openWithStopping(CockpitStage shown) {
        shown.window()
                .correct(
                        LaunchDraft.EMPTY
                                .with(LaunchField.SCRIPT, "/jobs/train.py")
                                .with(LaunchField.SAVE_SIGNAL, "SIGUSR1")
                                .with(LaunchField.SAVE_TIMEOUT, "120")
                                .with(LaunchField.VIRTUAL_LOCAL_RANK, LaunchField.ON)
                                .with(LaunchField.NUMA_BINDING, "node")
                                .withEnvironment(Map.of("OMP_NUM_THREADS", "2")),
                        List.of());
    }

    private static void openWithProblems(CockpitStage shown) {
        shown.window()
                .correct(
                        LaunchDraft.EMPTY
                                .with(LaunchField.SCRIPT, "/jobs/missing.py")
                                .with(LaunchField.WORKERS, "0"),
                        List.of(
                                new LaunchProblem(
                                        LaunchField.SCRIPT,
                                        "found nothing at /jobs/missing.py, expected a Python"
                                                + " file"),
                                new LaunchProblem(
                                        LaunchField.WORKERS,
                                        "found 0, expected 1 or more, auto, cpu or gpu")));
    }

    private static void openForNodes(CockpitStage shown) {
        shown.window()
                .correct(
                        LaunchDraft.EMPTY
                                .with(LaunchField.SCRIPT, "/jobs/train.py")
                                .with(LaunchField.NODES, "2:4")
                                .with(LaunchField.RENDEZVOUS, "c10d")
                                .with(LaunchField.RENDEZVOUS_ENDPOINT, "node0:29400:7")
                                .with(LaunchField.RENDEZVOUS_ID, "job7")
                                .with(LaunchField.RENDEZVOUS_CONFIG, "on_node_loss=wait"),
                        List.of());
    }
}
