package dev.muster.gui.logs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What is looked for in lines: words as they stand, or a regular expression. Capitals are told
 * apart only when there are some in it. One thread at a time.
 *
 * <p>An expression may be one that takes for ever, so each line gets a bounded amount of work, and
 * no line is looked at further than {@link #READ}.
 */
final class LinePattern {
    /** Characters of a line that a regular expression is tried on. */
    static final int READ = 1 << 16;

    /** Characters that one line's matching may look at, again and again. */
    private static final int MOST_WORK = 1 << 22;

    private static final int MOST_PLACES = 200;

    private final String words;
    private final boolean regex;
    private final Matcher matcher;
    private final Matcher asciiMatcher;
    private final Optional<ByteWords> asBytes;

    private LinePattern(String words, boolean regex, Pattern pattern, Optional<ByteWords> asBytes) {
        this.words = words;
        this.regex = regex;
        this.matcher = pattern.matcher("");
        int asciiFlags = pattern.flags() & ~Pattern.UNICODE_CASE; // the same there, and quicker
        asciiMatcher = Pattern.compile(pattern.pattern(), asciiFlags).matcher("");
        this.asBytes = asBytes;
    }

    static LinePattern literal(String words) {
        return new LinePattern(
                words,
                false,
                Pattern.compile(words, Pattern.LITERAL | flags(words)),
                Optional.of(new ByteWords(words, flags(words) != 0)));
    }

    /**
     * @throws PatternSyntaxException when it is no regular expression
     */
    static LinePattern regex(String expression) {
        return new LinePattern(
                expression, true, Pattern.compile(expression, flags(expression)), Optional.empty());
    }

    private static int flags(String words) {
        boolean capitals = words.chars().anyMatch(Character::isUpperCase);
        return capitals ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
    }

    boolean isIn(String line) {
        return isIn(line, matcher);
    }

    private boolean isIn(String line, Matcher its) {
        try {
            return its.reset(new Patient(line, regex)).find();
        } catch (TooCostly | StackOverflowError _) { // deep expressions recurse once per character
            return false;
        }
    }

    /** The same for a line of printable ASCII, which need not be made a string first. */
    boolean isIn(byte[] bytes, int from, int to) {
        return asBytes.isPresent()
                ? asBytes.get().isIn(bytes, from, to)
                : isIn(
                        new String(bytes, from, to - from, StandardCharsets.ISO_8859_1),
                        asciiMatcher);
    }

    /** Where in the line it stands: characters from first to end, in order. */
    List<Columns> placesIn(String line) {
        var places = new ArrayList<Columns>();
        try {
            matcher.reset(new Patient(line, regex));
            while (places.size() < MOST_PLACES && matcher.find()) {
                int length = matcher.end() - matcher.start();
                if (length > 0) places.add(new Columns(matcher.start(), length));
            }
        } catch (TooCostly | StackOverflowError _) {
            return places;
        }
        return places;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinePattern it && it.words.equals(words) && it.regex == regex;
    }

    @Override
    public int hashCode() {
        return words.hashCode() + (regex ? 1 : 0);
    }

    @Override
    public String toString() {
        return regex ? "/" + words + "/" : words;
    }

    /** Ends a match that goes on too long. */
    private static final class TooCostly extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooCostly() {
            super("a line took too much work", null, false, false);
        }
    }

    /** A line that can be looked at only so often. */
    private static final class Patient implements CharSequence {
        private final String line;
        private final int length;
        private int work;

        Patient(String line, boolean shorten) {
            this.line = line;
            length = shorten ? Math.min(line.length(), READ) : line.length();
            work = MOST_WORK + length;
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public char charAt(int index) {
            if (--work < 0) throw new TooCostly();
            return line.charAt(index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return line.subSequence(from, to);
        }

        @Override
        public String toString() {
            return line.substring(0, length);
        }
    }
}
