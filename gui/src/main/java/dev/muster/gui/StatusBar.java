package dev.muster.gui;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;

import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/** The line at the bottom. */
final class StatusBar extends HBox {
    StatusBar(StatusViewModel model) {
        getStyleClass().add("status-bar");
        var agent = new Label("", new Glyph(Mark.RUNNING));
        agent.setId("status-agent");
        agent.textProperty().bind(model.agent());
        agent.visibleProperty().bind(model.agent().isNotEmpty());
        agent.managedProperty().bind(agent.visibleProperty());
        agent.getStyleClass().add("agent");
        var store = new Label();
        store.setId("status-store");
        store.textProperty().bind(model.store());
        var spring = new Region();
        setHgrow(spring, Priority.ALWAYS);
        var workers = new Label();
        workers.textProperty().bind(model.workers());
        var remark = new Label();
        remark.setId("status-remark");
        remark.getStyleClass().add("remark");
        remark.setMinWidth(0);
        remark.textProperty().bind(model.remark());
        getChildren().addAll(agent, store, spring, remark, workers);
    }
}
