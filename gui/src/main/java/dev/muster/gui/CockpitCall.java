package dev.muster.gui;

import java.util.List;

/** How the cockpit was called. */
sealed interface CockpitCall {
    /** {@code muster}. */
    record Home() implements CockpitCall {}

    /** {@code muster demo}. */
    record Demo() implements CockpitCall {}

    /** {@code muster open …}: {@code words} are what follows. */
    record Open(List<String> words) implements CockpitCall {
        public Open {
            words = List.copyOf(words);
        }
    }

    /** A call the cockpit does not know; the sentence says what was found and expected. */
    record Unknown(String sentence) implements CockpitCall {}

    static CockpitCall of(List<String> words) {
        if (words.isEmpty()) return new Home();
        List<String> rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "open" ->
                    rest.isEmpty()
                            ? new Unknown("open: no script given (expected: muster open SCRIPT)")
                            : new Open(rest);
            case "demo" ->
                    rest.isEmpty()
                            ? new Demo()
                            : new Unknown(
                                    "demo: found %s (expected: nothing more)".formatted(rest));
            default ->
                    new Unknown(
                            "%s: not a call of the cockpit (expected: open SCRIPT, demo, or nothing)"
                                    .formatted(words.getFirst()));
        };
    }
}
