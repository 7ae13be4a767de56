package dev.muster.gui.fx;

import javafx.scene.layout.Region;
import javafx.scene.transform.Scale;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/**
 * Draws what it holds larger or smaller, and lays it out in the room that leaves. The root of a
 * scene. Tooltips and menus live outside of it; {@link #popups} makes their letters as large. FX
 * thread.
 */
public final class Zoomed extends Region {
    private static final double TOOLTIP = 12;
    private static final double MENU = 13;

    private final double leastWidth;
    private final double leastHeight;
    private final Scale scale = new Scale(1, 1);
    private Region content = new Region();
    private Zoom zoom = Zoom.USUAL;

    /** What it holds is to have so much room at least, as far as there is any. */
    public Zoomed(double leastWidth, double leastHeight) {
        this.leastWidth = leastWidth;
        this.leastHeight = leastHeight;
    }

    /** Holds that instead of what it held. */
    public void hold(Region next) {
        content.getTransforms().remove(scale);
        content = next;
        content.getTransforms().add(scale);
        getChildren().setAll(content);
    }

    public void zoom(Zoom next) {
        zoom = next;
        requestLayout();
    }

    /** By what it draws larger now; less than was asked for in a small window. */
    public double factor() {
        return scale.getX();
    }

    @Override
    protected void layoutChildren() {
        double factor = zoom.fitting(getWidth(), getHeight(), leastWidth, leastHeight);
        scale.setX(factor);
        scale.setY(factor);
        content.resizeRelocate(0, 0, getWidth() / factor, getHeight() / factor);
    }

    /** A style sheet for what opens over the window. */
    public static String popups(Zoom zoom) {
        String css =
                String.format(
                        Locale.ROOT,
                        ".tooltip { -fx-font-size: %.1fpx; }"
                                + " .context-menu, .combo-box-popup .list-cell"
                                + " { -fx-font-size: %.1fpx; }",
                        TOOLTIP * zoom.factor(),
                        MENU * zoom.factor());
        return "data:text/css;base64,"
                + Base64.getEncoder().encodeToString(css.getBytes(StandardCharsets.UTF_8));
    }
}
