package dev.muster.agent.ssh;

import java.util.regex.Pattern;

/**
 * What a machine is called on ssh's command line: a name of its configuration, or {@code
 * [user@]host}. Never begins like an option.
 */
public record SshName(String value) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.@:%+\\[\\]-]{1,255}");

    public SshName {
        if (!isName(value)) {
            throw new IllegalArgumentException(
                    "host: found \"%s\", expected a name that ssh knows, or user@host"
                            .formatted(value));
        }
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches() && !text.startsWith("-");
    }

    @Override
    public String toString() {
        return value;
    }
}
