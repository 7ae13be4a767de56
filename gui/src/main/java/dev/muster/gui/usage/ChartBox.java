package dev.muster.gui.usage;

import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** A chart under its title and the figures of the moment that is pointed at. FX thread. */
final class ChartBox extends VBox {
    private final UsageViewModel model;
    private final Label readout = new Label();
    private final Tooltip whole = new Tooltip();
    private final ChartPane pane;
    private UsageChart chart;

    ChartBox(UsageViewModel model, UsageChart first) {
        this.model = model;
        chart = first;
        pane = new ChartPane(model, first);
        getStyleClass().add("usage-box");
        var title = new Label(first.measure().title());
        title.getStyleClass().add("semibold");
        title.setMinWidth(USE_PREF_SIZE);
        readout.getStyleClass().addAll("muted", "small");
        readout.setMinWidth(0);
        readout.setTooltip(whole);
        var line = new Region(); // the colour of the line whose figure comes first
        line.getStyleClass().add("usage-front");
        var head = new HBox(title, line, readout);
        head.getStyleClass().add("usage-head");
        VBox.setVgrow(pane, Priority.ALWAYS);
        getChildren().addAll(head, pane);
        show(first);
    }

    void show(UsageChart next) {
        chart = next;
        read();
    }

    /** Another moment is pointed at. */
    void read() {
        model.shown()
                .ifPresent(
                        point -> {
                            String at =
                                    model.pointed().get().isPresent()
                                            ? TimeAxis.exact(chart.times().get(point), model.zone())
                                                    + "  "
                                            : "";
                            readout.setText(at + chart.readout(point));
                            whole.setText(readout.getText());
                        });
        pane.show(chart);
    }
}
