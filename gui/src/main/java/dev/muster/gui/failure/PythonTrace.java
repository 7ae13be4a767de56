package dev.muster.gui.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A traceback of Python, or where its faulthandler says a thread stood, read from the last lines of
 * a worker: of several the last.
 *
 * @param frames outermost first, as Python tells them
 */
record PythonTrace(List<Frame> frames) {
    /**
     * One call.
     *
     * @param code the line that stands there; empty where Python did not have it
     * @param own whether it is the user's and no library's
     */
    record Frame(String file, int line, String function, String code, boolean own) {
        /** {@code train.py:61}. */
        String place() {
            return file.substring(file.lastIndexOf('/') + 1) + ":" + line;
        }
    }

    private static final Pattern HEADER =
            Pattern.compile(
                    ".{0,120}(?:Traceback \\(most recent call last\\)"
                            + "|(?<reversed>\\(most recent call first\\))):\\s*");
    private static final Pattern FRAME =
            Pattern.compile(
                    "\\s{0,80}File \"(?<file>[^\"]{1,400})\", line (?<line>\\d{1,9})"
                            + "(?:,? in (?<function>.{1,200}))?");

    /** What Python draws below the part of a line that it means. */
    private static final Pattern POINTER = Pattern.compile("[\\s^~]*");

    /** Where what was installed lies, and what Python brings itself. */
    private static final Pattern LIBRARY =
            Pattern.compile(
                    ".*/(?:site|dist)-packages/.*|.*/lib(?:64)?/python\\d[^/]*/.*|<frozen .*");

    PythonTrace {
        frames = List.copyOf(frames);
    }

    /** Absent where no frame can be told. */
    static Optional<PythonTrace> in(List<String> lines) {
        int begin = 0;
        boolean innermostFirst = false;
        for (int i = 0; i < lines.size(); i++) {
            Matcher header = HEADER.matcher(lines.get(i));
            if (!header.matches()) continue;
            begin = i + 1;
            innermostFirst = header.group("reversed") != null;
        }
        var frames = new ArrayList<Frame>();
        for (int i = begin; i < lines.size(); i++) {
            Matcher frame = FRAME.matcher(lines.get(i));
            if (frame.matches()) frames.add(frame(frame, code(lines, i + 1)));
        }
        if (frames.isEmpty()) return Optional.empty();
        return Optional.of(new PythonTrace(innermostFirst ? frames.reversed() : frames));
    }

    private static Frame frame(Matcher frame, String code) {
        String file = frame.group("file");
        return new Frame(
                file,
                Integer.parseInt(frame.group("line")),
                Optional.ofNullable(frame.group("function")).orElse("<module>"),
                code,
                !LIBRARY.matcher(file).matches());
    }

    private static String code(List<String> lines, int at) {
        if (at >= lines.size()) return "";
        String next = lines.get(at);
        boolean isCode =
                next.startsWith("    ")
                        && !FRAME.matcher(next).matches()
                        && !POINTER.matcher(next).matches();
        return isCode ? next.strip() : "";
    }

    /** The user's own, the one nearest to the failure first. */
    List<Frame> own() {
        return frames.stream().filter(Frame::own).toList().reversed();
    }

    /** The libraries', the one nearest to the failure first. */
    List<Frame> libraries() {
        return frames.stream().filter(frame -> !frame.own()).toList().reversed();
    }
}
