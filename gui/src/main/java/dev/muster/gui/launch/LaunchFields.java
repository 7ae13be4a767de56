package dev.muster.gui.launch;

import static dev.muster.agent.launch.LaunchField.ARGUMENTS;
import static dev.muster.agent.launch.LaunchField.ENVIRONMENT;
import static dev.muster.agent.launch.LaunchField.GRACE;
import static dev.muster.agent.launch.LaunchField.LINE_PREFIX;
import static dev.muster.agent.launch.LaunchField.LOCAL_ADDRESS;
import static dev.muster.agent.launch.LaunchField.LOCAL_RANKS_FILTER;
import static dev.muster.agent.launch.LaunchField.LOG_DIR;
import static dev.muster.agent.launch.LaunchField.MASTER_PORT;
import static dev.muster.agent.launch.LaunchField.MAX_RESTARTS;
import static dev.muster.agent.launch.LaunchField.NODES;
import static dev.muster.agent.launch.LaunchField.NODE_RANK;
import static dev.muster.agent.launch.LaunchField.NUMA_BINDING;
import static dev.muster.agent.launch.LaunchField.PYTHON;
import static dev.muster.agent.launch.LaunchField.REDIRECTS;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_CONFIG;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_ENDPOINT;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_ID;
import static dev.muster.agent.launch.LaunchField.ROLE;
import static dev.muster.agent.launch.LaunchField.SAVE_SIGNAL;
import static dev.muster.agent.launch.LaunchField.SAVE_TIMEOUT;
import static dev.muster.agent.launch.LaunchField.SCRIPT;
import static dev.muster.agent.launch.LaunchField.SIGNALS;
import static dev.muster.agent.launch.LaunchField.STDERR_DUPLICATES;
import static dev.muster.agent.launch.LaunchField.STDOUT_DUPLICATES;
import static dev.muster.agent.launch.LaunchField.TEE;
import static dev.muster.agent.launch.LaunchField.VIRTUAL_LOCAL_RANK;
import static dev.muster.agent.launch.LaunchField.WORKERS;
import static dev.muster.agent.launch.LaunchField.WORKING_DIRECTORY;

import atlantafx.base.theme.Styles;

import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.launch.LaunchDraft.Kind;
import dev.muster.agent.launch.LaunchField;

import javafx.beans.property.SimpleStringProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The rows of the form, in a grid for each group. */
final class LaunchFields {
    private final LaunchFormViewModel model;
    private final Map<LaunchField, Control> controls = new EnumMap<>(LaunchField.class);
    private final Map<FieldGroup, GridPane> grids = new EnumMap<>(FieldGroup.class);
    private final FilePicker picker;

    LaunchFields(LaunchFormViewModel model, FilePicker picker) {
        this.model = model;
        this.picker = picker;
        script();
        python();
        row(WORKERS, steps(WORKERS, "workers", new Step(1, 1), "a number, cpu, gpu or auto"));
        row(
                MAX_RESTARTS,
                steps(
                        MAX_RESTARTS,
                        "restarts",
                        new Step(0, 0),
                        "how often the group may start anew after a failure"));
        row(ARGUMENTS, longText(ARGUMENTS, "--lr 0.1 --name 'my run'"));
        folder(WORKING_DIRECTORY, Path.of("").toAbsolutePath().toString());
        several();
        output();
        stopping();
        advanced();
    }

    /** The rows of a group. */
    GridPane of(FieldGroup group) {
        return grids.computeIfAbsent(group, _ -> grid());
    }

    void focus(LaunchField field) {
        Control control = controls.get(field);
        if (control != null) control.requestFocus();
    }

    private void script() {
        var kind = new ComboBox<Kind>();
        kind.getItems().setAll(Kind.values());
        kind.setConverter(new KindWords());
        kind.valueProperty().bindBidirectional(model.kind());
        kind.setAccessibleText("What is run");
        kind.setId("launch-kind");
        kind.getStyleClass().add("short");
        var text = new TextField();
        text.promptTextProperty()
                .bind(
                        model.kind()
                                .map(
                                        chosen ->
                                                switch (chosen) {
                                                    case SCRIPT -> "train.py, or drop a file here";
                                                    case MODULE -> "package.train";
                                                    case PROGRAM -> "./job.sh, or a name in PATH";
                                                    case FUNCTION -> "package.module:function";
                                                    case JAVA_FUNCTION -> "package.Class::method";
                                                }));
        text.getStyleClass().add("mono");
        bind(SCRIPT, text, text);
        var browse = browse("Browse for the script");
        browse.setOnAction(_ -> picker.file("Script", text.getText()).ifPresent(model::take));
        row(SCRIPT, line(kind, text, browse));
    }

