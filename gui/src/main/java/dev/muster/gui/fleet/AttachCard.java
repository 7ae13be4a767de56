package dev.muster.gui.fleet;

import dev.muster.agent.fleet.Attachments;
import dev.muster.agent.fleet.PlaceId;
import dev.muster.gui.fleet.AttachViewModel.Offer;
import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.fx.TakesFocus;

import javafx.application.Platform;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.Toggle;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Asks what is to be attached: a machine that is known, an agent by its code, or a torchrun job to
 * watch. FX thread.
 */
public final class AttachCard extends VBox implements TakesFocus {
    /** What is asked on one page of the card. */
    private record Page(VBox fields, Runnable attach, Node first) {}

    private final AttachViewModel model;
    private final ToggleGroup group = new ToggleGroup();
    private final Map<Toggle, Page> pages;

    /** {@code onAttached} is told what was attached, and takes the card away. */
    public AttachCard(
            Attachments attachments,
            InstantSource clock,
            Consumer<PlaceId> onAttached,
            Runnable onClose) {
        var ways = new AttachWays(attachments);
        this(
                new AttachViewModel(
                        ways, onAttached, Platform::runLater, clock, ZoneId.systemDefault()),
                onClose);
        Thread.ofPlatform()
                .name("known machines")
                .daemon(true)
                .start(
                        () -> {
                            List<Offer> offers = ways.offers();
                            Platform.runLater(() -> model.knows(offers));
                        });
    }

    AttachCard(AttachViewModel model, Runnable onClose) {
        this.model = model;
        getStyleClass().addAll("card-over", "attach");
        getStylesheets().add(Stylesheet.beside(AttachCard.class, "fleet.css"));
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Attach");
        var title = new Label("Attach");
        title.getStyleClass().add("over-title");
        var byMachine = choice("attach-by-machine", "A machine", "left-pill");
        var byCode = choice("attach-by-code", "An agent, by code", "center-pill");
        var byStore = choice("attach-by-store", "A torchrun job", "right-pill");
        pages = Map.of(byMachine, machinePage(), byCode, codePage(), byStore, storePage());
        var choices = new HBox(byMachine, byCode, byStore);
        choices.getStyleClass().add("choice");
        var stack = new StackPane();
        pages.forEach(
                (choice, page) -> {
                    page.fields()
                            .visibleProperty()
                            .bind(group.selectedToggleProperty().isEqualTo(choice));
                    stack.getChildren().add(page.fields());
                });
        byMachine.setSelected(true);
        group.selectedToggleProperty()
                .addListener(
                        (_, before, now) -> {
                            if (now == null && before != null) before.setSelected(true);
                        });
        getChildren()
                .addAll(
                        title,
                        choices,
                        stack,
                        line("attach-waiting", Mark.STARTING, model.waiting()),
                        line("attach-problem", Mark.FAILED, model.problem()),
                        buttons(onClose));
    }

    /** Nobody looks at the card any more. */
    public void abandon() {
        model.abandon();
    }

    private ToggleButton choice(String id, String words, String shape) {
        var choice = new ToggleButton(words);
        choice.setId(id);
        choice.getStyleClass().add(shape);
        choice.setToggleGroup(group);
        choice.setOnAction(_ -> takeFocus());
        return choice;
    }

    private Page machinePage() {
        var machine = field(model.machine(), "attach-machine", "gpu-box or user@host");
        machine.setAccessibleText("Machine: one of those below, or user@host for ssh");
        var known = known();
        machine.setOnKeyPressed(
                key -> {
                    if (key.getCode() != KeyCode.DOWN || model.offered().isEmpty()) return;
                    key.consume();
                    known.requestFocus();
                    known.getSelectionModel().selectFirst();
                });
        var fields =
                pane(
                        words(
                                "Your own ssh is used, with its configuration, keys and agent;"
                                    + " Muster must be on the other machine. An agent you are"
                                    + " paired with is reached directly. Closing this window stops"
                                    + " nothing there."),
                        machine,
                        known);
        return new Page(fields, model::attachMachine, machine);
    }

