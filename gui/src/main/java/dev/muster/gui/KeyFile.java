package dev.muster.gui;

import dev.muster.gui.fx.KeyChord;
import dev.muster.gui.fx.KeyMap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys a user chose, in {@code keys.properties}: {@code restart=F5}; several keys with spaces
 * between them; an action with nothing behind it has no key. What nobody here understands stays in
 * the file.
 */
final class KeyFile {
    /**
     * What was read.
     *
     * @param trouble what could not be understood, in a sentence
     */
    record Reading(KeyMap keys, Optional<String> trouble) {}

    private final PropertiesFile file;

    /** {@code folder} is Muster's configuration folder; it need not exist. */
    KeyFile(Path folder) {
        file = new PropertiesFile(folder.resolve("keys.properties"), "Keys of Muster's window");
    }

    /** The usual keys, as far as the file does not say otherwise. */
    Reading read() {
        Map<String, List<KeyChord>> chosen = new HashMap<>();
        try {
            var all = file.read();
            var strange =
                    all.stringPropertyNames().stream()
                            .sorted()
                            .filter(id -> !take(id, all.getProperty(id), chosen))
                            .map(id -> "%s=%s".formatted(id, all.getProperty(id)))
                            .collect(Collectors.joining(", "));
            var keys = new KeyMap(chosen);
            return strange.isEmpty()
                    ? new Reading(keys, Optional.empty())
                    : new Reading(
                            keys,
                            Optional.of(
                                    "The usual keys are used where %s does not name one: %s."
                                            .formatted(file.path(), strange)));
        } catch (IOException e) {
            return new Reading(
                    KeyMap.USUAL,
                    Optional.of(
                            "The usual keys are used, because %s cannot be read: %s."
                                    .formatted(file.path(), e.getMessage())));
        }
    }

    /** False when the words name no keys. */
    private static boolean take(String id, String words, Map<String, List<KeyChord>> chosen) {
        var chords =
                Stream.of(words.strip().split("\\s+", -1))
                        .filter(word -> !word.isEmpty())
                        .map(KeyChord::read)
                        .toList();
        if (!chords.stream().allMatch(Optional::isPresent)) return false;
        chosen.put(id, chords.stream().flatMap(Optional::stream).toList());
        return true;
    }

    /**
     * Keeps what was chosen between {@code before} and {@code now}.
     *
     * @throws IOException when it cannot be written
     */
    void keep(KeyMap before, KeyMap now) throws IOException {
        file.change(
                all -> {
                    before.chosen().keySet().forEach(all::remove);
                    now.chosen().forEach((id, keys) -> all.setProperty(id, words(keys)));
                });
    }

    private static String words(List<KeyChord> keys) {
        return keys.stream().map(KeyChord::words).collect(Collectors.joining(" "));
    }
}
