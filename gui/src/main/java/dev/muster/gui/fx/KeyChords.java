package dev.muster.gui.fx;

import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What was pressed, in the words of {@link KeyChord}. */
public final class KeyChords {
    private static final Map<KeyCode, String> NAMES =
            Map.ofEntries(
                    Map.entry(KeyCode.ENTER, "Enter"),
                    Map.entry(KeyCode.ESCAPE, "Esc"),
                    Map.entry(KeyCode.SPACE, "Space"),
                    Map.entry(KeyCode.TAB, "Tab"),
                    Map.entry(KeyCode.HOME, "Home"),
                    Map.entry(KeyCode.END, "End"),
                    Map.entry(KeyCode.PAGE_UP, "PageUp"),
                    Map.entry(KeyCode.PAGE_DOWN, "PageDown"),
                    Map.entry(KeyCode.UP, "Up"),
                    Map.entry(KeyCode.DOWN, "Down"),
                    Map.entry(KeyCode.LEFT, "Left"),
                    Map.entry(KeyCode.RIGHT, "Right"),
                    Map.entry(KeyCode.DELETE, "Delete"),
                    Map.entry(KeyCode.INSERT, "Insert"),
                    Map.entry(KeyCode.BACK_SPACE, "Backspace"));
    private static final Map<KeyCode, String> SIGNS =
            Map.ofEntries(
                    Map.entry(KeyCode.PERIOD, "."),
                    Map.entry(KeyCode.COMMA, ","),
                    Map.entry(KeyCode.SLASH, "/"),
                    Map.entry(KeyCode.SEMICOLON, ";"),
                    Map.entry(KeyCode.QUOTE, "'"),
                    Map.entry(KeyCode.OPEN_BRACKET, "["),
                    Map.entry(KeyCode.CLOSE_BRACKET, "]"),
                    Map.entry(KeyCode.BACK_SLASH, "\\"),
                    Map.entry(KeyCode.BACK_QUOTE, "`"),
                    Map.entry(KeyCode.MINUS, "-"),
                    Map.entry(KeyCode.SUBTRACT, "-"),
                    Map.entry(KeyCode.EQUALS, "="),
                    Map.entry(KeyCode.PLUS, "+"),
                    Map.entry(KeyCode.ADD, "+"));

    private KeyChords() {}

    /**
     * The chord of a key that was pressed, or of a sign that was typed. Every chord comes by one of
     * the two: where a sign lies is the keyboard's affair, so alone it counts when it is typed.
     */
    public static Optional<KeyChord> of(KeyEvent event) {
        if (event.getEventType() == KeyEvent.KEY_TYPED) return typed(event);
        if (event.getEventType() != KeyEvent.KEY_PRESSED) return Optional.empty();
        var code = event.getCode();
        boolean held = event.isControlDown() || event.isAltDown() || event.isMetaDown();
        return pressed(code, held)
                .map(
                        key ->
                                new KeyChord(
                                        event.isControlDown(),
                                        event.isShiftDown(),
                                        event.isAltDown(),
                                        event.isMetaDown(),
                                        key));
    }

    private static Optional<String> pressed(KeyCode code, boolean held) {
        if (code.isLetterKey()) return Optional.of(code.getName().toUpperCase(Locale.ROOT));
        if (code.isFunctionKey()) return Optional.of(code.getName());
        if (NAMES.containsKey(code)) return Optional.ofNullable(NAMES.get(code));
        if (!held) return Optional.empty();
        if (code.isDigitKey()) return Optional.of(digit(code.getName()));
        return Optional.ofNullable(SIGNS.get(code));
    }

    /** The keypad's are called {@code Numpad 1}. */
    private static String digit(String name) {
        return name.substring(name.length() - 1);
    }

    private static Optional<KeyChord> typed(KeyEvent event) {
        String sign = event.getCharacter();
        boolean held = event.isControlDown() || event.isAltDown() || event.isMetaDown();
        if (held || sign.codePointCount(0, sign.length()) != 1) return Optional.empty();
        int point = sign.codePointAt(0);
        boolean byItsKey = Character.isLetter(point) && point < 128;
        if (byItsKey || point <= ' ' || Character.isISOControl(point)) return Optional.empty();
        return Optional.of(KeyChord.alone(sign));
    }
}
