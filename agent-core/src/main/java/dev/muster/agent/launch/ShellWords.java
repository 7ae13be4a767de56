package dev.muster.agent.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words as a POSIX shell takes them. */
public final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /** A text taken apart, and a sentence for each thing in it that only a shell could do. */
    public record Split(List<String> words, List<String> problems) {
        public Split {
            words = List.copyOf(words);
            problems = List.copyOf(problems);
        }
    }

    private ShellWords() {}

    /** The words of a text in which quotes, backslashes and variables mean what they always do. */
    public static Split split(String text, Map<String, String> variables) {
        var lexer = new ShellLexer(text, variables);
        var words = new ArrayList<String>();
        var problems = new ArrayList<String>();
        Optional<ShellLexer.Statement> statement = lexer.next();
        while (statement.isPresent()) {
            words.addAll(statement.get().words());
            String operator = statement.get().end();
            if (!operator.isBlank()) {
                problems.add("found %s outside of quotes; put it in quotes".formatted(operator));
            }
            statement = lexer.next();
        }
        problems.addAll(lexer.problems());
        return new Split(words, problems);
    }

    /** One line that a shell reads back as exactly these words. */
    public static String join(List<String> words) {
        return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }

    /** The word as it is where that is safe, in single quotes otherwise. */
    public static String quote(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
