package dev.muster.agent.stacks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text in which Python's faulthandler tells where threads stand, which is also how {@link
 * PySpyJson} has it. A worker wrote it, so anything may stand there: what is no thread and no frame
 * is skipped, and what is too much is left out.
 */
final class StackText {
    /** faulthandler stops at 100 of each by itself; py-spy at none. */
    private static final int MOST_THREADS = 512;

    private static final int MOST_FRAMES = 1024;
    private static final int LONGEST_NAME = 400;

    private static final Pattern THREAD =
            Pattern.compile(
                    "(?:(?:Current )?[Tt]hread (?<id>\\S{1,40})|Stack)(?: \\[(?<name>[^\\]]*)])?"
                            + "(?<idle> \\(idle\\))? \\(most recent call first\\):");
    private static final Pattern FRAME =
            Pattern.compile(
                    "  File \"(?<file>[^\"]*)\"(?:, line (?<line>\\d{1,9}|\\?\\?\\?))? in"
                            + " (?<function>.*)");

    private StackText() {}

    /** The main thread first where it can be told. */
    static List<ThreadStack> read(String text) {
        var threads = new ArrayList<Draft>();
        for (String line : (Iterable<String>) text.lines()::iterator) {
            Matcher thread = THREAD.matcher(line);
            if (thread.matches()) {
                if (threads.size() == MOST_THREADS) break;
                threads.add(
                        new Draft(
                                Optional.ofNullable(thread.group("name")),
                                Optional.ofNullable(thread.group("id")),
                                thread.group("idle") != null));
            } else if (!threads.isEmpty()) {
                frame(line).ifPresent(threads.getLast()::add);
            }
        }
        return named(threads);
    }

    private static Optional<Frame> frame(String line) {
        Matcher frame = FRAME.matcher(line);
        if (!frame.matches()) return Optional.empty();
        String number = frame.group("line");
        boolean isKnown = number != null && !number.startsWith("?");
        return Optional.of(
                new Frame(
                        cut(frame.group("function")),
                        cut(frame.group("file")),
                        isKnown ? Integer.parseInt(number) : 0));
    }

    /** Without names, the main thread is the last: Python lists the newest first. */
    private static List<ThreadStack> named(List<Draft> drafts) {
        boolean isTold = drafts.stream().anyMatch(draft -> draft.isCalled(ThreadStack.MAIN));
        var threads = new ArrayList<ThreadStack>();
        for (Draft draft : drafts) {
            boolean isMain = isTold ? draft.isCalled(ThreadStack.MAIN) : draft == drafts.getLast();
            if (isMain) threads.addFirst(draft.thread(ThreadStack.MAIN));
            else threads.add(draft.thread(draft.label()));
        }
        return threads;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "…";
    }

    /** A thread whose frames still come. */
    private record Draft(
            Optional<String> name, Optional<String> id, boolean idle, List<Frame> innermostFirst) {
        Draft(Optional<String> name, Optional<String> id, boolean idle) {
            this(name.filter(given -> !given.isBlank()), id, idle, new ArrayList<>());
        }

        void add(Frame frame) {
            if (innermostFirst.size() < MOST_FRAMES) innermostFirst.add(frame);
        }

        boolean isCalled(String wanted) {
            return name.filter(wanted::equals).isPresent();
        }

        String label() {
            return cut(name.or(() -> id).orElse("a thread"));
        }

        ThreadStack thread(String label) {
            var frames = new ArrayList<>(innermostFirst);
            Collections.reverse(frames);
            return new ThreadStack(label, idle, frames);
        }
    }
}
