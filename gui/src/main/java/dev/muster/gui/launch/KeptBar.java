package dev.muster.gui.launch;

import dev.muster.gui.launch.KeptLaunches.Naming;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

import java.util.Optional;

/** The form's title, the menu of what is kept, and what came of it. */
final class KeptBar extends VBox {
    private final KeptLaunches kept;
    private final MenuButton menu = new MenuButton("Presets");
    private final TextField name = new TextField();

    KeptBar(String words, KeptLaunches kept) {
        this.kept = kept;
        getStyleClass().add("kept");
        var title = new Label(words);
        title.getStyleClass().addAll("semibold", "form-title");
        var gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        menu.setId("launch-presets");
        menu.setAccessibleText("Presets and the project file");
        kept.names().subscribe(this::fillMenu);
        kept.chosen().subscribe(_ -> fillMenu());
        fillMenu();
        var top = new HBox(title, gap, menu);
        top.getStyleClass().add("field-line");
        getChildren().addAll(top, namingLine(), offerLine());
    }

    private void fillMenu() {
        menu.getItems().clear();
        for (String each : kept.names()) {
            menu.getItems().add(item(each, () -> kept.choose(each)));
        }
        if (!kept.names().isEmpty()) menu.getItems().add(new SeparatorMenuItem());
        menu.getItems().add(item("Keep as a preset …", () -> ask(Naming.A_NEW_PRESET)));
        String chosen = kept.chosen().get();
        if (!chosen.isEmpty()) {
            var rename = item("Rename “%s” …".formatted(chosen), () -> ask(Naming.THE_CHOSEN_ONE));
            menu.getItems().addAll(rename, item("Delete “%s”".formatted(chosen), kept::delete));
        }
        menu.getItems()
                .addAll(
                        new SeparatorMenuItem(),
                        item("Write muster.json beside the script", kept::writeProject));
    }

    private static MenuItem item(String words, Runnable act) {
        var item = new MenuItem(words);
        item.setMnemonicParsing(false); // an underscore in a name is one
        item.setOnAction(_ -> act.run());
        return item;
    }

    private void ask(Naming what) {
        kept.ask(what);
        name.setText(kept.chosen().get());
        name.requestFocus();
        name.selectAll();
    }

    private VBox namingLine() {
        name.setId("launch-preset-name");
        name.setPromptText("a name for the preset");
        name.setAccessibleText("Name of the preset");
        name.addEventFilter(KeyEvent.KEY_PRESSED, this::nameKey);
        HBox.setHgrow(name, Priority.ALWAYS);
        var keep = new Button("Keep");
        keep.setId("launch-preset-keep");
        keep.setOnAction(_ -> kept.name(name.getText()));
        var leave = new Button("Leave it");
        leave.setOnAction(_ -> kept.ask(Naming.NOTHING));
        var line = new HBox(name, keep, leave);
        line.getStyleClass().add("field-line");
        var naming = new VBox(line, new ProblemLine("problem-preset-name", kept.nameProblem()));
        naming.getStyleClass().add("field");
        naming.visibleProperty().bind(kept.naming().map(what -> what != Naming.NOTHING));
        naming.managedProperty().bind(naming.visibleProperty());
        return naming;
    }

    /** Enter and Esc are about the name, not about the whole form. */
    private void nameKey(KeyEvent key) {
        if (key.getCode() == KeyCode.ENTER && !key.isShortcutDown()) {
            key.consume();
            kept.name(name.getText());
        } else if (key.getCode() == KeyCode.ESCAPE) {
            key.consume();
            kept.ask(Naming.NOTHING);
            menu.requestFocus();
        }
    }

    private HBox offerLine() {
        var sentence = new Label();
        sentence.setId("launch-offer");
        sentence.setWrapText(true);
        sentence.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(sentence, Priority.ALWAYS);
        var act = new Button();
        act.setId("launch-offer-act");
        act.setMinWidth(Region.USE_PREF_SIZE);
        act.setOnAction(_ -> kept.offer().get().ifPresent(offer -> offer.act().run()));
        var dismiss = new Button("Dismiss");
        dismiss.setId("launch-offer-dismiss");
        dismiss.setMinWidth(Region.USE_PREF_SIZE);
        dismiss.setOnAction(_ -> kept.withdraw());
        var line = new HBox(sentence, act, dismiss);
        line.getStyleClass().addAll("field-line", "offer");
        kept.offer().subscribe(offer -> show(offer, line, sentence, act));
        return line;
    }

    private static void show(Optional<Offer> offer, HBox line, Label sentence, Button act) {
        line.setVisible(offer.isPresent());
        line.setManaged(offer.isPresent());
        sentence.setText(offer.map(Offer::sentence).orElse(""));
        String verb = offer.map(Offer::verb).orElse("");
        act.setText(verb);
        act.setVisible(!verb.isEmpty());
        act.setManaged(!verb.isEmpty());
    }
}
