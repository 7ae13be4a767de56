package dev.muster.gui.fx;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Orientation;
import javafx.scene.Cursor;
import javafx.scene.layout.Region;

import java.util.OptionalDouble;

/**
 * One region over another, with a line between them that can be dragged. Until it is, the upper
 * region is as high as it likes to be but leaves the lower one the larger part; a double click on
 * the line goes back to that. FX thread.
 */
public final class Divided extends Region {
    private static final double MOST_SHARE = 0.5;
    private static final double LEAST_UPPER = 80;
    private static final double LEAST_LOWER = 150;
    private static final double GRIP = 7;

    /** How high the upper region likes to be. */
    public interface Liking {
        double height(double width, double most);
    }

    private final Region upper;
    private final Liking liking;
    private final Region lower;
    private final Region line = new Region();
    private final ObjectProperty<OptionalDouble> chosen =
            new SimpleObjectProperty<>(OptionalDouble.empty());

    public Divided(Region upper, Liking liking, Region lower) {
        this.upper = upper;
        this.liking = liking;
        this.lower = lower;
        line.getStyleClass().add("divider");
        line.setCursor(Cursor.V_RESIZE);
        line.setOnMouseDragged(
                mouse ->
                        choose(
                                OptionalDouble.of(
                                        sceneToLocal(mouse.getSceneX(), mouse.getSceneY())
                                                .getY())));
        line.setOnMouseClicked(
                mouse -> {
                    if (mouse.getClickCount() == 2) choose(OptionalDouble.empty());
                });
        chosen.subscribe(_ -> requestLayout());
        getChildren().addAll(upper, lower, line);
    }

    private void choose(OptionalDouble height) {
        chosen.set(height);
    }

    /** How high somebody made the upper region; absent while nobody did. */
    public ObjectProperty<OptionalDouble> chosen() {
        return chosen;
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    @Override
    protected void layoutChildren() {
        double width = getWidth();
        double height = getHeight();
        double most = Math.max(LEAST_UPPER, height - LEAST_LOWER);
        double liked = liking.height(width, height * MOST_SHARE);
        double top = snapSizeY(Math.clamp(chosen.get().orElse(liked), LEAST_UPPER, most));
        upper.resizeRelocate(0, 0, width, top);
        lower.resizeRelocate(0, top, width, Math.max(0, height - top));
        line.resizeRelocate(0, top - GRIP / 2, width, GRIP);
    }
}
