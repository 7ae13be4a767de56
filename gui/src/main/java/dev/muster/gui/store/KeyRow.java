package dev.muster.gui.store;

import dev.muster.agent.store.KeyMeaning;
import dev.muster.agent.store.StoreKey;
import dev.muster.gui.state.Sizes;

import java.util.Locale;

/**
 * A key as the page shows it.
 *
 * @param kind what such keys are for, in a word or two
 * @param meaning what this one is for
 */
record KeyRow(KeyMeaning.Kind kind, String name, String meaning, String size, String preview) {
    static KeyRow of(StoreKey key) {
        KeyMeaning meaning = key.meaning();
        return new KeyRow(
                meaning.kind(), key.name(), meaning.words(), Sizes.of(key.bytes()), key.preview());
    }

    /** Whether one of its words has these letters in it, which are small. */
    boolean has(String letters) {
        return text().toLowerCase(Locale.ROOT).contains(letters);
    }

    String text() {
        return "%s\t%s\t%s\t%s\t%s".formatted(kind.word(), name, meaning, size, preview);
    }
}
