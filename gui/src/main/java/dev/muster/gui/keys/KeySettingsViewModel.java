package dev.muster.gui.keys;

import dev.muster.gui.fx.Action;
import dev.muster.gui.fx.KeyChord;
import dev.muster.gui.fx.KeyMap;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Gives actions other keys: one is chosen, then a key is pressed for it. FX thread. */
final class KeySettingsViewModel {
    /** Without these nobody gets around by keys. */
    private static final Set<String> NEEDED =
            Set.of("Tab", "Shift+Tab", "Enter", "Space", "Up", "Down", "Left", "Right");

    private static final KeyChord ESCAPE = KeyChord.alone("Esc");

    private final List<Action> actions;
    private final ObjectProperty<KeyMap> keys;
    private final ReadOnlyObjectWrapper<Optional<Action>> waiting =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private Optional<KeyChord> confirming = Optional.empty();

    /** Changes {@code keys} at once. */
    KeySettingsViewModel(List<Action> actions, ObjectProperty<KeyMap> keys) {
        this.actions = List.copyOf(actions);
        this.keys = keys;
        message.set(doubles().orElse(""));
    }

    List<Action> actions() {
        return actions;
    }

    ReadOnlyObjectProperty<KeyMap> keys() {
        return keys;
    }

    /** The action that the next key is for. */
    ReadOnlyObjectProperty<Optional<Action>> waiting() {
        return waiting.getReadOnlyProperty();
    }

    /** What was done, or what stands against it; empty otherwise. */
    ReadOnlyStringProperty message() {
        return message.getReadOnlyProperty();
    }

    /** The next key is for that action. */
    void choose(Action action) {
        confirming = Optional.empty();
        waiting.set(Optional.of(action));
        message.set("Press the new key for “%s”; Esc leaves it.".formatted(action.words()));
    }

    /** The next key is for nothing. */
    void leave() {
        confirming = Optional.empty();
        waiting.set(Optional.empty());
        message.set("");
    }

    /** A key for the action that waits for one. One that is taken must be pressed twice. */
    void press(KeyChord chord) {
        if (waiting.get().isEmpty()) return;
        Action action = waiting.get().get();
        if (chord.equals(ESCAPE)) {
            leave();
        } else if (NEEDED.contains(chord.words())) {
            message.set("%s is needed to get around. Press another.".formatted(chord));
        } else {
            take(action, chord);
        }
    }

    private void take(Action action, KeyChord chord) {
        var other = holder(action, chord);
        if (other.isPresent() && !confirming.equals(Optional.of(chord))) {
            confirming = Optional.of(chord);
            message.set(
                    "%s is the key for “%s”. Press it again to take it from there."
                            .formatted(chord, other.get().words()));
            return;
        }
        leave();
        keys.set(keys.get().with(action, chord, actions));
        message.set(
                other.map(was -> "“%s” has no key %s any more.".formatted(was.words(), chord))
                        .orElse(""));
    }

    private Optional<Action> holder(Action action, KeyChord chord) {
        return actions.stream()
                .filter(other -> !other.equals(action))
                .filter(other -> keys.get().of(other).contains(chord))
                .findFirst();
    }

    /** The action has no key any more. */
    void remove(Action action) {
        leave();
        keys.set(keys.get().without(action));
    }

    /** The action has its usual key again, even where another had it meanwhile. */
    void reset(Action action) {
        leave();
        keys.set(keys.get().usual(action, actions));
    }

    void resetAll() {
        leave();
        keys.set(KeyMap.USUAL);
    }

    boolean isUsual(Action action) {
        return keys.get().isUsual(action);
    }

    /** Somebody may have written one key twice into the file. */
    private Optional<String> doubles() {
        for (var action : actions) {
            for (var chord : keys.get().of(action)) {
                var holders =
                        actions.stream()
                                .filter(other -> keys.get().of(other).contains(chord))
                                .map(other -> "“%s”".formatted(other.words()))
                                .collect(Collectors.toList());
                if (holders.size() > 1) {
                    return Optional.of(
                            "%s is the key for %s; only the first one gets it."
                                    .formatted(chord, String.join(" and ", holders)));
                }
            }
        }
        return Optional.empty();
    }
}
