package dev.muster.gui.logs;

import dev.muster.agent.session.AgentSession;
import dev.muster.gui.fx.ByKey;
import dev.muster.gui.fx.Clipboards;
import dev.muster.gui.fx.Stylesheet;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import javafx.stage.FileChooser;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The live log of one worker or of several: at its end or anywhere in it. It sleeps while nothing
 * changes. FX thread.
 */
public final class LogView extends BorderPane {
    private final LogViewModel model;
    private final LogCanvas canvas = new LogCanvas();
    private final LogScrollBars bars;
    private final LogTools tools;
    private final Label message = new Label();
    private final Button pill = new Button();

    /** Shows nothing until told whose log to show. */
    public LogView(AgentSession session, InstantSource clock) {
        model = new LogViewModel(session, clock, this::refresh, Clipboards::put);
        tools = new LogTools(model, canvas::requestFocus);
        bars = new LogScrollBars(model::stream);
        getStyleClass().add("log-view");
        getStylesheets().add(Stylesheet.beside(LogView.class, "logs.css"));
        setTop(tools);
        setCenter(pane());
        new LogKeys(model, this::askWhereToSave).listenTo(canvas);
        canvas.addEventHandler(KeyEvent.KEY_TYPED, this::typed);
        addEventFilter(KeyEvent.KEY_PRESSED, tools::pressedAnywhere);
        new LogMouse(canvas, model).listen();
        var menu = new LogMenu(model, this::askWhereToSave).menu();
        canvas.setOnContextMenuRequested(it -> menu.show(canvas, it.getScreenX(), it.getScreenY()));
        refresh();
    }

    /**
     * Shows what workers wrote, from the end. Doing so again leaves the view as it is, unless there
     * are more of them, or the log could not be read: then it is opened again.
     */
    public void show(LogScope scope) {
        model.show(scope);
    }

    /**
     * Closes what is open; to be called when the view is no longer needed, too. The sentence says
     * why there is no log and what to do about it.
     */
    public void showNothing(String why) {
        model.showNothing(why);
    }

    /** Off the screen it goes on counting lines, but draws and reads none. */
    public void setOnScreen(boolean now) {
        model.setOnScreen(now);
    }

    /** The rows on the screen as plain text, from the top. */
    public List<String> textOnScreen() {
        return canvas.textOnScreen();
    }

    private void refresh() {
        var stream = model.stream();
        canvas.show(stream);
        canvas.setAccessibleText(model.words().map(LogWords::title).orElse(model.message()));
        bars.refresh();
        tools.refresh();
        sayOrHide(message, model.message());
        sayOrHide(pill, stream.map(LogWords::pill).orElse(""));
    }

    private void askWhereToSave() {
        var chooser = new FileChooser();
        chooser.setTitle("Save what is shown");
        chooser.setInitialFileName("log.txt");
        Optional.ofNullable(chooser.showSaveDialog(getScene().getWindow()))
                .ifPresent(file -> save(file.toPath()));
    }

    /** Writes all rows that are shown to a file, beside all else; a notice says when it is done. */
    void save(Path file) {
        model.save(file);
    }

    private void typed(KeyEvent key) {
        if (!key.getCharacter().equals("/")) return;
        key.consume();
        tools.takeFocus();
    }

    private static void sayOrHide(Labeled label, String words) {
        label.setText(words);
        label.setAccessibleText(words);
        label.setVisible(!words.isEmpty());
        label.setManaged(!words.isEmpty());
    }

    private Node pane() {
        message.getStyleClass().add("log-message");
        message.setWrapText(true);
        pill.getStyleClass().addAll("pill", "log-pill");
        ByKey.instead(pill, "End");
        pill.setOnAction(_ -> model.stream().ifPresent(StreamViewModel::followEnd));
        StackPane.setAlignment(pill, Pos.BOTTOM_RIGHT);
        var rows = new StackPane(canvas, message, pill);
        rows.getStyleClass().add("log-rows");
        rows.setMinSize(0, 0);
        return bars.around(rows);
    }
}
