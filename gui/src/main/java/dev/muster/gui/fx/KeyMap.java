package dev.muster.gui.fx;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which keys do what: those that actions bring, except where the user chose others.
 *
 * @param chosen keys by the ids of actions; none for an action that is to have no key
 */
public record KeyMap(Map<String, List<KeyChord>> chosen) {
    /** Nothing is chosen. */
    public static final KeyMap USUAL = new KeyMap(Map.of());

    public KeyMap {
        chosen = Map.copyOf(chosen);
    }

    /** The keys of an action. */
    public List<KeyChord> of(Action action) {
        return chosen.getOrDefault(action.id(), action.keys());
    }

    /** The key that is shown for an action, in words; empty when it has none. */
    public String shown(Action action) {
        return of(action).stream().findFirst().map(KeyChord::words).orElse("");
    }

    public boolean isUsual(Action action) {
        return of(action).equals(action.keys());
    }

    /** The action that a chord is for. */
    public Optional<Action> find(List<Action> actions, KeyChord chord) {
        return actions.stream().filter(action -> of(action).contains(chord)).findFirst();
    }

    /** The same, with one key for that action, which nothing else of {@code all} keeps. */
    public KeyMap with(Action action, KeyChord chord, List<Action> all) {
        var next = new HashMap<>(chosen);
        for (var other : all) {
            if (of(other).contains(chord)) {
                next.put(other.id(), of(other).stream().filter(key -> !key.equals(chord)).toList());
            }
        }
        next.put(action.id(), List.of(chord));
        return new KeyMap(next);
    }

    /** The same, with no key for that action. */
    public KeyMap without(Action action) {
        var next = new HashMap<>(chosen);
        next.put(action.id(), List.of());
        return new KeyMap(next);
    }

    /** The same, with the action's own keys, which nothing else of {@code all} keeps. */
    public KeyMap usual(Action action, List<Action> all) {
        var next = new HashMap<>(chosen);
        next.remove(action.id());
        for (var other : all) {
            if (other.id().equals(action.id())) continue;
            var kept = of(other).stream().filter(key -> !action.keys().contains(key)).toList();
            if (!kept.equals(of(other))) next.put(other.id(), kept);
        }
        return new KeyMap(next);
    }
}