    private void python() {
        var box = new PythonBox(model.pythons());
        box.setMaxWidth(Double.MAX_VALUE);
        box.getEditor().getStyleClass().add("mono");
        bind(PYTHON, box, box.getEditor());
        box.disableProperty().bind(model.kind().map(kind -> !kind.needsPython()));
        var browse = browse("Browse for the interpreter");
        browse.disableProperty().bind(box.disabledProperty());
        browse.setOnAction(
                _ ->
                        picker.file("Python interpreter", box.getEditor().getText())
                                .ifPresent(file -> model.text(PYTHON).set(file.toString())));
        var about = new Label();
        about.setId("launch-python-about");
        about.getStyleClass().addAll("hint", "under");
        about.textProperty().bind(model.pythons().chosenAbout());
        about.visibleProperty().bind(about.textProperty().isNotEmpty());
        about.managedProperty().bind(about.visibleProperty());
        row(PYTHON, new VBox(line(box, browse), about));
    }

    /** What the other nodes of a job are met by. */
    private void several() {
        row(NODES, shortText(NODES, "1", "N, or MIN:MAX where nodes may come and go"));
        var backend = new BackendBox(model.text(RENDEZVOUS));
        present(RENDEZVOUS, backend);
        row(RENDEZVOUS, line(backend));
        row(
                RENDEZVOUS_ENDPOINT,
                plainText(RENDEZVOUS_ENDPOINT, backend.chosen().map(BackendBox::endpointExample)));
        row(
                RENDEZVOUS_ID,
                shortText(
                        RENDEZVOUS_ID, "none", "the same on all nodes; also the workers' run id"));
        var rank = shortText(NODE_RANK, "0", "0 is the node that the endpoint names");
        rank.disableProperty().bind(backend.chosen().map(chosen -> !chosen.equals("static")));
        row(NODE_RANK, rank);
        row(
                LOCAL_ADDRESS,
                shortText(LOCAL_ADDRESS, "its name", "how the other nodes reach this one"));
        var loss = new NodeLossBox(model.text(RENDEZVOUS_CONFIG));
        loss.disableProperty().bind(backend.chosen().map(chosen -> chosen.equals("static")));
        GridPane together = of(FieldGroup.TOGETHER);
        together.addRow(together.getRowCount(), label("If one is lost", loss), line(loss));
        row(
                RENDEZVOUS_CONFIG,
                plainText(RENDEZVOUS_CONFIG, "last_call_timeout=30,join_timeout=600"));
    }

    private void output() {
        folder(LOG_DIR, "none; logs are kept with the run");
        row(REDIRECTS, shortText(REDIRECTS, "0", "1 stdout, 2 stderr, 3 both, or 0:3,1:1 by rank"));
        row(TEE, shortText(TEE, "0", "the same, for streams to show on a console too"));
        row(LINE_PREFIX, plainText(LINE_PREFIX, LinePrefix.DEFAULT.template()));
        row(LOCAL_RANKS_FILTER, shortText(LOCAL_RANKS_FILTER, "all", "on a console, as 0,2"));
        String texts = "loss,Error; tee'd lines with one of these go into a file of their own";
        row(STDOUT_DUPLICATES, plainText(STDOUT_DUPLICATES, texts));
        row(STDERR_DUPLICATES, plainText(STDERR_DUPLICATES, texts));
    }

    private void stopping() {
        row(GRACE, shortText(GRACE, "30", "seconds from asking to end to forcing it"));
        row(
                SAVE_SIGNAL,
                shortText(SAVE_SIGNAL, "none", "as SIGUSR1: sent first, so that workers save"));
        row(SAVE_TIMEOUT, shortText(SAVE_TIMEOUT, "60", "seconds that saving may take"));
        row(SIGNALS, plainText(SIGNALS, "SIGTERM,SIGINT,SIGHUP,SIGQUIT; to the agent"));
    }

    private void advanced() {
        row(ROLE, shortText(ROLE, "default", "the workers' ROLE_NAME"));
        row(MASTER_PORT, shortText(MASTER_PORT, "0", "0 is any free port of 127.0.0.1"));
        var oneGpu = new CheckBox("every worker sees one GPU only, as device 0");
        oneGpu.setSelected(isOn(model.text(VIRTUAL_LOCAL_RANK).get()));
        model.text(VIRTUAL_LOCAL_RANK).subscribe(text -> oneGpu.setSelected(isOn(text)));
        oneGpu.selectedProperty()
                .subscribe(on -> model.text(VIRTUAL_LOCAL_RANK).set(on ? LaunchField.ON : ""));
        present(VIRTUAL_LOCAL_RANK, oneGpu);
        row(VIRTUAL_LOCAL_RANK, line(oneGpu));
        var numa = new NumaBox(model.text(NUMA_BINDING));
        present(NUMA_BINDING, numa);
        row(NUMA_BINDING, line(numa));
        row(ENVIRONMENT, longText(ENVIRONMENT, "OMP_NUM_THREADS=2 NAME='a value'"));
    }

