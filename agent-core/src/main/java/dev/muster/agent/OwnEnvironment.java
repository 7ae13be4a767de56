package dev.muster.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The environment as it was when the user called the command. */
public final class OwnEnvironment {
    /**
     * What {@code LC_ALL} was before the launcher laid UTF-8 over a locale without an encoding: its
     * value behind an {@code =}, or nothing where it was not set.
     */
    private static final String LOCALE_BEFORE = "MUSTER_LC_ALL";

    private OwnEnvironment() {}

    /** This process's environment, without what the launcher changed for Java's sake. */
    public static Map<String, String> read() {
        return asCalled(System.getenv());
    }

    static Map<String, String> asCalled(Map<String, String> environment) {
        Optional<String> before = Optional.ofNullable(environment.get(LOCALE_BEFORE));
        if (before.isEmpty()) return environment;
        var restored = new HashMap<>(environment);
        restored.remove(LOCALE_BEFORE);
        restored.remove("LC_ALL");
        if (before.get().startsWith("=")) restored.put("LC_ALL", before.get().substring(1));
        return Map.copyOf(restored);
    }
}
