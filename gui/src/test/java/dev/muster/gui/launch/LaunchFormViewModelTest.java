package dev.muster.gui.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.RunId;
import dev.muster.agent.launch.LaunchChecks;
import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchDraft.Kind;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchProblem;
import dev.muster.agent.launch.LaunchTool;
import dev.muster.agent.launch.PythonEnvironments;
import dev.muster.agent.session.LaunchFailed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

class LaunchFormViewModelTest {
    @TempDir private Path here;

    private final RecordingSession session = new RecordingSession();
    private final List<RunId> launched = new ArrayList<>();
    private final List<LaunchField> refused = new ArrayList<>();
    private final Deque<Runnable> typingPauses = new ArrayDeque<>();
    private Path script = Path.of("");
    private Path python = Path.of("");
    private LaunchFormViewModel model = model();

    @BeforeEach
    void aScriptAndAnInterpreter() throws IOException {
        script = Files.createFile(here.resolve("train.py"));
        python = Files.createFile(here.resolve("interpreter"));
        assertThat(python.toFile().setExecutable(true)).isTrue();
        model = model();
        model.setOnRefused(refused::add);
    }

    @Test
    void a_form_nobody_has_touched_blames_no_field() {
        pauseInTyping();

        assertThat(LaunchFormViewModel.FIELDS)
                .allSatisfy(field -> assertThat(model.problem(field).get()).isEmpty());
        assertThat(model.commandLine().get()).isEmpty();
    }

    @Test
    void what_is_wrong_with_a_field_is_said_after_a_pause_in_typing() {
        type(LaunchField.WORKERS, "0");
        assertThat(model.problem(LaunchField.WORKERS).get()).isEmpty();

        pauseInTyping();

        assertThat(model.problem(LaunchField.WORKERS).get())
                .isEqualTo(
                        "Unsupported nproc_per_node value: 0; expected a whole number of 1 or more,"
                                + " or cpu, gpu, xpu or auto.");
        assertThat(model.problem(LaunchField.SCRIPT).get()).isEmpty();
    }

    @Test
    void a_mended_field_is_no_longer_blamed() {
        type(LaunchField.WORKERS, "0");
        pauseInTyping();

        type(LaunchField.WORKERS, "2");
        pauseInTyping();

        assertThat(model.problem(LaunchField.WORKERS).get()).isEmpty();
    }

    @Test
    void run_is_refused_at_the_topmost_bad_field_and_every_bad_field_says_why() {
        type(LaunchField.WORKERS, "none");

        model.run();

        assertThat(session.launched()).isEmpty();
        assertThat(refused).containsExactly(LaunchField.SCRIPT);
        assertThat(model.problem(LaunchField.SCRIPT).get()).startsWith("Nothing is given");
        assertThat(model.problem(LaunchField.WORKERS).get())
                .startsWith("Unsupported nproc_per_node value: none");
    }

    @Test
    void a_bad_field_that_is_folded_away_is_unfolded() {
        model.fill(good());
        type(LaunchField.MASTER_PORT, "99999");

        model.run();

        assertThat(refused).containsExactly(LaunchField.MASTER_PORT);
        assertThat(model.shown(FieldGroup.ADVANCED).get()).isTrue();
    }

    @Test
    void a_group_that_is_folded_away_says_what_is_set_in_it() {
        assertThat(model.setIn(FieldGroup.STOPPING).get()).isEmpty();

        type(LaunchField.SAVE_SIGNAL, "SIGUSR1");
        type(LaunchField.GRACE, "5");

        assertThat(model.setIn(FieldGroup.STOPPING).get()).isEqualTo("set: Grace, Save signal");
        assertThat(model.setIn(FieldGroup.OUTPUT).get()).isEmpty();
        assertThat(model.shown(FieldGroup.STOPPING).get()).isFalse();
    }

    @Test
    void what_is_taken_and_nothing_comes_of_is_said_and_keeps_nothing_from_starting() {
        model.fill(good().with(LaunchField.NODE_RANK, "3").with(LaunchField.TEE, "7:1"));
        type(LaunchField.RENDEZVOUS, "c10d");
        type(LaunchField.NODE_RANK, "3");

        model.run();

        assertThat(model.remarks().get())
                .isEqualTo(
                        """
                        --node-rank 3 is not looked at: nodes have the ranks they are told with \
                        --rdzv-backend static only.
                        --tee names local rank 7, and the workers here are 0 to 0.\
                        """);
        assertThat(launched).hasSize(1);
    }

