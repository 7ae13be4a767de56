package dev.muster.agent.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Another launcher's line in torchrun's words, as it grows.
 *
 * @param words flags, then the script and its arguments
 * @param environment what that launcher sets for its workers
 * @param problems what of it has no place, a sentence each
 */
record Translation(List<String> words, Map<String, String> environment, List<String> problems) {
    Translation() {
        this(new ArrayList<>(), new HashMap<>(), new ArrayList<>());
    }

    void flag(String name, String value) {
        words.add("--" + name);
        words.add(value);
    }

    /** Whatever of these was given goes by the same name with torchrun. */
    void sameAs(ForeignFlags flags, String... names) {
        for (String name : names) flags.take(name).ifPresent(value -> flag(name, value));
    }

    /** Likewise for flags that take no value. */
    void sameSwitches(ForeignFlags flags, String... names) {
        for (String name : names) {
            if (flags.takeAny(name)) words.add("--" + name);
        }
    }

    void variable(ForeignFlags flags, String name, String variable) {
        flags.take(name).ifPresent(value -> environment.put(variable, value));
    }

    /** Where the other nodes are met, or, of one node, the port of its store. */
    void place(boolean several, String host, String port) {
        if (!several) {
            if (!port.isEmpty() && !port.equals("0")) flag("master-port", port);
        } else if (!host.isEmpty()) {
            flag("rdzv-endpoint", host + ":" + (port.isEmpty() ? "29500" : port));
        }
    }

    /** Says of what nobody has taken that it is left out. */
    void leaveOut(ForeignFlags flags, String whose, String instead) {
        List<String> left = flags.left();
        if (left.isEmpty()) return;
        problems.add(
                "%s %s %s left out; %s"
                        .formatted(
                                whose,
                                String.join(", ", left),
                                left.size() == 1 ? "is" : "are",
                                instead));
    }
}
