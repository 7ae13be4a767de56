package dev.muster.gui.logs;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.gui.fx.Stylesheet;

import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

import java.util.List;

/**
 * The live log of one worker: stdout and stderr apart, at the end of the file or anywhere in it. It
 * sleeps while nothing changes. FX thread.
 */
public final class LogView extends BorderPane {
    private final LogViewModel model;
    private final LogCanvas canvas = new LogCanvas();
    private final LogScrollBars bars;
    private final ToggleButton follow = new ToggleButton();

    /** Shows nothing until told whose log to show. */
    public LogView(AgentSession session) {
        model = new LogViewModel(session, this::refresh, LogView::toClipboard);
        bars = new LogScrollBars(model::stream);
        getStyleClass().add("log-view");
        getStylesheets().add(Stylesheet.beside(LogView.class, "logs.css"));
        setTop(tools());
        setCenter(pane());
        new LogKeys(model).listenTo(canvas);
        new LogMouse(canvas, model).listen();
        var menu = new LogMenu(model).menu();
        canvas.setOnContextMenuRequested(it -> menu.show(canvas, it.getScreenX(), it.getScreenY()));
        refresh();
    }

    /**
     * Shows what a worker of an attempt wrote, from the end. Doing so again leaves the view as it
     * is, unless the log could not be read: then it is opened again.
     */
    public void show(RunId run, int attempt, LocalRank localRank) {
        model.show(run, attempt, localRank);
    }

    /**
     * Closes what is open; to be called when the view is no longer needed, too. The sentence says
     * why there is no log and what to do about it.
     */
    public void showNothing(String why) {
        model.showNothing(why);
    }

    /** The rows on the screen as plain text, from the top. */
    public List<String> textOnScreen() {
        return canvas.textOnScreen();
    }

    private static void toClipboard(String text) {
        var content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }

    private void refresh() {
        canvas.show(model.stream());
        bars.refresh();
        boolean on = model.stream().map(it -> it.follow() == Follow.ON).orElse(true);
        follow.setSelected(on);
        follow.setDisable(model.stream().isEmpty());
    }

    private Node tools() {
        var group = new ToggleGroup();
        var streams = new HBox();
        streams.getStyleClass().add("log-streams");
        for (var stream : LogStream.values()) streams.getChildren().add(choice(stream, group));
        group.selectedToggleProperty()
                .addListener(
                        (_, before, now) -> {
                            if (now == null) group.selectToggle(before);
                        });
        var notice = new Label();
        notice.getStyleClass().add("log-notice");
        notice.textProperty().bind(model.noticeProperty());
        var gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        follow.getStyleClass().add("log-follow");
        follow.textProperty().bind(model.followWordsProperty());
        follow.accessibleTextProperty().bind(model.followWordsProperty());
        follow.setTooltip(new Tooltip("Stay at the end of the log (F)"));
        follow.setOnAction(_ -> model.stream().ifPresent(StreamViewModel::toggleFollow));
        var tools = new HBox(streams, gap, notice, follow);
        tools.getStyleClass().add("log-tools");
        return tools;
    }

    private ToggleButton choice(LogStream stream, ToggleGroup group) {
        var choice = new ToggleButton();
        choice.setId("log-" + stream.word());
        choice.textProperty().bind(model.labelProperty(stream));
        choice.accessibleTextProperty().bind(model.labelProperty(stream));
        choice.setToggleGroup(group);
        choice.setSelected(stream == model.selectedProperty().get());
        choice.setOnAction(_ -> model.select(stream));
        model.selectedProperty().addListener((_, _, now) -> choice.setSelected(now == stream));
        return choice;
    }

    private Node pane() {
        var message = new Label();
        message.getStyleClass().add("log-message");
        message.setWrapText(true);
        message.textProperty().bind(model.messageProperty());
        showWhileNotEmpty(message, model.messageProperty());
        var pill = new Button();
        pill.getStyleClass().add("log-pill");
        pill.textProperty().bind(model.pillProperty());
        pill.setFocusTraversable(false);
        pill.setOnAction(_ -> model.stream().ifPresent(StreamViewModel::followEnd));
        showWhileNotEmpty(pill, model.pillProperty());
        StackPane.setAlignment(pill, Pos.BOTTOM_RIGHT);
        canvas.accessibleTextProperty().bind(model.titleProperty());
        var rows = new StackPane(canvas, message, pill);
        rows.getStyleClass().add("log-rows");
        rows.setMinSize(0, 0);
        return bars.around(rows);
    }

    private static void showWhileNotEmpty(Node node, ObservableValue<String> words) {
        node.visibleProperty()
                .bind(Bindings.createBooleanBinding(() -> !words.getValue().isEmpty(), words));
        node.managedProperty().bind(node.visibleProperty());
    }
}
