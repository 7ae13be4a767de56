package dev.muster.gui;

import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchPresets;
import dev.muster.agent.launch.LaunchProblem;

import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.ToggleButton;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The form for a new run, in the states worth looking at. */
final class GalleryLaunch {
    private GalleryLaunch() {}

    /** {@code home} is there to be written into. */
    static Map<String, Consumer<CockpitStage>> scenes(Path home) {
        var scenes = new LinkedHashMap<String, Consumer<CockpitStage>>();
        scenes.put("new-run-nodes", GalleryLaunch::openForNodes);
        scenes.put("new-run-output", GalleryLaunch::openWithOutput);
        scenes.put("new-run-stopping", GalleryLaunch::openWithStopping);
        scenes.put("new-run-problems", GalleryLaunch::openWithProblems);
        scenes.put("new-run-pasted", GalleryLaunch::openWithScriptOfACluster);
        scenes.put("new-run-preset", shown -> openWithPresets(shown, home));
        scenes.put("new-run-project", shown -> openBesideAProjectFile(shown, home));
        return scenes;
    }

    private static void openWithScriptOfACluster(CockpitStage shown) {
        shown.window().newRun();
        text(shown, "#launch-paste")
                .setText(
                        """
                        #!/bin/bash
                        #SBATCH --nodes=2 --gpus-per-node=4 --partition=gpu --time=24:00:00
                        module load cuda/12.4
                        first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
                        srun torchrun --nnodes $SLURM_NNODES --nproc-per-node $SLURM_GPUS_ON_NODE \\
                            --rdzv-backend c10d --rdzv-endpoint $first:29400 train.py --lr 0.1
                        """);
    }

    private static void openWithPresets(CockpitStage shown, Path home) {
        keep(
                home,
                Map.of(
                        "8 GPUs, bf16",
                        LaunchDraft.EMPTY.with(LaunchField.WORKERS, "8"),
                        "quick look",
                        LaunchDraft.EMPTY.with(LaunchField.WORKERS, "1")));
        shown.window().newRun();
        var presets = (MenuButton) node(shown, "#launch-presets");
        presets.getItems().stream()
                .filter(item -> item.getText() != null && item.getText().startsWith("Keep"))
                .forEach(MenuItem::fire);
        text(shown, "#launch-preset-name").setText("");
        ((Button) node(shown, "#launch-preset-keep")).fire();
    }

    private static void openBesideAProjectFile(CockpitStage shown, Path home) {
        try {
            Path folder = Files.createDirectories(home.resolve("project"));
            Path script = folder.resolve("train.py");
            Files.writeString(script, "print('step 1')\n");
            Files.writeString(folder.resolve("muster.json"), "{\"nproc-per-node\": 4}");
            shown.window().newRun();
            text(shown, "#launch-script").setText(script.toString());
            ((ToggleButton) node(shown, "#launch-as-sbatch")).fire();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void keep(Path home, Map<String, LaunchDraft> presets) {
        try {
            var _ = new LaunchPresets(home).change(_ -> presets);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TextInputControl text(CockpitStage shown, String id) {
        return (TextInputControl) node(shown, id);
    }

    private static Node node(CockpitStage shown, String id) {
        return Objects.requireNonNull(shown.window().root().lookup(id), id);
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
        Platform.runLater(() -> node(shown, "#launch-stderr-duplicates").requestFocus());
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
        Platform.runLater(() -> node(shown, "#launch-environment").requestFocus());
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
