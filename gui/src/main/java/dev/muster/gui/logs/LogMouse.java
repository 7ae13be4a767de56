package dev.muster.gui.logs;

import javafx.animation.AnimationTimer;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.input.ScrollEvent.VerticalTextScrollUnits;

/** What the mouse does on the rows: wheel, marking by characters, words and lines. FX thread. */
final class LogMouse {
    private final LogCanvas canvas;
    private final LogViewModel model;
    private final PullAlong pullAlong = new PullAlong();
    private double partOfRow;
    private double partOfColumn;

    LogMouse(LogCanvas canvas, LogViewModel model) {
        this.canvas = canvas;
        this.model = model;
    }

    void listen() {
        canvas.addEventHandler(ScrollEvent.SCROLL, this::scrolled);
        canvas.addEventHandler(MouseEvent.MOUSE_PRESSED, this::pressed);
        canvas.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::dragged);
        canvas.addEventHandler(MouseEvent.MOUSE_RELEASED, _ -> pullAlong.stop());
    }

    private void scrolled(ScrollEvent wheel) {
        var stream = model.stream();
        if (stream.isEmpty()) return;
        partOfRow -=
                wheel.getTextDeltaYUnits() == VerticalTextScrollUnits.LINES
                        ? wheel.getTextDeltaY()
                        : wheel.getDeltaY() / canvas.rowHeight();
        partOfColumn -= wheel.getDeltaX() / canvas.cellWidth();
        stream.get().scrollBy((long) partOfRow);
        stream.get().scrollToColumn(stream.get().firstColumn() + (long) partOfColumn);
        partOfRow -= (long) partOfRow;
        partOfColumn -= (long) partOfColumn;
        wheel.consume();
    }

    private void pressed(MouseEvent press) {
        canvas.requestFocus();
        if (press.getButton() != MouseButton.PRIMARY) return;
        var stream = model.stream();
        var position = canvas.positionAt(press.getX(), press.getY());
        if (stream.isEmpty() || position.isEmpty()) return;
        if (press.isShiftDown()) {
            stream.get().selectTo(position.get());
        } else {
            stream.get().select(marked(press.getClickCount(), position.get()));
        }
    }

    private Selection marked(int clicks, TextPosition at) {
        var columns =
                switch (clicks) {
                    case 1 -> new Columns(at.column(), 0);
                    case 2 -> canvas.wordAt(at);
                    default -> Columns.ALL;
                };
        return new Selection(
                new TextPosition(at.offset(), columns.first()),
                new TextPosition(at.offset(), (int) columns.end()));
    }

    private void dragged(MouseEvent drag) {
        if (drag.getButton() != MouseButton.PRIMARY) return;
        pullAlong.follow(drag.getX(), drag.getY());
        extendTo(drag.getX(), drag.getY());
    }

    private void extendTo(double x, double y) {
        var stream = model.stream();
        var position = canvas.positionAt(x, y);
        if (stream.isEmpty() || position.isEmpty()) return;
        stream.get().selectTo(position.get());
    }

    /** While a drag is held above or below the rows they move, once per pulse. */
    private final class PullAlong extends AnimationTimer {
        private double x;
        private double y;

        void follow(double dragX, double dragY) {
            x = dragX;
            y = dragY;
            boolean outside = y < 0 || y > canvas.getHeight();
            if (outside) {
                start();
            } else {
                stop();
            }
        }

        @Override
        public void handle(long now) {
            double beyond = y < 0 ? y : y - canvas.getHeight();
            long rows = (long) (beyond / canvas.rowHeight()) + (beyond < 0 ? -1 : 1);
            model.stream().ifPresent(it -> it.scrollBy(rows));
            extendTo(x, y);
        }
    }
}
