package dev.muster.agent.launch;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words as a POSIX shell takes them. */
public final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ShellWords() {}

    /** One line that a shell reads back as exactly these words. */
    public static String join(List<String> words) {
        return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }

    /** The word as it is where that is safe, in single quotes otherwise. */
    public static String quote(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