    @Test
    void whatever_torchrun_can_be_told_can_be_told_here_and_comes_out_as_it_was_told() {
        String line =
                "torchrun --nproc-per-node 2 --redirects 1 --tee 2 --local-ranks-filter=0"
                        + " --duplicate-stdout-filters=loss --duplicate-stderr-filters=Error,,x"
                        + " --shutdown-timeout 5 --signals-to-handle SIGTERM --virtual-local-rank"
                        + " --log-line-prefix-template '[${rank}] ' "
                        + script;

        model.pasted().set(line);
        type(LaunchField.PYTHON, python.toString());
        pauseInTyping();

        assertThat(model.notes().get()).isEmpty();
        assertThat(model.commandLine().get())
                .contains("--virtual-local-rank --redirects 1 --tee 2 --local-ranks-filter=0")
                .contains("--duplicate-stdout-filters=loss --duplicate-stderr-filters=Error,,x")
                .contains("--signals-to-handle SIGTERM --shutdown-timeout 5")
                .contains("TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE='[${rank}] '");
    }

    @Test
    void run_launches_what_the_fields_say() {
        model.fill(good());
        type(LaunchField.WORKERS, "4");
        type(LaunchField.ARGUMENTS, "--lr 0.1 --name 'my run'");
        type(LaunchField.ENVIRONMENT, "A=1 B='x y'");

        model.run();

        assertThat(session.launched())
                .singleElement()
                .satisfies(
                        spec -> {
                            assertThat(spec.entrypoint())
                                    .isEqualTo(new Entrypoint.Script(script.toString()));
                            assertThat(spec.python()).contains(python);
                            assertThat(spec.workers()).isEqualTo(4);
                            assertThat(spec.arguments())
                                    .containsExactly("--lr", "0.1", "--name", "my run");
                            assertThat(spec.environment())
                                    .containsEntry("A", "1")
                                    .containsEntry("B", "x y");
                        });
        assertThat(launched).containsExactly(new RunId("7f3a"));
    }

    @Test
    void run_pressed_twice_launches_once() {
        session.answerWith(new CompletableFuture<>());
        model.fill(good());

        model.run();
        model.run();

        assertThat(model.launching().get()).isTrue();
        assertThat(session.launched()).hasSize(1);
    }

    @Test
    void a_launch_that_fails_is_told_and_can_be_tried_again() {
        session.answerWith(CompletableFuture.failedFuture(new LaunchFailed("the disk is full")));
        model.fill(good());

        model.run();

        assertThat(model.failure().get()).isEqualTo("The disk is full.");
        assertThat(model.launching().get()).isFalse();
        assertThat(launched).isEmpty();
        session.answerWith(CompletableFuture.completedFuture(new RunId("7f3b")));
        model.run();
        assertThat(model.failure().get()).isEmpty();
        assertThat(launched).containsExactly(new RunId("7f3b"));
    }

    @Test
    void a_check_that_breaks_is_told_and_leaves_the_form_usable() {
        var broken =
                new LaunchFormViewModel(
                        session,
                        _ -> {
                            throw new IllegalStateException("no such file store");
                        },
                        _ -> List.of(),
                        pythons(),
                        threads(),
                        launched::add);

        broken.run();

        assertThat(broken.failure().get()).contains("no such file store");
        assertThat(broken.launching().get()).isFalse();
    }

    @Test
    void a_pasted_line_fills_the_form_in_the_place_of_what_was_there() {
        type(LaunchField.MAX_RESTARTS, "9");

        model.pasted()
                .set(
                        "cd %s && A=1 torchrun --nproc-per-node=4 --role=ps train.py --lr 0.1"
                                .formatted(here));

        assertThat(model.text(LaunchField.SCRIPT).get()).isEqualTo("train.py");
        assertThat(model.text(LaunchField.WORKERS).get()).isEqualTo("4");
        assertThat(model.text(LaunchField.MAX_RESTARTS).get()).isEmpty();
        assertThat(model.text(LaunchField.ARGUMENTS).get()).isEqualTo("--lr 0.1");
        assertThat(model.text(LaunchField.WORKING_DIRECTORY).get()).isEqualTo(here.toString());
        assertThat(model.text(LaunchField.ENVIRONMENT).get()).isEqualTo("A=1");
        assertThat(model.text(LaunchField.ROLE).get()).isEqualTo("ps");
        assertThat(model.shown(FieldGroup.ADVANCED).get()).isTrue();
        assertThat(model.notes().get()).isEmpty();
    }

