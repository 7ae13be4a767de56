package dev.muster.gui.timeline;

import dev.muster.gui.fx.Palette;
import dev.muster.gui.fx.Sharp;

import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;

import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The lanes in sight, drawn once per layout, however much has happened; and what the mouse and the
 * keys do there. FX thread.
 */
final class TimelineCanvas extends Region {
    private static final double WHEEL_STEP = 40;
    private static final double KEY_STEPS = 2;
    private static final double KEY_SHARE = 0.15;

    private final TimelineViewModel model;
    private final ZoneId zone;
    private final Canvas canvas = new Canvas();
    private final Palette palette = new Palette(this::requestLayout);
    private final Tooltip tooltip = new Tooltip();
    private double scroll;
    private double draggedTo;
    private Optional<MouseEvent> hover = Optional.empty();

    TimelineCanvas(TimelineViewModel model, ZoneId zone) {
        this.model = model;
        this.zone = zone;
        setId("timeline");
        getStyleClass().add("timeline-canvas");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setFocusTraversable(true);
        canvas.setManaged(false);
        getChildren().addAll(palette, canvas);
        tooltip.setWrapText(true);
        tooltip.setMaxWidth(520);
        tooltip.textProperty().isEmpty().subscribe(this::showTooltip);
        setOnMousePressed(
                mouse -> {
                    requestFocus();
                    draggedTo = mouse.getX();
                });
        setOnMouseDragged(this::dragged);
        setOnMouseClicked(this::clicked);
        setOnMouseMoved(mouse -> hover(Optional.of(mouse)));
        setOnMouseExited(_ -> hover(Optional.empty()));
        setOnScroll(this::wheel);
        addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
    }

    /** There is something new to draw. */
    void refresh() {
        requestLayout();
    }

    LaneGeometry lanes() {
        return new LaneGeometry(model.lanes().size(), getHeight(), scroll);
    }

    void scrollTo(double pixels) {
        scroll = new LaneGeometry(model.lanes().size(), getHeight(), pixels).scroll();
        requestLayout();
    }

    private double width() {
        return Math.max(1, getWidth() - LaneGeometry.LABELS);
    }

    private TimeScale scale() {
        return model.scale(width());
    }

    @Override
    protected void layoutChildren() {
        var pen = Sharp.fit(canvas, getWidth(), getHeight());
        OptionalDouble x =
                hover.map(mouse -> OptionalDouble.of(mouse.getX())).orElse(OptionalDouble.empty());
        new TimelinePainter(pen, palette, model, lanes(), scale())
                .paint(zone, model.lanes().isEmpty() ? OptionalDouble.empty() : x);
    }

    private void showTooltip(boolean nothingToSay) {
        if (nothingToSay) Tooltip.uninstall(this, tooltip);
        else Tooltip.install(this, tooltip);
    }

    private void hover(Optional<MouseEvent> at) {
        hover = at;
        tooltip.setText(at.flatMap(this::wordsAt).orElse(""));
        boolean overBar = at.flatMap(this::barAt).isPresent();
        setCursor(overBar ? Cursor.HAND : Cursor.DEFAULT);
        requestLayout();
    }

    private Optional<Lane.LaneBar> barAt(MouseEvent mouse) {
        if (mouse.getX() < LaneGeometry.LABELS) return Optional.empty();
        var at = scale().at(mouse.getX() - LaneGeometry.LABELS);
        return model.barAt(lanes().at(mouse.getY()), at);
    }

    private Optional<String> wordsAt(MouseEvent mouse) {
        int lane = lanes().at(mouse.getY());
        double x = mouse.getX() - LaneGeometry.LABELS;
        if (lane < 0) return model.markNear(scale().at(x - 5), scale().at(x + 5));
        return barAt(mouse).map(bar -> model.spoken(model.lanes().get(lane), bar));
    }

    private void clicked(MouseEvent mouse) {
        if (mouse.getButton() != MouseButton.PRIMARY || !mouse.isStillSincePress()) return;
        int lane = lanes().at(mouse.getY());
        if (lane < 0) model.seek(scale().at(mouse.getX() - LaneGeometry.LABELS));
        if (lane < 0 || lane >= model.lanes().size()) return;
        if (mouse.getX() < LaneGeometry.LABELS) model.select(lane);
        else model.open(lane, scale().at(mouse.getX() - LaneGeometry.LABELS));
    }

    private void dragged(MouseEvent mouse) {
        model.move(draggedTo - mouse.getX(), width());
        draggedTo = mouse.getX();
    }

    /** Over the axis, with Ctrl, or where there is nothing to scroll, the wheel zooms. */
    private void wheel(ScrollEvent wheel) {
        wheel.consume();
        double across =
                wheel.isShiftDown() && wheel.getDeltaX() == 0
                        ? wheel.getDeltaY()
                        : wheel.getDeltaX();
        boolean zooms =
                wheel.isShortcutDown()
                        || wheel.getY() < LaneGeometry.TOP
                        || lanes().mostScroll() == 0;
        if (across != 0) {
            model.move(-across, width());
        } else if (zooms) {
            double x = Math.max(0, wheel.getX() - LaneGeometry.LABELS);
            model.zoom(wheel.getDeltaY() / WHEEL_STEP, x, width());
        } else {
            scrollTo(scroll - wheel.getDeltaY());
        }
    }

    private void pressed(KeyEvent key) {
        if (key.isShortcutDown() || key.isAltDown()) return;
        switch (key.getCode()) {
            case PLUS, EQUALS, ADD -> zoom(KEY_STEPS);
            case MINUS, SUBTRACT -> zoom(-KEY_STEPS);
            case DIGIT0, NUMPAD0 -> model.fit();
            case LEFT -> model.move(-width() * KEY_SHARE, width());
            case RIGHT -> model.move(width() * KEY_SHARE, width());
            case UP -> step(-1);
            case DOWN -> step(1);
            case PAGE_UP -> step(-lanes().page());
            case PAGE_DOWN -> step(lanes().page());
            case HOME -> step(-model.lanes().size());
            case END -> step(model.lanes().size());
            case SPACE -> model.replay().toggle();
            case COMMA -> model.replay().step(-1);
            case PERIOD -> model.replay().step(1);
            case ENTER -> model.openSelected(scale().to());
            default -> {
                return;
            }
        }
        key.consume();
    }

    /** Around the middle. */
    void zoom(double steps) {
        model.zoom(steps, width() / 2, width());
    }

    private void step(int by) {
        model.step(by);
        scrollTo(lanes().showing(model.selectedLane()).scroll());
    }

    @Override
    public Object queryAccessibleAttribute(AccessibleAttribute attribute, Object... parameters) {
        return attribute == AccessibleAttribute.TEXT
                ? model.spoken()
                : super.queryAccessibleAttribute(attribute, parameters);
    }
}
