package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.demo.DemoSession;
import dev.muster.agent.session.EmbeddedSession;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.testing.ScreenReader;

import javafx.scene.input.KeyCode;
import javafx.stage.Stage;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * A run of real processes from the form to its end, as one who sits before the window sees it. Run
 * by {@link RealRunTest}, in a JVM that has a display of its own.
 */
@ExtendWith(ApplicationExtension.class)
class RealRunInWindow {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(90);

    private final Path script = Path.of(System.getProperty("muster.test.script"));
    private Stage stage;
    private CockpitStage cockpit;
    private ScreenReader window;

    @BeforeEach
    void open() {
        Awaitility.setDefaultTimeout(LONG_ENOUGH);
        stage = WaitForAsyncUtils.waitForAsyncFx(20_000, () -> new Stage());
        window = new ScreenReader(stage);
        cockpit = WaitForAsyncUtils.waitForAsyncFx(20_000, this::opened);
    }

    private CockpitStage opened() {
        Fonts.load();
        stage.setX(0);
        stage.setY(0);
        stage.setWidth(1280);
        stage.setHeight(800);
        InstantSource clock = InstantSource.system();
        var opened =
                new CockpitStage(
                        stage,
                        () -> Outlook.on(EmbeddedSession.open(), clock),
                        () -> Outlook.on(DemoSession.open(1, clock), clock),
                        clock,
                        new Preferences());
        opened.showAgent();
        stage.show();
        return opened;
    }

    @AfterEach
    void close() {
        Awaitility.reset();
        WaitForAsyncUtils.waitForAsyncFx(
                40_000,
                () -> {
                    cockpit.close();
                    stage.hide();
                    return cockpit;
                });
    }

    @Test
    void four_workers_are_started_from_the_form_crash_restart_are_read_and_stopped(FxRobot robot)
            throws IOException {
        launchFromTheForm(robot);
        await("everybody").until(() -> ranks("running") == 4);

        letHappen("fail");
        await("the crash in the grid").until(() -> ranks("rank 1, failed: exit 3") == 1);
        await("the others obeying").until(() -> ranks("stopping") == 3);

        letHappen("leave");
        await("the restart")
                .until(() -> window.text("#sentence").startsWith("Running again: rank 1 failed"));
        await("everybody again").until(() -> ranks("running") == 4);
        assertThat(window.text(".facts")).contains("attempt 2", "1 of 1 restarts used");

        robot.clickOn(window.tile("rank 2"));
        await("a line of rank 2").until(() -> window.log().contains("rank 2 of 4 in attempt 1"));

        robot.clickOn("#stop");
        await("the question").until(() -> window.sees("#question-yes"));
        robot.type(KeyCode.ENTER);
        await("the end").until(() -> window.text("#sentence").startsWith("Stopped by you"));
        assertThat(ranks("running")).isZero();
    }

    private void launchFromTheForm(FxRobot robot) {
        await("the first screen").until(() -> window.sees("#welcome-launch"));
        robot.clickOn("#welcome-launch");
        await("the form").until(() -> window.sees("#launch-script"));
        robot.clickOn("#launch-script").write(script.toString());
        robot.clickOn("#launch-python").write(System.getProperty("muster.test.python"));
        robot.clickOn("#launch-workers").write("4");
        robot.clickOn("#launch-max-restarts").write("1");
        robot.push(KeyCode.CONTROL, KeyCode.ENTER);
    }

    private long ranks(String words) {
        return window.ranks().stream().filter(tile -> tile.contains(words)).count();
    }

    /** What the workers wait for, beside their script. */
    private void letHappen(String name) throws IOException {
        Files.createFile(script.resolveSibling(name));
    }
}
