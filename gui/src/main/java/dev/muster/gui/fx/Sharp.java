package dev.muster.gui.fx;

import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.transform.Scale;
import javafx.scene.transform.Transform;

import java.util.List;

/**
 * Canvases that stay sharp where the window is drawn larger. A canvas is a picture: drawn in its
 * usual size and then enlarged, its letters blur. FX thread.
 */
public final class Sharp {
    private Sharp() {}

    /**
     * Makes {@code canvas}, which lies in a parent, so large, with a point for every pixel of the
     * window.
     *
     * @return draws on it in the lengths of the parent
     */
    public static GraphicsContext fit(Canvas canvas, double width, double height) {
        var parent = canvas.getParent();
        double factor = parent == null ? 1 : parent.getLocalToSceneTransform().getMxx();
        if (!(factor > 0)) factor = 1;
        canvas.setWidth(Math.ceil(width * factor));
        canvas.setHeight(Math.ceil(height * factor));
        var shrunk = List.<Transform>of(new Scale(1 / factor, 1 / factor));
        boolean fits =
                canvas.getTransforms().size() == 1
                        && canvas.getTransforms().getFirst().getMxx() == 1 / factor;
        if (!fits) canvas.getTransforms().setAll(shrunk);
        var pen = canvas.getGraphicsContext2D();
        pen.setTransform(factor, 0, 0, factor, 0, 0);
        return pen;
    }
}
