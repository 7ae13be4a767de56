package dev.muster.gui.fx;

import javafx.animation.PauseTransition;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/**
 * Sentences that want to be read but not answered. They leave by themselves, but not while the
 * pointer rests on them. FX thread.
 */
public final class Notices extends VBox {
    private static final Duration STAYS = Duration.seconds(10);
    private static final int MOST = 3;

    public Notices() {
        getStyleClass().add("notices");
        setPickOnBounds(false);
        setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
    }

    /** Says what went wrong. */
    public void say(String sentence) {
        var words = new Label(sentence);
        words.setWrapText(true);
        HBox.setHgrow(words, Priority.ALWAYS);
        var close = new Button();
        close.setGraphic(new FontIcon(Feather.X));
        close.getStyleClass().add("icon-only");
        close.setTooltip(new Tooltip("Dismiss"));
        close.setAccessibleText("Dismiss");
        ByKey.instead(close, "Esc");
        var icon = new FontIcon(Feather.ALERT_CIRCLE);
        icon.getStyleClass().add("notice-icon");
        var notice = new HBox(icon, words, close);
        notice.getStyleClass().add("notice");
        notice.setAccessibleRole(AccessibleRole.TEXT);
        notice.setAccessibleText(sentence);
        var leaving = new PauseTransition(STAYS);
        leaving.setOnFinished(_ -> getChildren().remove(notice));
        close.setOnAction(_ -> getChildren().remove(notice));
        notice.hoverProperty()
                .subscribe(
                        over -> {
                            if (over) leaving.stop();
                            else leaving.playFromStart();
                        });
        getChildren().add(notice);
        while (getChildren().size() > MOST) getChildren().removeFirst();
    }

    /** Takes the newest one away; false when there is none. */
    public boolean dismissNewest() {
        if (getChildren().isEmpty()) return false;
        getChildren().removeLast();
        return true;
    }
}
