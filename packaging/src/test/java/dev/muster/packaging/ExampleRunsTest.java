package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The README's commands, as a person types them, on the application this build assembled. */
class ExampleRunsTest {
    @TempDir Path folder;

    @Test
    void the_version_is_all_there_is_on_stdout_and_nothing_is_said_besides()
            throws IOException, InterruptedException {
        var ended = RealLauncher.in(folder).call("--version");

        assertThat(ended.out()).matches("muster \\S+\n");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).isZero();
    }

    @Test
    @Needs(TestGroup.PYTHON)
    void a_worker_that_crashes_once_is_restarted_and_the_run_succeeds()
            throws IOException, InterruptedException {
        var ended = run("crash_once.py", "--nproc-per-node", "2", "--max-restarts", "1");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("rank 0: attempt 1\n", "rank 1: done\n");
        assertThat(ended.err()).contains("restart 1 of 1");
    }

    @Test
    @Needs(TestGroup.PYTHON)
    void without_a_restart_left_the_exit_code_is_the_root_causes()
            throws IOException, InterruptedException {
        var ended = run("crash_once.py", "--nproc-per-node", "2");

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(3);
    }

    @Test
    @Needs(TestGroup.PYTHON)
    void a_signal_to_the_launcher_stops_a_hanging_run_and_is_its_exit_code()
            throws IOException, InterruptedException {
        var hanging =
                RealLauncher.in(folder)
                        .with("PYTHON_EXEC", TestPython.path())
                        .start(
                                "run",
                                "--nproc-per-node=2",
                                "--shutdown-timeout=1",
                                RealLauncher.example("hang.py"),
                                "--deaf");
        hanging.awaitOnStdout("rank 0: waiting for rank 1");

        hanging.process().destroy();

        assertThat(hanging.await().exitCode()).isEqualTo(128 + 15);
        assertThat(ProcessHandle.allProcesses().filter(ExampleRunsTest::isHanging)).isEmpty();
    }

    @Test
    @Needs(TestGroup.PYTHON)
    void open_without_a_display_runs_the_script_as_it_asks_to_be_run()
            throws IOException, InterruptedException {
        var ended =
                RealLauncher.in(folder)
                        .with("PYTHON_EXEC", TestPython.path())
                        .call("open", RealLauncher.example("plain.py"), "--", "2");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("no display", "running in this terminal instead");
        assertThat(ended.out()).contains("rank 3 of 4: step 2 of 2\n").doesNotContain("step 3");
    }

    @Test
    @Needs(TestGroup.PYTHON)
    void the_main_example_trains_without_torch_through_its_failure()
            throws IOException, InterruptedException {
        Path notTorch = Files.createDirectory(folder.resolve("path"));
        Files.writeString(notTorch.resolve("torch.py"), "raise ImportError('not here')\n");

        var ended = train(RealLauncher.in(folder).with("PYTHONPATH", notTorch));

        assertThat(ended.out()).contains("rank 2: starting from scratch, with no torch\n");
    }

    @Test
    @Needs(TestGroup.TORCH)
    void the_main_example_trains_a_shared_network_through_its_failure()
            throws IOException, InterruptedException {
        var ended = train(RealLauncher.in(folder));

        assertThat(ended.out()).contains("rank 2: starting from scratch, with torch 2.");
    }

    @Tag("proof")
    @Needs(TestGroup.TORCH)
    @RepeatedTest(10)
    void a_gloo_process_group_survives_a_restart_every_time()
            throws IOException, InterruptedException {
        train(RealLauncher.in(folder));
    }

    @Test
    @Needs(TestGroup.TORCH)
    void the_small_ddp_script_ends_with_the_same_weights_everywhere()
            throws IOException, InterruptedException {
        // Some processes abort in PyTorch 2.13 while the interpreter ends, under torchrun as well;
        // the group is restarted then and says its lines once more.
        var ended = run("ddp.py", "--nproc-per-node", "2", "--max-restarts", "3");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out().lines())
                .allMatch(line -> line.endsWith("same weights everywhere"))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(ended.out().lines().distinct()).hasSize(2);
        assertThat(PastRun.workersBelow(folder.resolve("home")))
                .allMatch(
                        worker ->
                                worker.succeeded()
                                        || worker.wasStoppedByAgent()
                                        || abortedAtItsVeryEnd(worker))
                .anyMatch(PastRun.Worker::succeeded);
    }

    /** The README's job at a faster pace: four workers, rank 2 fails at step 15, once. */
    private Launch.Ended train(Launch muster) throws IOException, InterruptedException {
        Path checkpoints = Files.createDirectory(folder.resolve("checkpoints"));
        var ended =
                muster.with("PYTHON_EXEC", TestPython.path())
                        .with("TMPDIR", checkpoints)
                        .call(
                                "run",
                                "--nproc-per-node=4",
                                "--max-restarts=3",
                                RealLauncher.example("train.py"),
                                "--steps=40",
                                "--pace=0.01");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out().lines())
                .contains("rank 2: resumed from step 10", "rank 0: done", "rank 3: done");
        assertThat(checkpoints).isDirectoryNotContaining("glob:**.checkpoint*");
        return ended;
    }

    private Launch.Ended run(String name, String... flags)
            throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(flags));
        words.add(RealLauncher.example(name));
        return RealLauncher.in(folder)
                .with("PYTHON_EXEC", TestPython.path())
                .call(words.toArray(String[]::new));
    }

    /** In a thread of PyTorch's that outlives the interpreter, with all that it had to do done. */
    private static boolean abortedAtItsVeryEnd(PastRun.Worker worker) {
        return worker.wasKilledBy("SIGABRT")
                && worker.out().contains("same weights everywhere")
                && worker.err().contains("terminate called without an active exception");
    }

    private static boolean isHanging(ProcessHandle process) {
        return process.info()
                .commandLine()
                .filter(line -> line.contains("hang.py --deaf"))
                .isPresent();
    }
}
