package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.demo.DemoSession;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The list of all runs as a person uses it by the keyboard: the past, other machines, settings. */
@Needs(TestGroup.SCREEN)
@ExtendWith(ApplicationExtension.class)
class FleetInWindowTest {
    @TempDir Path home;
    private final StagedSession session = new StagedSession();
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 2, 3).started();
    private Outlook outlook;
    private Stage stage;
    private CockpitStage cockpit;
    private ScreenReader window;

    @BeforeEach
    void open() throws IOException {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
        RunStory.accepted("0a1b", "eval.py", 4, 0, "gpu-a", RunStory.NOON.minusSeconds(9_000))
                .started()
                .after(Duration.ofMinutes(3))
                .succeeded()
                .record(StagedReach.musterHome(home));
        session.show(story.snapshot());
        outlook = StagedReach.over(session, home, story::now);
        stage = WaitForAsyncUtils.waitForAsyncFx(20_000, () -> new Stage());
        window = new ScreenReader(stage);
        cockpit = WaitForAsyncUtils.waitForAsyncFx(20_000, this::opened);
        await().until(() -> window.text(".run-name").equals("train.py"));
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
                        () -> outlook,
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
    void a_run_of_the_past_is_opened_by_an_arrow_key_and_shown_as_it_ended(FxRobot robot) {
        await().until(() -> window.rows().stream().anyMatch(row -> row.startsWith("eval.py")));

        robot.type(KeyCode.DOWN);

        await().until(() -> window.text(".run-name").equals("eval.py"));
        assertThat(window.text("#place")).startsWith("A recorded run");
        assertThat(window.selectedRun())
                .hasValueSatisfying(row -> assertThat(row).startsWith("eval.py"));
        robot.type(KeyCode.UP);
        await().until(() -> window.text(".run-name").equals("train.py"));
        assertThat(window.text("#place")).isEmpty();
    }

    @Test
    void the_filter_is_a_key_away_and_down_leads_back_to_the_runs(FxRobot robot) {
        robot.press(KeyCode.CONTROL, KeyCode.SHIFT)
                .type(KeyCode.F)
                .release(KeyCode.SHIFT, KeyCode.CONTROL);
        await().until(() -> window.focus().equals(Optional.of("fleet-filter")));
        robot.write("eval");

        await().until(() -> window.rows().stream().noneMatch(row -> row.startsWith("train.py")));
        robot.type(KeyCode.DOWN);
        await().until(() -> window.focus().equals(Optional.of("runs")));
    }

    @Test
    void attaching_offers_the_names_that_ssh_knows_and_says_what_is_wrong_with_others(
            FxRobot robot) {
        robot.press(KeyCode.CONTROL, KeyCode.SHIFT)
                .type(KeyCode.A)
                .release(KeyCode.SHIFT, KeyCode.CONTROL);
        await().until(() -> window.focus().equals(Optional.of("attach-machine")));

        robot.write("-oProxyCommand=x").type(KeyCode.ENTER);

        await().until(() -> window.text("#attach-problem").startsWith("Host: found"));
        robot.type(KeyCode.ESCAPE);
        await().until(() -> !window.sees("#attach-problem"));
    }

    @Test
    void an_agent_that_does_not_answer_to_a_code_is_named_in_one_sentence(FxRobot robot) {
        robot.press(KeyCode.CONTROL, KeyCode.SHIFT)
                .type(KeyCode.A)
                .release(KeyCode.SHIFT, KeyCode.CONTROL);
        await().until(() -> window.focus().equals(Optional.of("attach-machine")));
        robot.clickOn("#attach-by-code");
        await().until(() -> window.focus().equals(Optional.of("attach-address")));

        robot.write("127.0.0.1:1").type(KeyCode.TAB).write("c0de").type(KeyCode.ENTER);
        await().until(() -> window.text("#attach-problem").startsWith("Code: expected 32"));
        robot.clickOn("#attach-code").write("0".repeat(28)).type(KeyCode.ENTER);

        await().until(
                        () ->
                                window.text("#attach-problem")
                                        .startsWith("The agent at 127.0.0.1:1 is not reached"));
        assertThat(window.text("#attach-waiting")).isEmpty();
    }

    @Test
    void whether_runs_go_on_without_the_window_is_a_setting(FxRobot robot) {
        robot.press(KeyCode.CONTROL).type(KeyCode.COMMA).release(KeyCode.CONTROL);
        await().until(() -> window.sees("#keep-runs"));

        robot.clickOn("#keep-runs");

        await().until(() -> !outlook.reach().orElseThrow().keepsRuns());
    }
}
