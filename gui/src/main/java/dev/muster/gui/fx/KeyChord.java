package dev.muster.gui.fx;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One key, alone or while others are held, as people write it: {@code Ctrl+Shift+P}, {@code F6},
 * {@code ?}. A letter stands for its key, in capitals; any other sign for itself.
 *
 * @param key one sign, or a name such as {@code F6} or {@code PageUp}
 */
public record KeyChord(boolean ctrl, boolean shift, boolean alt, boolean meta, String key) {
    private static final Set<String> NAMED =
            Stream.concat(
                            Stream.of(
                                    "Enter",
                                    "Esc",
                                    "Space",
                                    "Tab",
                                    "Home",
                                    "End",
                                    "PageUp",
                                    "PageDown",
                                    "Up",
                                    "Down",
                                    "Left",
                                    "Right",
                                    "Delete",
                                    "Insert",
                                    "Backspace"),
                            IntStream.rangeClosed(1, 24).mapToObj(number -> "F" + number))
                    .collect(Collectors.toUnmodifiableSet());
    private static final Map<String, String> BY_ANY_CASE = byAnyCase();

    public KeyChord {
        if (key.codePointCount(0, key.length()) != 1 && !NAMED.contains(key)) {
            throw new IllegalArgumentException(
                    "key: %s (expected: one sign, or a name such as F6)".formatted(key));
        }
    }

    private static Map<String, String> byAnyCase() {
        var names = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        NAMED.forEach(name -> names.put(name, name));
        return names;
    }

    /** A key with nothing held. */
    public static KeyChord alone(String key) {
        return new KeyChord(false, false, false, false, key);
    }

    /** Reads {@code Ctrl+Shift+P} in any case; absent when it says no key. */
    public static Optional<KeyChord> read(String words) {
        String text = words.strip();
        boolean isPlus = text.endsWith("+");
        int end = isPlus ? text.length() - 1 : text.length();
        int cut = text.lastIndexOf('+', end - 1);
        if (isPlus && cut != end - 1 && end != 0) return Optional.empty(); // "Ctrl+" has no key
        Set<String> held =
                cut <= 0
                        ? Set.of()
                        : Stream.of(text.substring(0, cut).split("\\+", -1))
                                .map(word -> word.strip().toLowerCase(Locale.ROOT))
                                .collect(Collectors.toSet());
        if (!Set.of("ctrl", "shift", "alt", "meta").containsAll(held)) return Optional.empty();
        return key(isPlus ? "+" : text.substring(cut + 1).strip())
                .map(
                        key ->
                                new KeyChord(
                                        held.contains("ctrl"),
                                        held.contains("shift"),
                                        held.contains("alt"),
                                        held.contains("meta"),
                                        key));
    }

    private static Optional<String> key(String word) {
        if (word.codePointCount(0, word.length()) == 1 && !word.isBlank()) {
            return Optional.of(word.toUpperCase(Locale.ROOT));
        }
        return Optional.ofNullable(BY_ANY_CASE.get(word));
    }

    /** As it is written. */
    public String words() {
        return (ctrl ? "Ctrl+" : "")
                + (alt ? "Alt+" : "")
                + (meta ? "Meta+" : "")
                + (shift ? "Shift+" : "")
                + key;
    }

    /** Whether a text field wants it for itself: it would write something, or move the caret. */
    public boolean isForTexts() {
        return !ctrl && !alt && !meta && !key.matches("F\\d+|Esc");
    }

    @Override
    public String toString() {
        return words();
    }
}
