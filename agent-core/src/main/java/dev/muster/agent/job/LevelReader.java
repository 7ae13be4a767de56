package dev.muster.agent.job;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Tells the level of lines that are read in their order: by the words of the usual log formats
 * (Python's logging and warnings, glog as PyTorch's C++ writes it) and by the shape of a Python
 * traceback, which goes on until its first line that is not indented.
 */
public final class LevelReader {
    /** Levels stand near the beginning of a line. */
    public static final int READ_COLUMNS = 160;

    /** {@code [rank3]: }, which PyTorch puts before each line of a traceback. */
    private static final Pattern RANK_PREFIX = Pattern.compile("^\\[rank\\d+]: ?");

    private static final Pattern ERROR =
            Pattern.compile(
                    "\\b(?:ERROR|CRITICAL|FATAL)\\b"
                            + "|(?:^|\\[)E\\d{4} "
                            + "|(?:^|[\\s\\]:])\\[E[ \\]]"
                            + "|^[\\w.]*(?:Error|Exception|KeyboardInterrupt|SystemExit)(?::|$)");
    private static final Pattern WARNING =
            Pattern.compile(
                    "\\bWARN(?:ING)?\\b"
                            + "|(?:^|\\[)W\\d{4} "
                            + "|(?:^|[\\s\\]:])\\[W[ \\]]"
                            + "|\\b[A-Z]\\w*Warning:");

    /**
     * One of these is in every line that a pattern matches; most lines have none, and are quick.
     */
    private static final List<String> SIGNS =
            List.of(
                    "ERROR",
                    "CRITICAL",
                    "FATAL",
                    "WARN",
                    "Error",
                    "Exception",
                    "Warning",
                    "KeyboardInterrupt",
                    "SystemExit",
                    "[E",
                    "[W");

    private static final LevelSigns BYTE_SIGNS = LevelSigns.of(SIGNS);

    private boolean inTraceback;

    /** For the lines of one stream, from its first. */
    public LevelReader() {}

    /** The same of a line of printable ASCII, which mostly need not be made a string. */
    public LineLevel next(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + READ_COLUMNS);
        if (!inTraceback && !BYTE_SIGNS.areIn(bytes, from, end)) return LineLevel.PLAIN;
        return next(new String(bytes, from, end - from, StandardCharsets.US_ASCII));
    }

    /** Of the line that comes next; its first {@link #READ_COLUMNS} are enough. */
    public LineLevel next(String line) {
        String text = line.startsWith("[rank") ? RANK_PREFIX.matcher(line).replaceFirst("") : line;
        if (text.startsWith("Traceback (most recent call last)") || text.startsWith("  File \"")) {
            inTraceback = true;
            return LineLevel.ERROR;
        }
        if (inTraceback) {
            inTraceback = text.startsWith(" ");
            return LineLevel.ERROR;
        }
        String head = text.substring(0, Math.min(text.length(), READ_COLUMNS));
        if (!mayHaveLevel(head)) return LineLevel.PLAIN;
        if (ERROR.matcher(head).find()) return LineLevel.ERROR;
        return WARNING.matcher(head).find() ? LineLevel.WARNING : LineLevel.PLAIN;
    }

    private static boolean mayHaveLevel(String head) {
        boolean beginsAsGlog = head.startsWith("E") || head.startsWith("W");
        return beginsAsGlog || SIGNS.stream().anyMatch(head::contains);
    }
}
