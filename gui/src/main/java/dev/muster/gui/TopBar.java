package dev.muster.gui;

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
    /** What the bar's buttons do. */
    interface Actions {
        void newRun();

        void attach();

        void turnTheme();

        void showSettings();

        void showKeys();
    }

    private final FontIcon themeIcon = new FontIcon(Feather.SUN);
    private final Tooltip themeHint = new Tooltip();

    /**
     * {@code reaches} when there is more to see than is shown; {@code leaveDemo} is there when what
     * is shown is the demo.
     */
    TopBar(Actions actions, boolean simulated, boolean reaches, Optional<Runnable> leaveDemo) {
        getStyleClass().add("top-bar");
        var spring = new Region();
        setHgrow(spring, Priority.ALWAYS);
        getChildren().add(logo());
        if (simulated) getChildren().add(simulatedMark());
        leaveDemo.ifPresent(leave -> getChildren().add(leaveButton(leave)));
        var theme = iconButton("theme", themeIcon, themeHint, actions::turnTheme);
        var keys =
                iconButton(
                        "keys",
                        new FontIcon(Feather.HELP_CIRCLE),
                        new Tooltip("Keys (?)"),
                        actions::showKeys);
        keys.setAccessibleText("Keys");
        theme.setAccessibleText("Dark or light");
        var launch = new Button("New run");
        launch.setId("new-run");
        launch.getStyleClass().add("primary");
        launch.setTooltip(new Tooltip("Launch a new run (Ctrl+N)"));
        launch.setOnAction(_ -> actions.newRun());
        getChildren().addAll(spring, keys, theme);
        if (reaches) getChildren().add(settings(actions));
        getChildren().add(launch);
        if (reaches) getChildren().add(attach(actions));
    }

    /** The icon shows where the button leads. */
    void offer(dev.muster.gui.fx.Theme other) {
        themeIcon.setIconCode(other == dev.muster.gui.fx.Theme.LIGHT ? Feather.SUN : Feather.MOON);
        themeHint.setText("Turn %s (Ctrl+T)".formatted(other.word()));
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

    private static Node leaveButton(Runnable leave) {
        var button = new Button("Leave the demo");
        button.setId("leave-demo");
        button.getStyleClass().add("compact");
        button.setOnAction(_ -> leave.run());
        return button;
    }

    private static Button settings(Actions actions) {
        var settings =
                iconButton(
                        "settings",
                        new FontIcon(Feather.SETTINGS),
                        new Tooltip("Settings (Ctrl+,)"),
                        actions::showSettings);
        settings.setAccessibleText("Settings");
        return settings;
    }

    private static Button attach(Actions actions) {
        var attach = new Button("Attach…");
        attach.setId("attach");
        attach.setTooltip(
                new Tooltip("Another machine, or a torchrun job to watch (Ctrl+Shift+A)"));
        attach.setOnAction(_ -> actions.attach());
        return attach;
    }

    private static Button iconButton(String id, FontIcon icon, Tooltip hint, Runnable action) {
        var button = new Button();
        button.setId(id);
        button.setGraphic(icon);
        button.getStyleClass().add("icon-only");
        button.setTooltip(hint);
        button.setOnAction(_ -> action.run());
        return button;
    }
}
