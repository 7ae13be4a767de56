package dev.muster.gui.logs;

import dev.muster.agent.session.AgentSession;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.fx.Theme;

import javafx.scene.Scene;
import javafx.stage.Stage;

import org.testfx.util.WaitForAsyncUtils;

import java.time.InstantSource;
import java.util.concurrent.Callable;

/** A log view in a window of its own, and the way to the thread it lives on. */
final class LogWindow {
    private static final long PATIENCE_MILLIS = 10_000;

    private LogWindow() {}

    static LogView open(AgentSession session, double width, double height) {
        return onFx(
                () -> {
                    Fonts.load();
                    var view = new LogView(session, InstantSource.system());
                    var scene = new Scene(view, width, height);
                    Theme.DARK.dress(scene);
                    var stage = new Stage();
                    stage.setScene(scene);
                    stage.setX(0);
                    stage.setY(0);
                    stage.show();
                    return view;
                });
    }

    static <T> T onFx(Callable<T> read) {
        return WaitForAsyncUtils.waitForAsyncFx(PATIENCE_MILLIS, read);
    }

    static void onFx(Runnable act) {
        WaitForAsyncUtils.waitForAsyncFx(PATIENCE_MILLIS, act);
    }
}
