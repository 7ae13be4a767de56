package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.demo.DemoSession;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.testing.RunStory;
import dev.muster.gui.testing.ScreenReader;
import dev.muster.gui.testing.StagedSession;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import javafx.scene.input.KeyCode;
import javafx.stage.Stage;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What can be done with a run beside its buttons, as a person does it by the keyboard. */
@Needs(TestGroup.SCREEN)
@ExtendWith(ApplicationExtension.class)
class RunDeedsInWindowTest {
    @TempDir Path home;
    private final StagedSession session = new StagedSession();
    private final RunStory story = RunStory.together("7f3a", "train.py", 2, 2, 4).started();
    private Stage stage;
    private CockpitStage cockpit;
    private ScreenReader window;

    @BeforeEach
    void open() throws IOException {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
        past("0a1b", 18).succeeded().record(StagedReach.musterHome(home));
        past("1b2c", 15).succeeded().record(StagedReach.musterHome(home));
        session.show(story.snapshot());
        stage = WaitForAsyncUtils.waitForAsyncFx(20_000, () -> new Stage());
        window = new ScreenReader(stage);
        cockpit = WaitForAsyncUtils.waitForAsyncFx(20_000, this::opened);
        await().until(() -> window.text(".run-name").equals("train.py"));
    }

    private static RunStory past(String id, int hoursAgo) {
        return RunStory.accepted(
                        id,
                        "eval.py",
                        4,
                        0,
                        "gpu-a",
                        RunStory.NOON.minus(Duration.ofHours(hoursAgo)))
                .started()
                .after(Duration.ofMinutes(3));
    }

    private CockpitStage opened() {
        Fonts.load();
        stage.setX(0);
        stage.setY(0);
        stage.setWidth(980);
        stage.setHeight(700);
        var opened =
                new CockpitStage(
                        stage,
                        () -> StagedReach.over(session, home, story::now),
                        () -> Outlook.on(DemoSession.open(3, story::now), story::now),
                        story::now,
                        new Preferences());
        opened.showAgent();
        stage.show();
        return opened;
    }

    @AfterEach
    void close() {
        Awaitility.reset();
        WaitForAsyncUtils.waitForAsyncFx(
                20_000,
                () -> {
                    cockpit.close();
                    stage.hide();
                    return cockpit;
                });
    }

    @Test
    void what_cannot_be_done_says_why_and_does_nothing(FxRobot robot) {
        robot.clickOn("#more");
        await().until(() -> window.focus().equals(Optional.of("save-and-stop")));

        robot.type(KeyCode.ENTER);

        assertThat(window.text("#save-and-stop")).isEqualTo("Save and stop…");
        assertThat(session.sent()).isEmpty();
    }

    @Test
    void a_job_is_scaled_and_a_refusal_stays_in_sight(FxRobot robot) {
        session.refuse("a foreign agent takes part");
        robot.clickOn("#more").type(KeyCode.DOWN).type(KeyCode.ENTER);
        await().until(() -> window.focus().equals(Optional.of("scale-min")));

        robot.write("3").type(KeyCode.ENTER);

        await().until(() -> window.text("#scale-problem").startsWith("Not done: a foreign"));
        assertThat(session.sent())
                .containsExactly(new AgentCommand.Scale(Aim.at(story.snapshot()), 3, 4));
    }

    @Test
    void a_signal_that_may_end_a_worker_is_sent_once_that_is_confirmed(FxRobot robot) {
        robot.clickOn("#more").type(KeyCode.DOWN).type(KeyCode.DOWN).type(KeyCode.ENTER);
        await().until(() -> window.focus().equals(Optional.of("signal-which")));

        robot.clickOn("#question-yes");
        assertThat(session.sent()).isEmpty();
        await().until(() -> window.text("#question-yes").equals("Send SIGUSR1"));
        robot.clickOn("#question-yes");

        await().until(() -> !session.sent().isEmpty());
        assertThat(session.sent())
                .containsExactly(
                        new AgentCommand.SignalWorker(
                                Aim.at(story.snapshot()), new LocalRank(0), new Signal(10)));
    }

    @Test
    void the_menu_of_a_rank_sends_it_a_signal(FxRobot robot) {
        robot.clickOn(window.tile("rank 1")).rightClickOn(window.tile("rank 1"));
        robot.clickOn("#rank-signal");
        await().until(() -> window.focus().equals(Optional.of("signal-which")));

        assertThat(robot.lookup("#signal-rank").queryComboBox().getValue().toString())
                .contains("rank=1");
    }

    @Test
    void a_run_of_the_past_is_compared_with_the_one_before_it(FxRobot robot) {
        await().until(() -> window.rows().stream().anyMatch(row -> row.startsWith("eval.py")));
        robot.type(KeyCode.DOWN);
        await().until(() -> window.text(".run-name").equals("eval.py"));

        robot.clickOn("#more").clickOn("#compare");

        await().until(() -> window.sees("#compare-rows .list-cell"));
        await().until(() -> window.text("#compare-remark").isEmpty());
        robot.type(KeyCode.ESCAPE);
        await().until(() -> !window.sees("#compare-rows"));
    }

    @Test
    void a_run_of_the_past_is_deleted_by_its_key_once_that_is_confirmed(FxRobot robot) {
        Path folder = StagedReach.musterHome(home).runs().resolve("1b2c");
        await().until(() -> window.rows().stream().anyMatch(row -> row.startsWith("eval.py")));
        robot.type(KeyCode.DOWN);
        await().until(() -> window.text(".run-name").equals("eval.py"));

        robot.type(KeyCode.DELETE);
        await().until(() -> window.focus().equals(Optional.of("question-yes")));
        assertThat(folder).exists();
        robot.type(KeyCode.ENTER);

        await().until(() -> Files.notExists(folder));
        await().until(() -> window.text(".run-name").equals("train.py"));
    }

    @Test
    void edit_and_run_again_opens_the_form_with_what_the_run_was_given(FxRobot robot) {
        robot.clickOn("#more").clickOn("#edit-and-run");

        await().until(() -> window.sees("#launch-run"));
        await().until(() -> window.focus().isPresent());
        assertThat(robot.lookup("#launch-script").queryTextInputControl().getText())
                .isEqualTo("/project/train.py");
    }
}
