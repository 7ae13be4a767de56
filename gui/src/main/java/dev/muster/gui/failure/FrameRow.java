package dev.muster.gui.failure;

import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/** One call of a traceback: where, in what, and the line of code. */
final class FrameRow extends HBox {
    FrameRow(PythonTrace.Frame frame) {
        getStyleClass().addAll("frame", frame.own() ? "own" : "library");
        var place = new Label(frame.place());
        place.getStyleClass().addAll("mono", "frame-place");
        place.setTooltip(new Tooltip("%s:%d".formatted(frame.file(), frame.line())));
        var function = new Label("in " + frame.function());
        function.getStyleClass().addAll("mono", "frame-function");
        var code = new Label(frame.code());
        code.getStyleClass().addAll("mono", "frame-code");
        code.setMinWidth(0);
        HBox.setHgrow(code, Priority.ALWAYS);
        getChildren().addAll(place, function, code);
        setAccessibleText(
                "%s line %d in %s: %s"
                        .formatted(frame.file(), frame.line(), frame.function(), frame.code()));
    }
}
