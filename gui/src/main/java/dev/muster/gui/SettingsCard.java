package dev.muster.gui;

import dev.muster.gui.fx.TakesFocus;
import dev.muster.gui.fx.ThemeChoice;
import dev.muster.gui.fx.Zoom;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What the user decides once: it holds from now on, without a button to confirm it. */
final class SettingsCard extends VBox implements TakesFocus {
    private static final double ROOM = 425;

    private final ComboBox<ThemeChoice> theme;
    private final VBox sections = new VBox();

    /**
     * @param reach absent in the demo, where no run is kept
     * @param chooseKeys leads to the settings of the keys
     */
    SettingsCard(
            Preferences preferences, Optional<Reach> reach, Runnable chooseKeys, Runnable onClose) {
        getStyleClass().addAll("card-over", "settings");
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Settings");
        var title = new Label("Settings");
        title.getStyleClass().add("over-title");
        theme = choice("Theme", ThemeChoice.all(), ThemeChoice::title, preferences.theme());
        theme.setId("setting-theme");
        var zoom = choice("Size", Zoom.STEPS, SettingsCard::words, preferences.zoom());
        zoom.setId("setting-zoom");
        var keys = new Button("Choose keys…");
        keys.setId("choose-keys");
        keys.setOnAction(_ -> chooseKeys.run());
        var grid = new GridPane();
        grid.getStyleClass().add("settings-grid");
        grid.addRow(0, new Label("Theme"), theme);
        grid.addRow(1, new Label("Size"), zoom);
        grid.addRow(2, new Label("Keys"), keys);
        sections.getStyleClass().add("settings-sections");
        sections.getChildren().addAll(section("Window"), grid, drawing(preferences));
        sections.getChildren().addAll(section("Notifications"), notifications(preferences));
        reach.ifPresent(far -> sections.getChildren().addAll(section("Runs"), runs(far)));
        var scroll = new ScrollPane(sections);
        scroll.setFitToWidth(true);
        scroll.setMinHeight(0);
        scroll.setPrefViewportHeight(ROOM); // wrapped words do not say how high they will be
        scroll.setFocusTraversable(false);
        var close = new Button("Close");
        close.setId("settings-close");
        close.setOnAction(_ -> onClose.run());
        var buttons = new HBox(close);
        buttons.getStyleClass().add("question-buttons");
        getChildren().addAll(title, scroll, buttons);
    }

    private static String words(Zoom zoom) {
        return zoom.percent() + " %";
    }

    private static <T> ComboBox<T> choice(
            String name, List<T> all, Function<T, String> words, ObjectProperty<T> chosen) {
        var box = new ComboBox<T>();
        box.getItems().setAll(all);
        if (!all.contains(chosen.get())) box.getItems().add(chosen.get());
        box.setAccessibleText(name);
        box.setMaxWidth(Double.MAX_VALUE);
        box.setConverter(
                new StringConverter<>() {
                    @Override
                    public String toString(T item) {
                        return item == null ? "" : words.apply(item);
                    }

                    @Override
                    public T fromString(String text) {
                        throw new UnsupportedOperationException("picked and not typed: " + text);
                    }
                });
        box.setValue(chosen.get());
        box.setOnAction(_ -> Optional.ofNullable(box.getValue()).ifPresent(chosen::set));
        return box;
    }

    private static Label section(String words) {
        var title = new Label(words);
        title.getStyleClass().add("section-title");
        return title;
    }

    private static Node drawing(Preferences preferences) {
        return explained(
                decided(
                        "setting-software",
                        "Draw without the graphics card",
                        preferences.software()),
                "From the next start on. The window does so by itself after a start in which it"
                        + " never showed anything.");
    }

    private static CheckBox decided(String id, String words, BooleanProperty what) {
        var box = new CheckBox(words);
        box.setId(id);
        box.setSelected(what.get());
        box.selectedProperty().subscribe((_, wanted) -> what.set(wanted));
        return box;
    }

    private static Node notifications(Preferences preferences) {
        return explained(
                decided(
                        "setting-notify",
                        "Tell the desktop what happens in runs",
                        preferences.notifies()),
                "When a run fails, restarts or ends, or a rank falls silent, and this window is not"
                        + " in front. Without a service for that on the desktop, the window says it"
                        + " when you come back.");
    }

    private static Node runs(Reach reach) {
        var keep = new CheckBox("Runs go on when the window closes");
        keep.setId("keep-runs");
        keep.setSelected(reach.keepsRuns());
        keep.selectedProperty().subscribe((_, wanted) -> reach.keepRuns(wanted));
        return explained(
                keep,
                "Runs you start from now on belong to a background agent. It is started when it is"
                        + " needed, and stays: closing this window, or its crash, does not touch"
                        + " them. Without it, closing the window stops what was started in it.");
    }

    private static Node explained(CheckBox box, String why) {
        var words = new Label(why);
        words.getStyleClass().addAll("muted", "hint");
        words.setWrapText(true);
        words.setMinHeight(USE_PREF_SIZE);
        box.setAccessibleHelp(why);
        var explained = new VBox(box, words);
        explained.getStyleClass().add("explained");
        return explained;
    }

    @Override
    public void takeFocus() {
        theme.requestFocus();
    }
}
