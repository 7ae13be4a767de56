package dev.muster.gui.fx;

import javafx.scene.Node;
import javafx.scene.control.Control;

import java.util.List;

/**
 * Writes keys into tooltips: that of a control with an action's id ends with the action's key, as
 * it is at present. FX thread.
 */
public final class ActionHints {
    private static final String WORDS = ActionHints.class.getName();

    private ActionHints() {}

    /** For the controls below {@code root}; again whenever keys change. */
    public static void show(Node root, List<Action> actions, KeyMap keys) {
        for (var action : actions) {
            if (root.lookup("#" + action.id()) instanceof Control control) {
                hint(control, keys.shown(action));
            }
        }
    }

    private static void hint(Control control, String key) {
        if (control.getParent() instanceof Hinted hinted) hinted.key(key);
        var tooltip = control.getTooltip();
        if (tooltip == null) return;
        var words = control.getProperties().computeIfAbsent(WORDS, _ -> tooltip.getText());
        tooltip.setText(key.isEmpty() ? words.toString() : "%s (%s)".formatted(words, key));
    }
}
