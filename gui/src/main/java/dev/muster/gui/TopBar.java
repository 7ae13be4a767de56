package dev.muster.gui;

import dev.muster.gui.fx.Action;
import dev.muster.gui.fx.Theme;

import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

import java.util.Optional;

/** The name, the mark of a simulation, and what concerns the window as a whole. */
final class TopBar extends HBox {
    private final FontIcon themeIcon = new FontIcon(Feather.SUN);
    private final Button theme;

    /**
     * {@code reaches} when there is more to see than is shown; {@code leaveDemo} is there when what
     * is shown is the demo.
     */
    TopBar(
            WindowActions actions,
            boolean simulated,
            boolean reaches,
            Optional<Runnable> leaveDemo) {
        getStyleClass().add("top-bar");
        var spring = new Region();
        setHgrow(spring, Priority.ALWAYS);
        getChildren().add(logo());
        if (simulated) getChildren().add(simulatedMark());
        leaveDemo.ifPresent(_ -> getChildren().add(leaveButton(actions.named("leave-demo"))));
        getChildren().addAll(spring, palette(actions.named("palette")));
        getChildren().add(icon(actions.named("keys"), new FontIcon(Feather.HELP_CIRCLE)));
        theme = icon(actions.named("theme"), themeIcon);
        getChildren().add(theme);
        getChildren().add(icon(actions.named("settings"), new FontIcon(Feather.SETTINGS)));
        var launch = worded(actions.named("new-run"), "New run");
        launch.getStyleClass().add("primary");
        getChildren().add(launch);
        if (reaches) getChildren().add(worded(actions.named("attach"), "Attach…"));
    }

    /** The icon shows where the button leads. */
    void offer(Theme other) {
        themeIcon.setIconCode(other == Theme.LIGHT ? Feather.SUN : Feather.MOON);
        theme.setAccessibleText("Turn %s".formatted(other.word()));
    }

    private static Node logo() {
        var before = new Text("M");
        var accent = new Text("u");
        accent.getStyleClass().add("accent");
        var logo = new TextFlow(before, accent, new Text("ster"));
        logo.getStyleClass().add("logo");
        logo.setAccessibleRole(AccessibleRole.TEXT);
        logo.setAccessibleText("Muster");
        return logo;
    }

    private static Node simulatedMark() {
        var mark = new Label("SIMULATED");
        mark.setId("simulated");
        mark.getStyleClass().add("simulated");
        mark.setTooltip(
                new Tooltip("Nothing on this screen is real: no process runs, no file is written"));
        return mark;
    }

    private static Button leaveButton(Action leave) {
        var button = worded(leave, leave.words());
        button.getStyleClass().add("compact");
        return button;
    }

    private static Button palette(Action find) {
        var button = worded(find, "Find…");
        button.setGraphic(new FontIcon(Feather.SEARCH));
        return button;
    }

    private static Button icon(Action action, FontIcon icon) {
        var button = worded(action, "");
        button.setGraphic(icon);
        button.getStyleClass().add("icon-only");
        button.setAccessibleText(action.words());
        return button;
    }

    private static Button worded(Action action, String words) {
        var button = new Button(words);
        button.setId(action.id());
        button.setTooltip(new Tooltip(action.words()));
        button.setOnAction(_ -> action.act());
        return button;
    }
}
