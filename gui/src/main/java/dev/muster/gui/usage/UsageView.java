package dev.muster.gui.usage;

import dev.muster.gui.fx.ModalLayer;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunPage;
import dev.muster.gui.state.UsageHistory;

import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The charts of what workers use. FX thread. */
public final class UsageView extends BorderPane implements RunPage {
    private final UsageViewModel model;
    private final ChartGrid grid = new ChartGrid();
    private final List<ChartBox> boxes = new ArrayList<>();
    private final ToggleButton each =
            chip("each rank", "A line for each rank; the selected one on top");
    private final ToggleButton all = chip("sum", "One line: what all ranks use together");

    /** {@code simulated} where the figures are made up. */
    public UsageView(UsageHistory history, boolean simulated) {
        model = new UsageViewModel(history, simulated, ZoneId.systemDefault());
        getStyleClass().add("usage");
        getStylesheets().add(Stylesheet.beside(UsageView.class, "usage.css"));
        setTop(tools());
        var message = new Label();
        message.getStyleClass().addAll("muted", "page-message");
        message.setWrapText(true);
        message.textProperty().bind(model.message());
        message.visibleProperty().bind(model.message().isNotEmpty());
        setCenter(new StackPane(grid, message));
        model.charts().subscribe(this::show);
        model.pointed().subscribe(_ -> boxes.forEach(ChartBox::read));
        model.summed().subscribe(_ -> mark());
    }

    private Region tools() {
        each.setId("usage-each");
        each.setOnAction(_ -> turn(false));
        all.setId("usage-sum");
        all.setOnAction(_ -> turn(true));
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        var remark = new Label();
        remark.getStyleClass().addAll("muted", "small");
        remark.setMinWidth(0);
        remark.textProperty().bind(model.remark());
        var tools = new HBox(each, all, spring, remark);
        tools.getStyleClass().add("page-tools");
        return tools;
    }

    private static ToggleButton chip(String word, String hint) {
        var chip = new ToggleButton(word);
        chip.getStyleClass().add("chip");
        chip.setMinWidth(USE_PREF_SIZE);
        chip.setTooltip(new Tooltip(hint));
        return chip;
    }

    private void turn(boolean summed) {
        model.sum(summed);
        mark();
    }

    private void mark() {
        each.setSelected(!model.summed().get());
        all.setSelected(model.summed().get());
    }

    /** Charts of the same measures stay where they are, and keep the keyboard. */
    private void show(List<UsageChart> charts) {
        boolean same = charts.size() == boxes.size();
        if (same) {
            IntStream.range(0, charts.size()).forEach(k -> boxes.get(k).show(charts.get(k)));
            return;
        }
        boxes.clear();
        charts.forEach(chart -> boxes.add(new ChartBox(model, chart)));
        grid.getChildren().setAll(boxes);
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
        model.pointAway();
    }

    @Override
    public void takeFocus() {
        ModalLayer.firstFocusable(grid).ifPresentOrElse(Node::requestFocus, each::requestFocus);
    }
}
