package dev.muster.gui.fx;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One thing a user can do here. The palette, the table of keys, the settings and the keys
 * themselves are all made of these. Used on the FX thread.
 *
 * @param id what it is called in the file of keys; the button that does the same has it as its id
 * @param part under which title the table of keys lists it
 * @param words what it does, as an order: {@code Launch a new run}
 * @param keys what it is done with unless the user chose otherwise; the first one is shown
 * @param hindrance why it cannot be done now, as a sentence; absent when it can
 * @param deed does it; called only while nothing hinders it
 */
public record Action(
        String id,
        String part,
        String words,
        List<KeyChord> keys,
        Supplier<Optional<String>> hindrance,
        Runnable deed) {
    public Action {
        keys = List.copyOf(keys);
    }

    /** One that can always be done; {@code keys} as {@link KeyChord#read} takes them. */
    public static Action of(String id, String part, String words, Runnable deed, String... keys) {
        var chords = List.of(keys).stream().map(Action::chord).toList();
        return new Action(id, part, words, chords, Optional::empty, deed);
    }

    private static KeyChord chord(String words) {
        return KeyChord.read(words)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "key: " + words + " (expected: Ctrl+K)"));
    }

    /** The same, but only while {@code why} gives no reason against it. */
    public Action unless(Supplier<Optional<String>> why) {
        return new Action(id, part, words, keys, why, deed);
    }

    /** Does it, or leaves it and says why. */
    public Optional<String> act() {
        var why = hindrance.get();
        if (why.isEmpty()) deed.run();
        return why;
    }
}