    private ListView<Offer> known() {
        var list = new ListView<>(model.offered());
        list.setId("attach-known");
        list.setAccessibleText("Machines that are known");
        list.setCellFactory(_ -> new OfferCell(model::attach));
        var nothing = words("No such machine is paired, or in your ssh configuration.");
        nothing.getStyleClass().add("small");
        list.setPlaceholder(nothing);
        list.setOnKeyPressed(
                key -> {
                    Offer offer = list.getSelectionModel().getSelectedItem();
                    if (key.getCode() != KeyCode.ENTER || offer == null) return;
                    key.consume();
                    model.attach(offer);
                });
        return list;
    }

    private Page codePage() {
        var address = field(model.address(), "attach-address", "host:29500");
        address.setAccessibleText("Address where the agent listens, as host:port");
        var code = field(model.code(), "attach-code", "32 digits, as they were shown");
        code.setAccessibleText("One-time code that muster pair showed there");
        var fields =
                pane(
                        words(
                                "On the other machine, `muster agent --listen HOST:PORT` listens"
                                    + " and `muster pair --role viewer` (or operator, or admin)"
                                    + " shows a code that works once. The connection is encrypted,"
                                    + " and each side remembers the other's key."),
                        labelled("Address", address),
                        labelled("One-time code", code));
        return new Page(fields, model::attachAgent, address);
    }

    private Page storePage() {
        var store = field(model.store(), "attach-store", "host:29400");
        store.setAccessibleText("Store of the rendezvous, as host:port");
        var job = field(model.job(), "attach-job", "job id");
        job.setAccessibleText("Id of the job, as given by --rdzv-id");
        var fields =
                pane(
                        words(
                                "Looks at a job of real torchrun agents through its c10d store:"
                                    + " nodes, rounds and signs of life. It never writes there, so"
                                    + " nothing can be stopped from here."),
                        labelled("Rendezvous endpoint", store),
                        labelled("Rendezvous id", job));
        return new Page(fields, model::attachJob, store);
    }

    private static Node labelled(String name, TextField field) {
        var label = new Label(name);
        label.getStyleClass().add("field-label");
        label.setLabelFor(field);
        HBox.setHgrow(field, Priority.ALWAYS);
        var line = new HBox(label, field);
        line.getStyleClass().add("field-line");
        return line;
    }

    private static TextField field(StringProperty text, String id, String prompt) {
        var field = new TextField();
        field.setId(id);
        field.setPromptText(prompt);
        field.textProperty().bindBidirectional(text);
        return field;
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

    private static Node line(String id, Mark mark, ReadOnlyStringProperty sentence) {
        var words = new Label();
        words.setId(id);
        words.setWrapText(true);
        words.setMinHeight(Region.USE_PREF_SIZE);
        words.textProperty().bind(sentence);
        var line = new HBox(new Glyph(mark), words);
        line.getStyleClass().add(mark == Mark.FAILED ? "problem" : "waiting");
        line.visibleProperty().bind(sentence.isNotEmpty());
        line.managedProperty().bind(line.visibleProperty());
        return line;
    }

    private Node buttons(Runnable onClose) {
        var cancel = new Button("Cancel");
        cancel.setId("attach-cancel");
        cancel.setOnAction(
                _ -> {
                    abandon();
                    onClose.run();
                });
        var attach = new Button("Attach");
        attach.setId("attach-yes");
        attach.setDefaultButton(true);
        attach.getStyleClass().add("primary");
        attach.disableProperty().bind(model.waiting().isNotEmpty());
        attach.setOnAction(_ -> page().attach().run());
        var buttons = new HBox(cancel, attach);
        buttons.getStyleClass().add("question-buttons");
        return buttons;
    }

    private Page page() {
        return pages.getOrDefault(group.getSelectedToggle(), pages.values().iterator().next());
    }

    @Override
    public void takeFocus() {
        page().first().requestFocus();
    }
}
