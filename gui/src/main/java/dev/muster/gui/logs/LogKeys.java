package dev.muster.gui.logs;

import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/** What the keys do while the rows have the focus. FX thread. */
final class LogKeys {
    private static final int COLUMNS_PER_KEY = 8;

    private final LogViewModel model;
    private final Runnable onSave;

    /** {@code onSave} asks for a file. */
    LogKeys(LogViewModel model, Runnable onSave) {
        this.model = model;
        this.onSave = onSave;
    }

    void listenTo(Node rows) {
        rows.addEventHandler(
                KeyEvent.KEY_PRESSED,
                key -> model.stream().filter(it -> press(key, it)).ifPresent(_ -> key.consume()));
    }

    /** True when the key meant something. */
    private boolean press(KeyEvent key, StreamViewModel stream) {
        if (key.isAltDown() || key.isMetaDown()) return false;
        return key.isShortcutDown() ? shortcut(key.getCode(), stream) : plain(key, stream);
    }

    private boolean shortcut(KeyCode code, StreamViewModel stream) {
        switch (code) {
            case C, INSERT -> model.copy();
            case A -> stream.selectAll();
            case S -> onSave.run();
            case HOME -> stream.jumpTo(0);
            case END -> stream.followEnd();
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean plain(KeyEvent key, StreamViewModel stream) {
        switch (key.getCode()) {
            case UP -> stream.scrollBy(-1);
            case DOWN -> stream.scrollBy(1);
            case PAGE_UP -> stream.scrollBy(-stream.screenful());
            case PAGE_DOWN -> stream.scrollBy(stream.screenful());
            case HOME -> stream.jumpTo(0);
            case END -> stream.followEnd();
            case LEFT -> stream.scrollToColumn(stream.firstColumn() - COLUMNS_PER_KEY);
            case RIGHT -> stream.scrollToColumn(stream.firstColumn() + COLUMNS_PER_KEY);
            case A -> model.setAllRanks(!model.allRanks());
            case F -> stream.toggleFollow();
            case N -> model.findNext(!key.isShiftDown());
            case E -> model.nextError(!key.isShiftDown());
            case ESCAPE -> {
                return stream.unselect();
            }
            default -> {
                return false;
            }
        }
        return true;
    }
}
