package dev.muster.gui.fleet;

import dev.muster.agent.fleet.Attachments;
import dev.muster.agent.session.ObservedJob;
import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.fx.TakesFocus;

import javafx.application.Platform;
import javafx.beans.property.StringProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

import java.io.IOException;
import java.util.List;

/** Asks what is to be attached: a machine by ssh, or a torchrun job to watch. FX thread. */
public final class AttachCard extends VBox implements TakesFocus {
    private final AttachViewModel model;
    private final ToggleButton byMachine = new ToggleButton("A machine, by ssh");
    private final TextField machine = new TextField();
    private final TextField store = new TextField();
    private final TextField job = new TextField();
    private final ListView<String> aliases;
    private final Button attach = new Button("Attach");

    public AttachCard(Attachments attachments, Runnable onClose) {
        this(new AttachViewModel(ways(attachments), onClose), onClose);
        Thread.ofPlatform()
                .name("ssh aliases")
                .daemon(true)
                .start(
                        () -> {
                            List<String> names = attachments.aliases();
                            Platform.runLater(() -> model.knows(names));
                        });
    }

    private static AttachViewModel.Ways ways(Attachments attachments) {
        return new AttachViewModel.Ways() {
            @Override
            public void machine(String name) throws IOException {
                attachments.attach(name);
            }

            @Override
            public void job(ObservedJob job) {
                attachments.attach(job);
            }
        };
    }

    AttachCard(AttachViewModel model, Runnable onClose) {
        this.model = model;
        getStyleClass().addAll("card-over", "attach");
        getStylesheets().add(Stylesheet.beside(AttachCard.class, "fleet.css"));
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Attach");
        aliases = aliases();
        var title = new Label("Attach");
        title.getStyleClass().add("over-title");
        var byStore = new ToggleButton("A torchrun job, to watch");
        var machinePane = machinePane();
        var storePane = storePane();
        storePane.visibleProperty().bind(byStore.selectedProperty());
        machinePane.visibleProperty().bind(byMachine.selectedProperty());
        getChildren()
                .addAll(
                        title,
                        choice(byStore),
                        new StackPane(machinePane, storePane),
                        problem(),
                        buttons(onClose));
    }

    private Node choice(ToggleButton byStore) {
        var group = new ToggleGroup();
        byMachine.setId("attach-by-machine");
        byStore.setId("attach-by-store");
        byMachine.getStyleClass().add("left-pill");
        byStore.getStyleClass().add("right-pill");
        byMachine.setToggleGroup(group);
        byStore.setToggleGroup(group);
        byMachine.setSelected(true);
        group.selectedToggleProperty()
                .addListener(
                        (_, before, now) -> {
                            if (now == null && before != null) before.setSelected(true);
                        });
        var both = new HBox(byMachine, byStore);
        both.getStyleClass().add("choice");
        return both;
    }

    private VBox machinePane() {
        bind(machine, model.machine(), "attach-machine", "gpu-box or user@host");
        machine.setAccessibleText("Machine: a name of your ssh configuration, or user@host");
        machine.setOnKeyPressed(
                key -> {
                    if (key.getCode() != KeyCode.DOWN || model.offered().isEmpty()) return;
                    key.consume();
                    aliases.requestFocus();
                    aliases.getSelectionModel().selectFirst();
                });
        return pane(
                words(
                        "Your own ssh is used, with its configuration, keys and agent. Muster must"
                                + " be on the other machine; closing this window stops nothing"
                                + " there."),
                machine,
                aliases);
    }

    private ListView<String> aliases() {
        var list = new ListView<>(model.offered());
        list.setId("attach-aliases");
        list.setAccessibleText("Machines of your ssh configuration");
        var nothing = words("No such name in your ssh configuration.");
        nothing.getStyleClass().add("small");
        list.setPlaceholder(nothing);
        list.setOnMouseClicked(
                click -> {
                    take();
                    if (click.getClickCount() == 2) model.attachMachine();
                });
        list.setOnKeyPressed(
                key -> {
                    if (key.getCode() != KeyCode.ENTER) return;
                    key.consume();
                    take();
                    model.attachMachine();
                });
        return list;
    }

    private void take() {
        String name = aliases.getSelectionModel().getSelectedItem();
        if (name != null) model.machine().set(name);
    }

    private VBox storePane() {
        bind(store, model.store(), "attach-store", "host:29400");
        store.setAccessibleText("Store of the rendezvous, as host:port");
        bind(job, model.job(), "attach-job", "job id");
        job.setAccessibleText("Id of the job, as given by --rdzv-id");
        return pane(
                words(
                        "Looks at a job of real torchrun agents through its c10d store: nodes,"
                                + " rounds and signs of life. It never writes there, so nothing can"
                                + " be stopped from here."),
                field("Rendezvous endpoint", store),
                field("Rendezvous id", job));
    }

    private static Node field(String name, TextField field) {
        var label = new Label(name);
        label.getStyleClass().add("field-label");
        label.setLabelFor(field);
        HBox.setHgrow(field, Priority.ALWAYS);
        var line = new HBox(label, field);
        line.getStyleClass().add("field-line");
        return line;
    }

    private static void bind(TextField field, StringProperty text, String id, String prompt) {
        field.setId(id);
        field.setPromptText(prompt);
        field.textProperty().bindBidirectional(text);
    }

    private static Label words(String text) {
        var words = new Label(text);
        words.getStyleClass().add("muted");
        words.setWrapText(true);
        words.setMinHeight(USE_PREF_SIZE);
        return words;
    }

    private static VBox pane(Node... content) {
        var pane = new VBox(content);
        pane.getStyleClass().add("pane");
        return pane;
    }

    private Node problem() {
        var words = new Label();
        words.setId("attach-problem");
        words.setWrapText(true);
        words.textProperty().bind(model.problem());
        var line = new HBox(new Glyph(Mark.FAILED), words);
        line.getStyleClass().add("problem");
        line.visibleProperty().bind(model.problem().isNotEmpty());
        line.managedProperty().bind(line.visibleProperty());
        return line;
    }

    private Node buttons(Runnable onClose) {
        var cancel = new Button("Cancel");
        cancel.setId("attach-cancel");
        cancel.setOnAction(_ -> onClose.run());
        attach.setId("attach-yes");
        attach.setDefaultButton(true);
        attach.getStyleClass().add("primary");
        attach.setOnAction(
                _ -> {
                    if (byMachine.isSelected()) model.attachMachine();
                    else model.attachJob();
                });
        var buttons = new HBox(cancel, attach);
        buttons.getStyleClass().add("question-buttons");
        return buttons;
    }

    @Override
    public void takeFocus() {
        (byMachine.isSelected() ? machine : store).requestFocus();
    }
}