    @Test
    void what_of_a_pasted_line_has_no_field_is_said() {
        model.pasted().set("torchrun --bogus -m package.train | tee log");

        assertThat(model.kind().get()).isEqualTo(Kind.MODULE);
        assertThat(model.text(LaunchField.SCRIPT).get()).isEqualTo("package.train");
        assertThat(model.notes().get())
                .isEqualTo(
                        """
                        --bogus is not a flag of torchrun or muster run; leave it out.
                        Everything from | on is left out; each worker's output is kept anyway.\
                        """);
    }

    @Test
    void a_pasted_line_of_several_nodes_fills_their_fields_and_is_what_the_form_says_then() {
        model.pasted()
                .set(
                        ("cd %s && torchrun --nnodes 2:4 --rdzv-backend c10d"
                                        + " --rdzv-endpoint node0:29400 --rdzv-id job7"
                                        + " --rdzv-conf on_node_loss=wait --local-addr gpu-a"
                                        + " train.py")
                                .formatted(here));
        type(LaunchField.PYTHON, python.toString());
        pauseInTyping();

        assertThat(model.shown(FieldGroup.TOGETHER).get()).isTrue();
        assertThat(model.shown(FieldGroup.ADVANCED).get()).isFalse();
        assertThat(model.notes().get()).isEmpty();
        assertThat(FieldGroup.TOGETHER.fields().stream().map(name -> model.text(name).get()))
                .containsExactly(
                        "2:4", "c10d", "node0:29400", "job7", "", "gpu-a", "on_node_loss=wait");
        assertThat(model.commandLine().get())
                .contains("--nnodes 2:4", "--rdzv-endpoint node0:29400", "--rdzv-id job7")
                .contains("--rdzv-conf on_node_loss=wait", "--local-addr gpu-a");
    }

    @Test
    void what_is_wrong_with_the_other_nodes_is_said_at_its_field() {
        model.fill(good());
        type(LaunchField.NODES, "4:2");
        pauseInTyping();

        assertThat(model.problem(LaunchField.NODES).get())
                .startsWith("Min_nodes must be > 0 and <= max_nodes, got min_nodes=4, max_nodes=2");
    }

    @Test
    void a_line_that_is_none_is_said_to_be_and_leaves_the_fields_alone() {
        type(LaunchField.WORKERS, "3");

        model.pasted().set("mpirun -n 4 train.py");

        assertThat(model.notes().get()).startsWith("Found \"mpirun -n 4 train.py\", expected");
        assertThat(model.text(LaunchField.WORKERS).get()).isEqualTo("3");
    }

    @Test
    void problems_the_form_is_opened_with_stand_at_their_fields_at_once() {
        model.fill(
                good().with(LaunchField.LOG_DIR, "/x"),
                List.of(
                        new LaunchProblem(LaunchField.LOG_DIR, "/x is a file, expected a folder"),
                        new LaunchProblem(LaunchField.COMMAND_LINE, "--bogus is no flag")));

        assertThat(model.problem(LaunchField.LOG_DIR).get())
                .isEqualTo("/x is a file, expected a folder.");
        assertThat(model.notes().get()).isEqualTo("--bogus is no flag.");
        assertThat(model.shown(FieldGroup.OUTPUT).get()).isTrue();
    }

    @Test
    void the_line_that_does_the_same_follows_the_fields() {
        model.fill(good());
        pauseInTyping();
        assertThat(model.commandLine().get())
                .isEqualTo(
                        "cd %s && %s -m torch.distributed.run --nproc-per-node 1 %s"
                                .formatted(here, python, script));

        type(LaunchField.ARGUMENTS, "--name 'open");
        pauseInTyping();

        assertThat(model.commandLine().get()).isEmpty();
        assertThat(model.problem(LaunchField.ARGUMENTS).get())
                .isEqualTo("A ' is not closed; close it.");
    }

    @Test
    void the_same_can_be_had_for_another_launcher_with_what_that_cannot_be_told() {
        model.fill(good().with(LaunchField.REDIRECTS, "3").with(LaunchField.WORKERS, "4"));
        pauseInTyping();

        model.tool().set(LaunchTool.ACCELERATE);

        assertThat(model.commandLine().get())
                .contains("-m accelerate.commands.launch --multi_gpu --num_processes 4");
        assertThat(model.leftOut().get())
                .isEqualTo("--redirects 3 is not in it: accelerate has no word for it.");
    }

