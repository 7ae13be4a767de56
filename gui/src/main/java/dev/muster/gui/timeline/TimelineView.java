package dev.muster.gui.timeline;

import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.ReplayPosition;
import dev.muster.agent.session.ReplaySession;
import dev.muster.gui.fx.ByKey;
import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.state.EventFeed;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunPage;
import dev.muster.gui.state.RunPlaces;

import javafx.geometry.Orientation;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** The run over time, with a legend and what zooms beside it. FX thread. */
public final class TimelineView extends BorderPane implements RunPage {
    /** What a bar can look like, as far as it is not said by its own word. */
    private record Key(Mark mark, String word) {}

    private static final List<Key> LEGEND =
            List.of(
                    new Key(Mark.RUNNING, "running"),
                    new Key(Mark.SILENT, "silent"),
                    new Key(Mark.DONE, "done"),
                    new Key(Mark.FAILED, "failed"),
                    new Key(Mark.COLLATERAL, "with the group"),
                    new Key(Mark.STOPPED, "stopped"));

    private final TimelineViewModel model;
    private final EventFeed feed;
    private final TimelineCanvas canvas;
    private final AgentSession session;
    private final ReplayBar replay;
    private final ScrollBar bar = new ScrollBar();
    private final Label message = new Label();
    private final Button fit = button("timeline-fit", "Fit", "All of the run (0)");

    public TimelineView(AgentSession session, RunPlaces places) {
        var zone = ZoneId.systemDefault();
        model = new TimelineViewModel(zone, places, this::refresh);
        feed = new EventFeed(session, model);
        this.session = session;
        canvas = new TimelineCanvas(model, zone);
        replay = new ReplayBar(model.replay());
        getStyleClass().add("timeline");
        getStylesheets().add(Stylesheet.beside(TimelineView.class, "timeline.css"));
        message.getStyleClass().add("muted");
        bar.setOrientation(Orientation.VERTICAL);
        ByKey.instead(bar, "Up and Down in the timeline");
        bar.valueProperty()
                .subscribe(
                        value -> {
                            if (canvas.lanes().scroll() != value.doubleValue()) {
                                canvas.scrollTo(value.doubleValue());
                            }
                        });
        canvas.needsLayoutProperty().subscribe(this::fitBar);
        canvas.heightProperty().subscribe(this::fitBar);
        setTop(new VBox(tools(), replay));
        var drawing = new StackPane(canvas, message);
        drawing.setMinSize(0, 0);
        setCenter(drawing);
        setRight(bar);
        refresh();
    }

    private Region tools() {
        var nearer = button("timeline-in", "+", "Nearer (+, or the wheel over the axis)");
        nearer.setAccessibleText("Zoom in");
        nearer.setOnAction(_ -> canvas.zoom(2));
        var farther = button("timeline-out", "−", "Farther (−, or the wheel over the axis)");
        farther.setAccessibleText("Zoom out");
        farther.setOnAction(_ -> canvas.zoom(-2));
        fit.setOnAction(_ -> model.fit());
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        var hint = new Label("Click a bar for its log · drag to move · wheel to zoom");
        hint.getStyleClass().addAll("muted", "small");
        hint.setMinWidth(0);
        var tools = new HBox(fit, nearer, farther);
        for (Key key : LEGEND) {
            var word = new Label(key.word(), new Glyph(key.mark()));
            word.getStyleClass().addAll("legend", "small");
            word.setMinWidth(Region.USE_PREF_SIZE);
            tools.getChildren().add(word);
        }
        tools.getChildren().addAll(spring, hint);
        tools.getStyleClass().add("page-tools");
        return tools;
    }

    private static Button button(String id, String word, String hint) {
        var button = new Button(word);
        button.setId(id);
        button.getStyleClass().add("compact");
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setTooltip(new Tooltip(hint));
        return button;
    }

    private void refresh() {
        message.setText(model.message());
        message.setVisible(!model.message().isEmpty());
        fit.setDisable(model.isFitted());
        canvas.setAccessibleText(model.spoken());
        fitBar();
        canvas.refresh();
    }

    private void fitBar() {
        LaneGeometry lanes = canvas.lanes();
        double most = lanes.mostScroll();
        bar.setVisible(most > 0);
        bar.setManaged(most > 0);
        bar.setMax(most);
        bar.setVisibleAmount(most * lanes.share());
        bar.setUnitIncrement(lanes.lane());
        bar.setBlockIncrement(lanes.lane() * lanes.page());
        bar.setValue(lanes.scroll());
    }

    @Override
    public Region node() {
        return this;
    }

    @Override
    public void show(RunFocus focus) {
        RunId run = focus.run().run();
        model.replay().follow(session.recording(run).map(TimelineView::playback));
        feed.follow(run);
        model.show(focus);
        replay.refresh();
    }

    static Playback playback(ReplaySession recording) {
        return new Playback() {
            @Override
            public ReplayPosition position() {
                return recording.position();
            }

            @Override
            public void seek(Instant time) {
                recording.seek(time);
            }

            @Override
            public void play(double speed) {
                recording.play(speed);
            }

            @Override
            public void pause() {
                recording.pause();
            }
        };
    }

    @Override
    public void hide() {
        feed.stop();
    }

    @Override
    public void takeFocus() {
        canvas.requestFocus();
    }
}
