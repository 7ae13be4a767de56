package dev.muster.agent.journal;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Which names say that what stands behind them is secret, and what of that can be looked for. */
public final class SecretWords {
    /** The ends of such names, for a pattern that does not mind capitals. */
    public static final String ENDS =
            "key|token|password|passwd|passphrase|passcode|secret|credentials?|auth";

    /** A name of which a word ends like that: HF_TOKEN, apiKey; not TOKENIZERS_PARALLELISM. */
    private static final Pattern SECRET_NAME = Pattern.compile("(?i)(?:" + ENDS + ")(?![a-z])");

    /** Shorter ones would be found in half of every log, and are not much of a secret. */
    private static final int SHORTEST = 4;

    private static final Set<String> SWITCHES =
            Set.of("true", "false", "none", "null", "auto", "default");

    private SecretWords() {}

    /** Whether a variable or flag of this name holds a secret, as far as the name tells. */
    public static boolean isSecret(String name) {
        return SECRET_NAME.matcher(name).find();
    }

    /** The secret values of an environment, a line at a time, as they would turn up in a log. */
    public static Set<String> values(Map<String, String> environment) {
        var values = new HashSet<String>();
        environment.forEach(
                (name, value) -> {
                    if (isSecret(name)) values.addAll(lines(value));
                });
        return values;
    }

    /** The lines of a secret that can be looked for. */
    public static Set<String> lines(String value) {
        var lines = new HashSet<String>();
        value.lines()
                .map(String::strip)
                .filter(line -> line.length() >= SHORTEST)
                .filter(line -> !SWITCHES.contains(line.toLowerCase(Locale.ROOT)))
                .forEach(lines::add);
        return lines;
    }
}