    @Test
    void a_script_for_sbatch_fills_the_form_and_what_only_slurm_could_know_is_said() {
        model.pasted()
                .set(
                        """
                        #SBATCH --nodes=2 --gpus-per-node=4 --partition=gpu
                        srun torchrun --nnodes $SLURM_NNODES --nproc-per-node $SLURM_GPUS_ON_NODE \\
                            --rdzv-backend c10d --rdzv-endpoint $first:29400 train.py
                        """);

        assertThat(model.text(LaunchField.WORKERS).get()).isEqualTo("4");
        assertThat(model.text(LaunchField.NODES).get()).isEqualTo("2");
        assertThat(model.notes().get())
                .isEqualTo(
                        """
                        $first is not set here; write its value, or put it in single quotes.
                        Slurm's --partition is left out; nothing is queued here.\
                        """);
    }

    @Test
    void what_is_known_about_this_machine_stands_at_its_field_or_below_where_that_is_folded_away() {
        var wary =
                new LaunchFormViewModel(
                        session,
                        LaunchChecks.onThisMachine()::check,
                        _ ->
                                List.of(
                                        new LaunchProblem(LaunchField.LOG_DIR, "it is nearly full"),
                                        new LaunchProblem(LaunchField.SCRIPT, "it is old")),
                        pythons(),
                        threads(),
                        launched::add);
        wary.fill(good());
        pauseInTyping();

        assertThat(wary.remark(LaunchField.SCRIPT).get()).isEqualTo("It is old.");
        assertThat(wary.remarks().get()).isEqualTo("--log-dir: it is nearly full.");

        wary.run();
        assertThat(launched).hasSize(1);
    }

    @Test
    void a_dropped_file_is_the_script_and_its_folder_where_it_runs() {
        model.kind().set(Kind.MODULE);

        model.take(script);

        assertThat(model.kind().get()).isEqualTo(Kind.SCRIPT);
        assertThat(model.text(LaunchField.SCRIPT).get()).isEqualTo(script.toString());
        assertThat(model.text(LaunchField.WORKING_DIRECTORY).get()).isEqualTo(here.toString());
    }

    @Test
    void a_dropped_folder_is_where_it_runs() {
        model.take(here);

        assertThat(model.text(LaunchField.WORKING_DIRECTORY).get()).isEqualTo(here.toString());
        assertThat(model.text(LaunchField.SCRIPT).get()).isEmpty();
    }

    @Test
    void a_check_that_was_overtaken_while_it_ran_is_not_shown() {
        var fxQueue = new ArrayDeque<Runnable>();
        var slow =
                new LaunchFormViewModel(
                        session,
                        LaunchChecks.onThisMachine()::check,
                        _ -> List.of(),
                        pythons(),
                        new FormThreads(fxQueue::add, Runnable::run, Runnable::run),
                        launched::add);

        slow.text(LaunchField.WORKERS).set("0");
        slow.text(LaunchField.WORKERS).set("2");
        fxQueue.forEach(Runnable::run);

        assertThat(slow.problem(LaunchField.WORKERS).get()).isEmpty();
    }

    private LaunchDraft good() {
        return LaunchDraft.EMPTY
                .with(LaunchField.SCRIPT, script.toString())
                .with(LaunchField.PYTHON, python.toString())
                .with(LaunchField.WORKING_DIRECTORY, here.toString());
    }

    private void type(LaunchField field, String text) {
        model.text(field).set(text);
    }

    private void pauseInTyping() {
        while (!typingPauses.isEmpty()) typingPauses.remove().run();
    }

    private LaunchFormViewModel model() {
        return new LaunchFormViewModel(
                session,
                LaunchChecks.onThisMachine()::check,
                _ -> List.of(),
                pythons(),
                threads(),
                launched::add);
    }

    private FormThreads threads() {
        return new FormThreads(Runnable::run, Runnable::run, typingPauses::add);
    }

    /** Offers no interpreters: what it finds never reaches its FX thread. */
    private static PythonChoices pythons() {
        return new PythonChoices(PythonEnvironments.onThisMachine(), _ -> {});
    }
}
