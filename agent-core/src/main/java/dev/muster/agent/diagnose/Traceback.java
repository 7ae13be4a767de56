package dev.muster.agent.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The last traceback of Python in a worker's stderr, with those it is chained to. PyTorch puts
 * {@code [rank0]: } before each line, an exception group a bar; neither is told.
 *
 * @param lines from the first header on, to the end of the text
 * @param exception the line that names it; absent when the worker was cut off before it
 * @param last whether nothing was told after it but how the process ends. Python goes on after
 *     exceptions that a program only tells of
 */
record Traceback(List<String> lines, Optional<String> exception, boolean last) {
    private static final Pattern HEADER =
            Pattern.compile(
                    "((?:\\[rank[0-9]{1,9}\\]: ?)?[ |+]{0,80})"
                            + "((?:Exception Group )?Traceback \\(most recent call last\\):\\s*)");

    /** Between two tracebacks, the first of which led to the second. */
    private static final Pattern LINK =
            Pattern.compile(
                    ".{0,120}(?:During handling of the above exception, another exception occurred"
                            + "|The above exception was the direct cause of the following"
                            + " exception):\\s*");

    /** From here on a process has nothing of its own to tell any more. */
    private static final Pattern ENDING =
            Pattern.compile("(?:terminate called|Fatal Python error:|Exception ignored|wandb: ).*");

    /** What libraries tell on the way: indented lines, PyTorch's own log, and warnings. */
    private static final Pattern ASIDE =
            Pattern.compile(
                    "\\s.*|(?:\\[rank[0-9]{1,9}\\]: ?)?\\[[IWEF][0-9]{4} .*"
                            + "|.{0,400}:[0-9]{1,9}: [A-Z][A-Za-z]{0,80}Warning: .*");

    /** Python could tell nobody of it, so it is not what ended the worker. */
    private static final String IGNORED = "Exception ignored in";

    /**
     * The name of an exception at the beginning of a line, when no header is left to lead to it.
     */
    private static final Pattern NAMED =
            Pattern.compile(
                    "(?:\\[rank[0-9]{1,9}\\]: ?)?(?: {2,80}\\| )?"
                            + "((?:[A-Za-z_][A-Za-z0-9_.]{0,200}(?:Error|Exception|Interrupt|Exit)"
                            + "|(?:Base)?Exception(?:Group)?)(?::.*)?)");

    /** What is wrong with a text that is no Python. */
    private static final Pattern NO_PYTHON = Pattern.compile("(?:Syntax|Indentation|Tab)Error: .*");

    /** A blank line of an exception group. */
    private static final Pattern ONLY_A_BAR =
            Pattern.compile("(?:\\[rank[0-9]{1,9}\\]: ?)?[ |]{0,80}");

    Traceback {
        lines = List.copyOf(lines);
    }

    static Optional<Traceback> lastIn(Tail tail) {
        List<String> lines =
                tail.lines().stream().filter(line -> !ONLY_A_BAR.matcher(line).matches()).toList();
        for (int i = lines.size() - 1; i >= 0; i--) {
            Matcher header = HEADER.matcher(lines.get(i));
            boolean counts = header.matches() && (i == 0 || !isIgnored(lines.get(i - 1)));
            if (counts) return Optional.of(from(lines, i, prefixBelow(header.group(1))));
        }
        return tail.cut() ? headless(lines) : unreadable(lines);
    }

    private static boolean isIgnored(String before) {
        return before.contains(IGNORED);
    }

    /** The outermost group has a plus before its header, but bars before all that follows. */
    private static String prefixBelow(String prefixOfHeader) {
        return prefixOfHeader.replace('+', '|');
    }

    private static Traceback from(List<String> lines, int header, String prefix) {
        int first = header;
        while (first >= 2 && LINK.matcher(lines.get(first - 1)).matches()) {
            int earlier = headerBefore(lines, first - 1);
            if (earlier < 0) break;
            first = earlier;
        }
        var told = new ArrayList<String>();
        for (String line : lines.subList(first, lines.size())) told.add(bare(line, prefix));
        int named = header - first + 1;
        while (named < told.size() && isIndented(told.get(named))) named++;
        if (named == told.size()) return new Traceback(told, Optional.empty(), false);
        List<String> after = lines.subList(first + named + 1, lines.size());
        return new Traceback(told, Optional.of(told.get(named)), isEnd(after, prefix));
    }

    private static boolean isIndented(String line) {
        return Character.isWhitespace(line.charAt(0));
    }

    /**
     * @param prefix of the traceback: PyTorch puts it before the lines of an exception that nobody
     *     caught
     */
    private static boolean isEnd(List<String> after, String prefix) {
        boolean ofRank = prefix.startsWith("[");
        for (String line : after) {
            if (ENDING.matcher(line).matches()) return true;
            boolean belongs = ofRank && line.startsWith(prefix) || ASIDE.matcher(line).matches();
            if (!belongs) return false;
        }
        return true;
    }

    private static int headerBefore(List<String> lines, int link) {
        for (int i = link - 1; i >= 0; i--) {
            if (HEADER.matcher(lines.get(i)).matches()) return i;
        }
        return -1;
    }

    private static String bare(String line, String prefix) {
        return line.startsWith(prefix) && line.length() > prefix.length()
                ? line.substring(prefix.length())
                : line;
    }

    /** Of a script that Python could not even read, there is no header. */
    private static Optional<Traceback> unreadable(List<String> lines) {
        if (lines.isEmpty() || !NO_PYTHON.matcher(lines.getLast()).matches()) {
            return Optional.empty();
        }
        int place = lines.size() - 1;
        while (place > 0 && isIndented(lines.get(place - 1))) place--;
        return Optional.of(
                new Traceback(
                        lines.subList(place, lines.size()), Optional.of(lines.getLast()), true));
    }

    /** Of a traceback whose beginning is out of sight, the exception can still be seen. */
    private static Optional<Traceback> headless(List<String> lines) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            Matcher named = NAMED.matcher(lines.get(i));
            if (named.matches())
                return Optional.of(new Traceback(lines, Optional.of(named.group(1)), false));
        }
        return Optional.empty();
    }
}
