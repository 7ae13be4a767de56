package dev.muster.gui.launch;

import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;
import dev.muster.agent.launch.LaunchChecks;
import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchPresets;
import dev.muster.agent.launch.LaunchProblem;
import dev.muster.agent.launch.MachineRemarks;
import dev.muster.agent.launch.PythonEnvironments;
import dev.muster.agent.session.AgentSession;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.fx.TakesFocus;

import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.DragEvent;
import javafx.scene.input.Dragboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Starts a run: fields, or a pasted line that fills them. FX thread. */
public final class LaunchForm extends VBox implements TakesFocus {
    private static final PseudoClass DRAGGED_OVER = PseudoClass.getPseudoClass("dragged-over");
    private static final KeyCombination RUN_KEY =
            new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);

    /** What stays free between the form and the edges of the window it lies over. */
    private static final double AROUND = 24;

    private final LaunchFormViewModel model;
    private final LaunchFields fields;
    private final ScrollPane scroll;
    private Optional<Node> cameFrom = Optional.empty();

    /**
     * @param presets where launches are kept under names
     * @param onLaunched gets the run once the agent has taken it
     * @param onCancel is called when the person wants no run after all
     */
    public LaunchForm(
            AgentSession session,
            LaunchPresets presets,
            Consumer<RunId> onLaunched,
            Runnable onCancel) {
        this(model(session, onLaunched), presets, onCancel);
    }

    private LaunchForm(LaunchFormViewModel model, LaunchPresets presets, Runnable onCancel) {
        this(model, new KeptLaunches(model, presets, FormThreads.real()), onCancel);
    }

    private static LaunchFormViewModel model(AgentSession session, Consumer<RunId> onLaunched) {
        var threads = FormThreads.real();
        return new LaunchFormViewModel(
                session,
                LaunchChecks.onThisMachine()::check,
                MachineRemarks.onThisMachine(MusterHome.of(System.getenv()).runs())::on,
                new PythonChoices(PythonEnvironments.onThisMachine(), threads.fx()),
                threads,
                onLaunched);
    }

    LaunchForm(LaunchFormViewModel model, KeptLaunches kept, Runnable onCancel) {
        this.model = model;
        fields = new LaunchFields(model, new FilePicker(this));
        getStyleClass().addAll("card-over", "launch-form");
        getStylesheets().add(Stylesheet.beside(LaunchForm.class, "launch.css"));
        StackPane.setMargin(this, new Insets(AROUND));
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("New run");
        scroll = scrolled(content());
        getChildren().addAll(new KeptBar("New run", kept), scroll, foot(onCancel));
        model.setOnRefused(fields::focus);
        addEventFilter(KeyEvent.KEY_PRESSED, this::runKey);
        setOnDragOver(this::dragOver);
        setOnDragExited(_ -> pseudoClassStateChanged(DRAGGED_OVER, false));
        setOnDragDropped(this::dropped);
        model.launching()
                .subscribe(
                        now -> {
                            if (!now) cameFrom.ifPresent(Node::requestFocus);
                        });
        sceneProperty()
                .flatMap(scene -> scene.focusOwnerProperty())
                .subscribe(
                        owner -> {
                            if (owner != null) ScrollTo.reveal(scroll, owner);
                        });
    }

    /** Puts a draft into the fields, in the place of everything that was there. */
    public void fill(LaunchDraft draft) {
        model.fill(draft);
    }

    /** Likewise, and shows what is known to be wrong with it. */
    public void fill(LaunchDraft draft, List<LaunchProblem> problems) {
        model.fill(draft, problems);
    }

    /** Puts the keyboard where most people begin. */
    @Override
    public void takeFocus() {
        fields.focus(LaunchField.SCRIPT);
    }

    private Region content() {
        var content = new VBox(paste(), fields.of(FieldGroup.BASIC));
        for (FieldGroup group : FieldGroup.folded()) {
            Node rows = fields.of(group);
            var fold = new Fold(group, model.shown(group), model.setIn(group), rows);
            content.getChildren().addAll(fold, rows);
        }
        content.getStyleClass().add("content-box");
        content.disableProperty().bind(model.launching());
        return content;
    }

    /** As high as its content where there is room, and scrolled where there is not. */
    private static ScrollPane scrolled(Region content) {
        var scroll = new ScrollPane(content);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setFocusTraversable(false);
        scroll.prefViewportHeightProperty().bind(content.heightProperty());
        VBox.setVgrow(scroll, Priority.ALWAYS);
        return scroll;
    }

    private Node paste() {
        var text = new LongText(1);
        text.setId("launch-paste");
        text.setPromptText(
                "Paste a line of torchrun, accelerate or deepspeed, or an sbatch script");
        text.setAccessibleText("A line or script that fills the form");
        text.textProperty().bindBidirectional(model.pasted());
        var paste = new VBox(text, new Notes("launch-notes", model.notes()));
        paste.getStyleClass().add("paste");
        return paste;
    }

    private Node foot(Runnable onCancel) {
        var busy = new ProgressIndicator();
        busy.getStyleClass().add("busy");
        busy.visibleProperty().bind(model.launching());
        var keys =
                new HBox(
                        key("Ctrl"),
                        key("Enter"),
                        words("runs it,"),
                        key("Esc"),
                        words("goes back"));
        keys.getStyleClass().add("keys");
        var gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        var cancel = new Button("Cancel");
        cancel.setId("launch-cancel");
        cancel.setCancelButton(true);
        cancel.setOnAction(_ -> onCancel.run());
        var run = new Button();
        run.setId("launch-run");
        run.getStyleClass().add("primary");
        run.setDefaultButton(true);
        run.textProperty().bind(model.launching().map(now -> now ? "Starting …" : "Run"));
        run.disableProperty().bind(model.launching());
        run.setOnAction(_ -> run());
        var buttons = new HBox(keys, gap, busy, cancel, run);
        buttons.getStyleClass().add("buttons");
        var failure = new ProblemLine("launch-failure", model.failure());
        failure.getStyleClass().add("failure");
        var foot =
                new VBox(
                        new CommandLineBox(model.tool(), model.commandLine(), model.leftOut()),
                        new Notes("launch-remarks", model.remarks()),
                        failure,
                        buttons);
        foot.getStyleClass().add("foot");
        foot.setMinHeight(Region.USE_PREF_SIZE);
        return foot;
    }

    private static Label key(String name) {
        var key = new Label(name);
        key.getStyleClass().add("kbd");
        return key;
    }

    private static Label words(String text) {
        var words = new Label(text);
        words.getStyleClass().add("hint");
        return words;
    }

    private void runKey(KeyEvent key) {
        if (!RUN_KEY.match(key)) return;
        key.consume();
        run();
    }

    /** While the agent takes the run, nothing here can have the keyboard; then it comes back. */
    private void run() {
        cameFrom = Optional.ofNullable(getScene().getFocusOwner());
        model.run();
    }

    private void dragOver(DragEvent drag) {
        if (!isOneFile(drag.getDragboard())) return;
        drag.acceptTransferModes(TransferMode.COPY);
        pseudoClassStateChanged(DRAGGED_OVER, true);
        drag.consume();
    }

    private void dropped(DragEvent drag) {
        boolean taken = isOneFile(drag.getDragboard());
        if (taken) model.take(drag.getDragboard().getFiles().getFirst().toPath());
        drag.setDropCompleted(taken);
        drag.consume();
    }

    private static boolean isOneFile(Dragboard dragged) {
        return dragged.hasFiles() && dragged.getFiles().size() == 1;
    }
}
