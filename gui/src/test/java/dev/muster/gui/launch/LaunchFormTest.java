package dev.muster.gui.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.RunId;
import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchPresets;
import dev.muster.agent.session.LaunchFailed;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.fx.Theme;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.MenuButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

@Needs(TestGroup.SCREEN)
@ExtendWith(ApplicationExtension.class)
class LaunchFormTest {
    @TempDir private Path here;

    private final RecordingSession session = new RecordingSession();
    private final List<RunId> launched = new CopyOnWriteArrayList<>();
    private final AtomicInteger cancelled = new AtomicInteger();
    private Path python = Path.of("");

    @Start
    void aWindowWithTheForm(Stage stage) {
        Fonts.load();
        var form =
                new LaunchForm(
                        session,
                        new LaunchPresets(here.resolve("config")),
                        launched::add,
                        cancelled::incrementAndGet);
        var scene = new Scene(new StackPane(form), 960, 900);
        Theme.DARK.dress(scene);
        stage.setX(0);
        stage.setY(0);
        stage.setScene(scene);
        stage.show();
        form.takeFocus();
    }

    @BeforeEach
    void aScriptAndItsEnvironment() throws IOException {
        Files.createFile(here.resolve("train.py"));
        python = here.resolve(".venv/bin/python3");
        Files.createDirectories(python.getParent());
        Files.writeString(python, "#!/bin/sh\necho 3.12.1; echo 2.13.0\n");
        assertThat(python.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void bad_input_is_said_under_its_field_and_nothing_is_launched(FxRobot robot) {
        robot.clickOn("#launch-script").write("gone.py");
        robot.clickOn("#launch-workers").write("0");

        robot.push(KeyCode.CONTROL, KeyCode.ENTER);

        await().untilAsserted(
                        () ->
                                assertThat(sentence(robot, "#problem-script"))
                                        .startsWith("There is nothing at")
                                        .contains("gone.py"));
        assertThat(sentence(robot, "#problem-workers"))
                .isEqualTo(
                        "Unsupported nproc_per_node value: 0; expected a whole number of 1 or more,"
                                + " or cpu, gpu, xpu or auto.");
        assertThat(shown(robot, "#problem-workers")).isTrue();
        assertThat(shown(robot, "#problem-max-restarts")).isFalse();
        await().untilAsserted(() -> assertThat(focus(robot)).isEqualTo("launch-script"));
        assertThat(session.launched()).isEmpty();
    }

    @Test
    void bad_input_is_said_while_typing(FxRobot robot) {
        robot.clickOn("#launch-max-restarts").write("-1");

        await().untilAsserted(
                        () ->
                                assertThat(sentence(robot, "#problem-max-restarts"))
                                        .isEqualTo(
                                                "Found \"-1\", expected a whole number of 0 or"
                                                        + " more (max_restarts must be >= 0)."));
        assertThat(shown(robot, "#problem-script")).isFalse();
    }

    @Test
    void a_pasted_line_fills_the_fields_and_run_launches_exactly_that(FxRobot robot) {
        String line =
                """
                cd %s && OMP_NUM_THREADS=2 %s -m torch.distributed.run \\
                    --nproc-per-node=4 --max-restarts 3 \\
                    train.py --lr 0.1 --name 'my run'
                """
                        .formatted(here, python);
        robot.interact(
                () ->
                        Clipboard.getSystemClipboard()
                                .setContent(Map.of(DataFormat.PLAIN_TEXT, line)));

        robot.clickOn("#launch-paste").push(KeyCode.CONTROL, KeyCode.V);

        assertThat(text(robot, "#launch-script")).isEqualTo("train.py");
        assertThat(text(robot, "#launch-workers")).isEqualTo("4");
        assertThat(text(robot, "#launch-max-restarts")).isEqualTo("3");
        assertThat(text(robot, "#launch-arguments")).isEqualTo("--lr 0.1 --name 'my run'");
        assertThat(text(robot, "#launch-environment")).isEqualTo("OMP_NUM_THREADS=2");
        robot.clickOn("#launch-run");
        await().untilAsserted(() -> assertThat(launched).containsExactly(new RunId("7f3a")));
        assertThat(session.launched())
                .singleElement()
                .satisfies(
                        spec -> {
                            assertThat(spec.entrypoint())
                                    .isEqualTo(new Entrypoint.Script("train.py"));
                            assertThat(spec.python()).contains(python);
                            assertThat(spec.workers()).isEqualTo(4);
                            assertThat(spec.maxRestarts()).isEqualTo(3);
                            assertThat(spec.workingDirectory()).isEqualTo(here);
                            assertThat(spec.arguments())
                                    .containsExactly("--lr", "0.1", "--name", "my run");
                            assertThat(spec.environment()).containsEntry("OMP_NUM_THREADS", "2");
                        });
    }

    @Test
    void while_the_agent_takes_the_run_the_form_waits_and_says_so(FxRobot robot) {
        var answer = new CompletableFuture<RunId>();
        session.answerWith(answer);
        fill(robot, good());

        robot.clickOn("#launch-run");

        await().untilAsserted(
                        () -> assertThat(sentence(robot, "#launch-run")).isEqualTo("Starting …"));
        assertThat(robot.lookup("#launch-script").query().isDisabled()).isTrue();
        answer.complete(new RunId("7f3a"));
        await().untilAsserted(() -> assertThat(launched).hasSize(1));
    }

    @Test
    void a_launch_that_fails_is_told_and_the_form_can_be_used_again(FxRobot robot) {
        session.answerWith(
                CompletableFuture.failedFuture(
                        new LaunchFailed("the state folder could not be created")));
        fill(robot, good());

        robot.clickOn("#launch-run");

        await().untilAsserted(
                        () ->
                                assertThat(sentence(robot, "#launch-failure"))
                                        .isEqualTo("The state folder could not be created."));
        assertThat(robot.lookup("#launch-script").query().isDisabled()).isFalse();
        assertThat(launched).isEmpty();
    }

    @Test
    void a_job_of_several_nodes_is_put_together_from_its_fields(FxRobot robot) {
        fill(robot, good());
        robot.clickOn("#launch-together");

        robot.clickOn("#launch-nodes").write("2:4");
        robot.interact(() -> box(robot, "#launch-rendezvous").setValue("c10d"));
        robot.clickOn("#launch-rendezvous-endpoint").write("127.0.0.1:29400");
        robot.interact(() -> box(robot, "#launch-node-loss").setValue("stop"));

        assertThat(text(robot, "#launch-rendezvous-config")).isEqualTo("on_node_loss=stop");
        assertThat(robot.lookup("#launch-node-rank").query().isDisabled()).isTrue();
        robot.push(KeyCode.CONTROL, KeyCode.ENTER);
        await().untilAsserted(() -> assertThat(launched).hasSize(1));
        assertThat(session.launched().getFirst().nodes().orElseThrow())
                .satisfies(
                        nodes -> {
                            assertThat(nodes.min()).isEqualTo(2);
                            assertThat(nodes.max()).isEqualTo(4);
                            assertThat(nodes.backend()).isEqualTo("c10d");
                            assertThat(nodes.endpoint()).isEqualTo("127.0.0.1:29400");
                            assertThat(nodes.config()).containsEntry("on_node_loss", "stop");
                        });
    }

    @Test
    void an_environment_beside_the_script_can_be_picked_with_its_torch_in_sight(FxRobot robot) {
        fill(robot, good().with(LaunchField.PYTHON, ""));
        ComboBox<PythonChoice> box = pythonBox(robot);
        await().untilAsserted(
                        () ->
                                assertThat(robotGet(robot, () -> List.copyOf(box.getItems())))
                                        .first()
                                        .extracting(PythonChoice::about)
                                        .asString()
                                        .startsWith("Python 3.12.1 · torch 2.13.0 · .venv in"));

        robot.interact(() -> box.getSelectionModel().selectFirst());

        assertThat(robotGet(robot, () -> box.getEditor().getText())).isEqualTo(python.toString());
        await().untilAsserted(
                        () ->
                                assertThat(sentence(robot, "#launch-python-about"))
                                        .endsWith("Python 3.12.1 · torch 2.13.0"));
    }

    @Test
    void an_interpreter_typed_by_hand_is_taken_as_it_is(FxRobot robot) {
        fill(robot, good().with(LaunchField.PYTHON, ""));

        robot.clickOn("#launch-python").write("/opt/venv/bin/python");
        robot.clickOn("#launch-workers");
        robot.push(KeyCode.CONTROL, KeyCode.ENTER);

        await().untilAsserted(
                        () ->
                                assertThat(sentence(robot, "#problem-python"))
                                        .startsWith("There is nothing at /opt/venv/bin/python"));
    }

    @Test
    void tab_goes_through_the_form_in_reading_order(FxRobot robot) {
        robot.clickOn("#launch-paste");
        var stops = new ArrayList<String>();
        for (int i = 0; i < 15; i++) {
            robot.push(KeyCode.TAB);
            stops.add(focus(robot));
        }

        assertThat(stops)
                .containsSubsequence(
                        "launch-kind",
                        "launch-script",
                        "launch-python",
                        "launch-workers",
                        "launch-max-restarts",
                        "launch-arguments",
                        "launch-working-directory",
                        "launch-together",
                        "launch-output",
                        "launch-stopping",
                        "launch-advanced");
    }

    @Test
    void the_arrow_keys_count_workers(FxRobot robot) {
        robot.clickOn("#launch-workers").push(KeyCode.UP);
        robot.push(KeyCode.UP);
        assertThat(text(robot, "#launch-workers")).isEqualTo("3");

        robot.push(KeyCode.DOWN);

        assertThat(text(robot, "#launch-workers")).isEqualTo("2");
    }

    @Test
    void the_line_that_does_the_same_can_be_copied(FxRobot robot) {
        fill(robot, good());
        String line =
                "cd %s && %s -m torch.distributed.run --nproc-per-node 1 %s/train.py"
                        .formatted(here, python, here);
        await().untilAsserted(
                        () -> assertThat(text(robot, "#launch-command-line")).isEqualTo(line));

        robot.clickOn("#launch-copy");

        assertThat(robotGet(robot, () -> Clipboard.getSystemClipboard().getString()))
                .isEqualTo(line);
    }

    @Test
    void one_gpu_for_each_worker_is_ticked_and_unticked(FxRobot robot) {
        fill(robot, good().with(LaunchField.VIRTUAL_LOCAL_RANK, LaunchField.ON));
        var box = robot.lookup("#launch-virtual-local-rank").queryAs(CheckBox.class);
        assertThat(robotGet(robot, box::isSelected)).isTrue();

        robot.interact(box::fire);
        robot.push(KeyCode.CONTROL, KeyCode.ENTER);

        await().untilAsserted(() -> assertThat(launched).hasSize(1));
        assertThat(session.launched().getFirst().devices().virtualLocalRank()).isFalse();
    }

    @Test
    void what_was_typed_is_kept_as_a_preset_and_fills_the_form_again(FxRobot robot) {
        fill(robot, good().with(LaunchField.WORKERS, "4"));
        choose(robot, "Keep as a preset …");
        robot.clickOn("#launch-preset-name").write("sweep").push(KeyCode.ENTER);
        await().untilAsserted(
                        () ->
                                assertThat(sentence(robot, "#launch-offer"))
                                        .isEqualTo("Kept as “sweep”."));

        fill(robot, good());
        choose(robot, "sweep");

        assertThat(text(robot, "#launch-workers")).isEqualTo("4");
        assertThat(session.launched()).isEmpty();
    }

    @Test
    void a_deleted_preset_comes_back(FxRobot robot) {
        choose(robot, "Keep as a preset …");
        robot.clickOn("#launch-preset-name").write("sweep").push(KeyCode.ENTER);
        await().until(() -> menu(robot).contains("Delete “sweep”"));

        choose(robot, "Delete “sweep”");
        await().until(() -> !menu(robot).contains("sweep"));
        robot.clickOn("#launch-offer-act");

        await().until(() -> menu(robot).contains("sweep"));
    }

    @Test
    void esc_in_the_name_of_a_preset_is_about_the_name_alone(FxRobot robot) {
        choose(robot, "Keep as a preset …");

        robot.clickOn("#launch-preset-name").write("a").push(KeyCode.ESCAPE);

        assertThat(cancelled).hasValue(0);
        assertThat(shown(robot, "#launch-preset-keep")).isFalse();
        assertThat(focus(robot)).isEqualTo("launch-presets");
    }

    @Test
    void a_project_file_beside_the_script_is_offered(FxRobot robot) throws IOException {
        Files.writeString(here.resolve("muster.json"), "{\"nproc-per-node\": 3}");

        robot.clickOn("#launch-script").write(here.resolve("train.py").toString());
        await().untilAsserted(
                        () ->
                                assertThat(sentence(robot, "#launch-offer"))
                                        .endsWith("muster.json says how this is run."));
        robot.clickOn("#launch-offer-act");

        assertThat(text(robot, "#launch-workers")).isEqualTo("3");
    }

    @Test
    void the_line_is_written_for_the_launcher_that_was_chosen(FxRobot robot) {
        fill(robot, good().with(LaunchField.SAVE_SIGNAL, "SIGUSR1"));
        await().untilAsserted(
                        () ->
                                assertThat(sentence(robot, "#launch-left-out"))
                                        .startsWith("--save-signal SIGUSR1 is not in it"));

        robot.clickOn("#launch-as-muster");

        assertThat(text(robot, "#launch-command-line")).contains("muster run", "--save-signal");
        assertThat(sentence(robot, "#launch-left-out")).isEmpty();
    }

    @Test
    void esc_goes_back_without_a_run(FxRobot robot) {
        robot.clickOn("#launch-script").push(KeyCode.ESCAPE);

        assertThat(cancelled).hasValue(1);
        assertThat(session.launched()).isEmpty();
    }

    @Test
    void every_field_has_a_name_for_a_screen_reader(FxRobot robot) {
        for (FieldGroup group : FieldGroup.folded()) {
            robot.interact(robot.lookup("#launch-" + group.word()).queryButton()::fire);
        }

        for (LaunchField field : LaunchFormViewModel.FIELDS) {
            String id = "#launch-" + field.name().toLowerCase(Locale.ROOT).replace('_', '-');
            assertThat(robot.lookup(id).query().getAccessibleText()).isEqualTo(field.label());
        }
    }

    private LaunchDraft good() {
        return LaunchDraft.EMPTY
                .with(LaunchField.SCRIPT, here.resolve("train.py").toString())
                .with(LaunchField.PYTHON, python.toString())
                .with(LaunchField.WORKING_DIRECTORY, here.toString());
    }

    private static void choose(FxRobot robot, String words) {
        var menu = robot.lookup("#launch-presets").queryAs(MenuButton.class);
        robot.interact(
                () ->
                        menu.getItems().stream()
                                .filter(item -> words.equals(item.getText()))
                                .findFirst()
                                .orElseThrow()
                                .fire());
    }

    private static List<String> menu(FxRobot robot) {
        var menu = robot.lookup("#launch-presets").queryAs(MenuButton.class);
        return robotGet(
                robot,
                () ->
                        menu.getItems().stream()
                                .map(item -> String.valueOf(item.getText()))
                                .toList());
    }

    private static void fill(FxRobot robot, LaunchDraft draft) {
        var form = robot.lookup(".launch-form").queryAs(LaunchForm.class);
        robot.interact(() -> form.fill(draft));
    }

    @SuppressWarnings("unchecked") // both boxes hold words
    private static ComboBox<String> box(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(ComboBox.class);
    }

    @SuppressWarnings("unchecked") // there is one such box, and it holds these
    private static ComboBox<PythonChoice> pythonBox(FxRobot robot) {
        return robot.lookup("#launch-python").queryAs(ComboBox.class);
    }

    private static String sentence(FxRobot robot, String id) {
        return robotGet(robot, () -> robot.lookup(id).queryLabeled().getText());
    }

    private static String text(FxRobot robot, String id) {
        return robotGet(robot, () -> robot.lookup(id).queryTextInputControl().getText());
    }

    private static boolean shown(FxRobot robot, String id) {
        return robotGet(robot, () -> isShown(robot.lookup(id).query()));
    }

    private static boolean isShown(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (!at.isVisible()) return false;
        }
        return true;
    }

    private static String focus(FxRobot robot) {
        return robotGet(
                robot,
                () -> {
                    Node owner = robot.lookup(".launch-form").query().getScene().getFocusOwner();
                    return owner == null || owner.getId() == null ? "" : owner.getId();
                });
    }

    private static <T> T robotGet(FxRobot robot, Supplier<T> question) {
        var answer = new AtomicReference<T>();
        robot.interact(() -> answer.set(question.get()));
        return answer.get();
    }
}
