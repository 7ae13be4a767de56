package dev.muster.agent.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Takes a pasted piece of shell apart, one statement at a time: quotes, backslashes, continued
 * lines, comments, {@code ~}, {@code $NAME}, {@code ${NAME}} and {@code ${NAME:-otherwise}}. What
 * would need a real shell (commands in commands, file patterns) becomes a sentence, and the text
 * stays as it is.
 */
final class ShellLexer {
    /**
     * Words up to an operator or a line's end.
     *
     * @param end the operator; a line break, or nothing at the end of all
     */
    record Statement(List<String> words, String end) {
        Statement {
            words = List.copyOf(words);
        }
    }

    private static final Pattern VARIABLE =
            Pattern.compile(
                    "\\$(?:(?<name>[A-Za-z_]\\w*)|\\{(?<braced>[A-Za-z_]\\w*)(:?-(?<otherwise>[^}]*))?})");
    private static final Pattern OPERATOR = Pattern.compile("&&|\\|\\||[&<>]+|[;|()\\n]");
    private static final Pattern CONTINUED = Pattern.compile("\\\\[ \\t\\r]*\\n");

    private final String text;
    private final Map<String, String> variables;
    private final List<String> problems = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    ShellLexer(String text, Map<String, String> variables) {
        this.text = text;
        this.variables = new HashMap<>(variables);
    }

    /** Makes a variable known to the statements that follow. */
    void assign(String name, String value) {
        variables.put(name, value);
    }

    /** What a real shell would have been needed for, so far. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** The next statement; empty at the end of the text. */
    Optional<Statement> next() {
        if (at >= text.length()) return Optional.empty();
        words.clear();
        while (at < text.length()) {
            Optional<String> operator = takeOperator();
            if (operator.isPresent()) return Optional.of(new Statement(words, operator.get()));
            step();
        }
        endWord();
        return Optional.of(new Statement(words, ""));
    }

    private Optional<String> takeOperator() {
        var operator = OPERATOR.matcher(text).region(at, text.length());
        if (!operator.lookingAt()) return Optional.empty();
        boolean redirection = operator.group().contains(">") || operator.group().contains("<");
        if (redirection && word.toString().matches("\\d*")) dropWord(); // the 2 of 2>
        endWord();
        at = operator.end();
        return Optional.of(operator.group());
    }

    private void step() {
        char c = text.charAt(at);
        switch (c) {
            case ' ', '\t', '\r' -> {
                endWord();
                at++;
            }
            case '\'' -> singleQuoted();
            case '"' -> doubleQuoted();
            case '\\' -> escaped();
            case '$' -> variable().ifPresent(this::splitIntoWords);
            case '#' -> commentOr(c);
            case '~' -> homeOr(c);
            case '`' -> needsShell(c, "a command in `…` is not run from here; write its result");
            case '*', '?' ->
                    needsShell(
                            c,
                            "the file pattern %c is not filled in here; write the names, or put it in quotes"
                                    .formatted(c));
            default -> literal(c);
        }
    }

    private void literal(char c) {
        word.append(c);
        inWord = true;
        at++;
    }

    private void needsShell(char c, String problem) {
        if (!problems.contains(problem)) problems.add(problem);
        literal(c);
    }

    private void singleQuoted() {
        int close = text.indexOf('\'', at + 1);
        if (close < 0) {
            problems.add("a ' is not closed; close it");
            close = text.length();
        }
        word.append(text, at + 1, close);
        inWord = true;
        at = Math.min(close + 1, text.length());
    }

    private void doubleQuoted() {
        inWord = true;
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at);
            switch (c) {
                case '\\' -> escapedInQuotes();
                case '$' -> variable().ifPresent(word::append);
                case '`' ->
                        needsShell(c, "a command in `…` is not run from here; write its result");
                default -> literal(c);
            }
        }
        if (at >= text.length()) problems.add("a \" is not closed; close it");
        at = Math.min(at + 1, text.length());
    }

    private void escapedInQuotes() {
        if (skipContinuation()) return;
        boolean special = at + 1 < text.length() && "$`\"\\".indexOf(text.charAt(at + 1)) >= 0;
        if (special) at++;
        literal(text.charAt(at));
    }

    private void escaped() {
        if (skipContinuation()) return;
        at++;
        if (at < text.length()) literal(text.charAt(at));
    }

    /** Blanks between the backslash and the line's end come from web pages and are forgiven. */
    private boolean skipContinuation() {
        var continued = CONTINUED.matcher(text).region(at, text.length());
        if (!continued.lookingAt()) return false;
        at = continued.end();
        return true;
    }

    private void commentOr(char c) {
        if (inWord) {
            literal(c);
            return;
        }
        int lineEnd = text.indexOf('\n', at);
        at = lineEnd < 0 ? text.length() : lineEnd;
    }

    private void homeOr(char c) {
        boolean alone = at + 1 == text.length() || " \t\r\n/".indexOf(text.charAt(at + 1)) >= 0;
        String home = variables.get("HOME");
        if (inWord || !alone || home == null) {
            literal(c);
            return;
        }
        word.append(home);
        inWord = true;
        at++;
    }

    /**
     * The value at a {@code $}; empty, and the text kept as it is, when there is none to be had.
     */
    private Optional<String> variable() {
        var variable = VARIABLE.matcher(text).region(at, text.length());
        if (!variable.lookingAt()) {
            if (text.startsWith("$(", at)) {
                command();
            } else {
                literal('$');
            }
            return Optional.empty();
        }
        at = variable.end();
        String braced = variable.group("braced");
        String name = braced == null ? variable.group("name") : braced;
        String otherwise = variable.group("otherwise");
        String value = variables.getOrDefault(name, otherwise == null ? "" : otherwise);
        if (!variables.containsKey(name) && otherwise == null) {
            problems.add(
                    "$%s is not set here; write its value, or put it in single quotes"
                            .formatted(name));
            word.append(variable.group());
            inWord = true;
            return Optional.empty();
        }
        return Optional.of(value);
    }

    /** All of it, as it is, up to the parenthesis that ends it. */
    private void command() {
        problems.add("a command in $(…) is not run from here; write its result");
        int open = 0;
        do {
            char c = text.charAt(at);
            if (c == '(') open++;
            if (c == ')') open--;
            literal(c);
        } while (at < text.length() && (open > 0 || text.charAt(at - 1) == '$'));
    }

    private void splitIntoWords(String value) {
        for (char c : value.toCharArray()) {
            if (Character.isWhitespace(c)) {
                endWord();
            } else {
                word.append(c);
                inWord = true;
            }
        }
    }

    private void endWord() {
        if (inWord) words.add(word.toString());
        dropWord();
    }

    private void dropWord() {
        word.setLength(0);
        inWord = false;
    }
}
