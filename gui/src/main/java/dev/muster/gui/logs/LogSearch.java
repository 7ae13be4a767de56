package dev.muster.gui.logs;

import dev.muster.gui.logs.Query.Showing;

import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/** What stands in the search field and beside it, as data. Lives on the FX thread. */
final class LogSearch {
    private final Runnable onChange;
    private String words = "";
    private boolean regex;
    private Showing showing = Showing.ALL;
    private boolean warningsOnly;
    private Optional<LinePattern> pattern = Optional.empty();
    private Optional<String> problem = Optional.empty();

    /** {@code onChange} is called when the query is another one, or what is wrong with it. */
    LogSearch(Runnable onChange) {
        this.onChange = onChange;
    }

    /** What is asked of the log; of a broken expression nothing. */
    Query query() {
        return new Query(pattern, pattern.isEmpty() ? Showing.ALL : showing, warningsOnly);
    }

    String words() {
        return words;
    }

    boolean regex() {
        return regex;
    }

    Showing showing() {
        return showing;
    }

    boolean warningsOnly() {
        return warningsOnly;
    }

    /** Why the expression is none; absent when it is one. */
    Optional<String> problem() {
        return problem;
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    void type(String typed) {
        if (typed.equals(words)) return;
        words = typed;
        understand();
    }

    void setRegex(boolean now) {
        regex = now;
        understand();
    }

    /** Shows only lines of that kind; asked for again, all lines. */
    void toggle(Showing kind) {
        showing = showing == kind ? Showing.ALL : kind;
        onChange.run();
    }

    void setWarningsOnly(boolean now) {
        warningsOnly = now;
        onChange.run();
    }

    private void understand() {
        problem = Optional.empty();
        pattern = Optional.empty();
        try {
            if (!words.isEmpty()) {
                pattern =
                        Optional.of(regex ? LinePattern.regex(words) : LinePattern.literal(words));
            }
        } catch (PatternSyntaxException e) {
            problem = Optional.of(e.getDescription());
        }
        onChange.run();
    }
}