    private static boolean isOn(String text) {
        return !text.isBlank();
    }

    private Node plainText(LaunchField field, String example) {
        return plainText(field, new SimpleStringProperty(example));
    }

    private Node plainText(LaunchField field, ObservableValue<String> example) {
        var text = new TextField();
        text.promptTextProperty().bind(example);
        text.getStyleClass().add("mono");
        bind(field, text, text);
        return line(text);
    }

    private void folder(LaunchField field, String usual) {
        var text = new TextField();
        text.setPromptText(usual);
        text.getStyleClass().add("mono");
        bind(field, text, text);
        var browse = browse("Browse for the " + field.label().toLowerCase(Locale.ROOT));
        browse.setOnAction(
                _ ->
                        picker.folder(field.label(), text.getText())
                                .ifPresent(picked -> model.text(field).set(picked.toString())));
        row(field, line(text, browse));
    }

    private Node steps(LaunchField field, String things, Step step, String hint) {
        var steps = new StepField(things, step);
        bind(field, steps.text(), steps.text());
        return line(steps, hint(hint));
    }

    private Node shortText(LaunchField field, String usual, String hint) {
        var text = new TextField();
        text.setPromptText(usual);
        text.getStyleClass().add("short");
        bind(field, text, text);
        return line(text, hint(hint));
    }

    private Node longText(LaunchField field, String example) {
        var text = new LongText(1);
        text.setPromptText(example);
        bind(field, text, text);
        return line(text);
    }

    private void bind(LaunchField field, Control control, TextInputControl text) {
        text.textProperty().bindBidirectional(model.text(field));
        present(field, control);
    }

    private void present(LaunchField field, Control control) {
        control.setId("launch-" + id(field));
        control.setAccessibleText(field.label());
        model.problem(field)
                .subscribe(
                        sentence -> {
                            control.pseudoClassStateChanged(
                                    Styles.STATE_DANGER, !sentence.isEmpty());
                            control.setAccessibleHelp(sentence);
                        });
        controls.put(field, control);
    }

    private void row(LaunchField field, Node line) {
        var right =
                new VBox(
                        line,
                        new ProblemLine("problem-" + id(field), model.problem(field)),
                        new Notes("remark-" + id(field), model.remark(field)));
        right.getStyleClass().add("field");
        GridPane.setHgrow(right, Priority.ALWAYS);
        GridPane grid = of(FieldGroup.of(field));
        grid.addRow(grid.getRowCount(), label(field.label(), controls.get(field)), right);
    }

    private static Label label(String words, @Nullable Control control) {
        var label = new Label(words);
        label.getStyleClass().add("field-label");
        label.setLabelFor(control);
        GridPane.setValignment(label, VPos.TOP);
        return label;
    }

    private static HBox line(Node... parts) {
        var line = new HBox(parts);
        line.getStyleClass().add("field-line");
        for (Node part : parts) {
            boolean grows = part instanceof Control && !part.getStyleClass().contains("short");
            boolean fixed = part instanceof Button || part instanceof Label;
            HBox.setHgrow(part, grows && !fixed ? Priority.ALWAYS : Priority.NEVER);
        }
        return line;
    }

    private static Label hint(String text) {
        var hint = new Label(text);
        hint.getStyleClass().add("hint");
        return hint;
    }

    private static Button browse(String name) {
        var button = new Button("", new FontIcon(Feather.FOLDER));
        button.getStyleClass().add("square");
        button.setAccessibleText(name);
        return button;
    }

    private static GridPane grid() {
        var grid = new GridPane();
        grid.getStyleClass().add("fields");
        return grid;
    }

    private static String id(LaunchField field) {
        return field.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static final class KindWords extends StringConverter<Kind> {
        @Override
        public String toString(@Nullable Kind kind) {
            return switch (kind) {
                case SCRIPT -> "Python file";
                case MODULE -> "Python module";
                case PROGRAM -> "Program";
                case FUNCTION -> "Python function";
                case JAVA_FUNCTION -> "Java method";
                case null -> "";
            };
        }

        @Override
        public Kind fromString(String word) {
            throw new UnsupportedOperationException("the box is not editable");
        }
    }
}
