package dev.muster.gui.store;

import dev.muster.agent.session.AgentSession;
import dev.muster.gui.fx.Clipboards;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunPage;

import javafx.application.Platform;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.RowConstraints;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

import java.time.ZoneId;

/** The store's keys beside its clients. FX thread. */
public final class StoreView extends BorderPane implements RunPage {
    private static final double SHARE_OF_KEYS = 60;
    private static final double ROW = 42;

    private final StoreViewModel model;
    private final ListView<KeyRow> keys;
    private final ListView<ClientRow> clients;
    private final TextField find = new TextField();

    public StoreView(AgentSession session) {
        model = new StoreViewModel(session, Platform::runLater, ZoneId.systemDefault());
        keys = new ListView<>(model.keys());
        clients = new ListView<>(model.clients());
        getStyleClass().add("store");
        getStylesheets().add(Stylesheet.beside(StoreView.class, "store.css"));
        keys.setId("store-keys");
        keys.setCellFactory(_ -> new KeyCell());
        keys.setFixedCellSize(ROW);
        keys.setAccessibleText("Keys of the store");
        clients.setId("store-clients");
        clients.setCellFactory(_ -> new ClientCell());
        clients.setFixedCellSize(ROW);
        clients.setAccessibleText("Clients of the store");
        setTop(tools());
        var message = new Label();
        message.getStyleClass().addAll("muted", "page-message");
        message.setWrapText(true);
        message.textProperty().bind(model.message());
        message.visibleProperty().bind(model.message().isNotEmpty());
        var panes = panes();
        panes.visibleProperty().bind(model.message().isEmpty());
        setCenter(new StackPane(panes, message));
        addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
        addEventHandler(KeyEvent.KEY_TYPED, this::typed);
    }

    private Region tools() {
        find.setId("store-find");
        find.setPromptText("Find in keys   /");
        find.setAccessibleText("Find in keys");
        find.setPrefColumnCount(18);
        find.textProperty().addListener((_, _, letters) -> model.find(letters));
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        var remark = new Label();
        remark.getStyleClass().addAll("muted", "small");
        remark.setMinWidth(0);
        remark.textProperty().bind(model.remark());
        var copy = new Button("Copy");
        copy.setId("store-copy");
        copy.getStyleClass().add("compact");
        copy.setMinWidth(USE_PREF_SIZE);
        copy.setTooltip(new Tooltip("Copy keys and clients as they are shown (Ctrl+C)"));
        copy.disableProperty().bind(model.message().isNotEmpty());
        copy.setOnAction(_ -> copy());
        var tools = new HBox(find, spring, remark, copy);
        tools.getStyleClass().add("page-tools");
        return tools;
    }

    private Region panes() {
        var grid = new GridPane();
        grid.getColumnConstraints().addAll(share(SHARE_OF_KEYS), share(100 - SHARE_OF_KEYS));
        var row = new RowConstraints();
        row.setVgrow(Priority.ALWAYS);
        grid.getRowConstraints().add(row);
        grid.addRow(0, pane(model.keysTitle(), keys), pane(model.clientsTitle(), clients));
        return grid;
    }

    private static ColumnConstraints share(double percent) {
        var column = new ColumnConstraints();
        column.setPercentWidth(percent);
        return column;
    }

    private static Region pane(ObservableValue<String> words, Region list) {
        var title = new Label();
        title.getStyleClass().add("store-title");
        title.textProperty().bind(words);
        VBox.setVgrow(list, Priority.ALWAYS);
        var pane = new VBox(title, list);
        pane.getStyleClass().add("store-pane");
        return pane;
    }

    private void copy() {
        Clipboards.put(model.text());
    }

    private void pressed(KeyEvent key) {
        if (key.isShortcutDown() && key.getCode() == KeyCode.F) {
            find.requestFocus();
        } else if (key.isShortcutDown() && key.getCode() == KeyCode.C && !find.isFocused()) {
            copy();
        } else if (key.getCode() == KeyCode.ESCAPE && find.isFocused()) {
            find.clear();
            keys.requestFocus();
        } else {
            return;
        }
        key.consume();
    }

    private void typed(KeyEvent key) {
        if (find.isFocused() || !key.getCharacter().equals("/")) return;
        key.consume();
        find.requestFocus();
    }

    @Override
    public Region node() {
        return this;
    }

    @Override
    public void show(RunFocus focus) {
        model.show(focus);
    }

    @Override
    public void hide() {
        // it is asked for in show alone
    }

    @Override
    public void takeFocus() {
        if (model.message().get().isEmpty()) keys.requestFocus();
        else find.requestFocus();
    }
}
