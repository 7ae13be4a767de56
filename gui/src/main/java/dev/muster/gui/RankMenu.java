package dev.muster.gui;

import dev.muster.agent.job.Rank;
import dev.muster.gui.ranks.RankGridViewModel;
import dev.muster.gui.run.RunDialogs;

import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.input.ContextMenuEvent;

import java.util.Optional;
import java.util.function.Consumer;

/** What can be done with the rank that is selected in the grid, by mouse or the menu key. */
final class RankMenu {
    private final RankGridViewModel ranks;
    private final RunDialogs dialogs;
    private final Consumer<Rank> onLog;
    private final ContextMenu menu = new ContextMenu();

    /** {@code onLog} shows what a rank writes. */
    RankMenu(RankGridViewModel ranks, RunDialogs dialogs, Consumer<Rank> onLog) {
        this.ranks = ranks;
        this.dialogs = dialogs;
        this.onLog = onLog;
    }

    /** Has the menu shown on that node. */
    void on(Node grid) {
        grid.addEventHandler(
                ContextMenuEvent.CONTEXT_MENU_REQUESTED,
                asked ->
                        ranks.selected()
                                .get()
                                .ifPresent(
                                        rank -> {
                                            asked.consume();
                                            menu.getItems().setAll(log(rank), signal(rank));
                                            menu.show(grid, asked.getScreenX(), asked.getScreenY());
                                        }));
    }

    private MenuItem log(Rank rank) {
        var item = new MenuItem("Show the log of rank " + rank);
        item.setId("rank-log");
        item.setOnAction(_ -> onLog.accept(rank));
        return item;
    }

    private MenuItem signal(Rank rank) {
        Optional<String> why = dialogs.whyNotSignalled();
        var item = new MenuItem("Send a signal to rank %s…".formatted(rank));
        item.setId("rank-signal");
        item.setDisable(why.isPresent());
        why.ifPresent(reason -> item.setText(item.getText() + "   " + reason));
        item.setOnAction(_ -> dialogs.askSignal(Optional.of(rank)));
        return item;
    }
}
