package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.LINE_PREFIX;
import static dev.muster.agent.launch.LaunchField.LOCAL_RANKS_FILTER;
import static dev.muster.agent.launch.LaunchField.LOG_DIR;
import static dev.muster.agent.launch.LaunchField.REDIRECTS;
import static dev.muster.agent.launch.LaunchField.STDERR_DUPLICATES;
import static dev.muster.agent.launch.LaunchField.STDOUT_DUPLICATES;
import static dev.muster.agent.launch.LaunchField.TEE;

import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.WorkerStreams;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the workers' output goes (spec/elastic-agent §4.3–4.5). */
final class StreamChecks {
    /** As a log directory it means that there is no log tree, and that all goes to the console. */
    private static final String NOWHERE = "/dev/null";

    static final String PREFIX_VARIABLE = "TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE";
    private static final Pattern INTEGERS =
            Pattern.compile("\\s*[+-]?\\d{1,9}\\s*(,\\s*[+-]?\\d{1,9}\\s*)*");

    /** No argument and no variable can hold it. */
    private static final char ONE_COMMA = '\0';

    private final LaunchDraft draft;
    private final Machine machine;
    private final Findings findings;
    private final FileChecks files;

    StreamChecks(LaunchDraft draft, Machine machine, Findings findings, FileChecks files) {
        this.draft = draft;
        this.machine = machine;
        this.findings = findings;
        this.files = files;
    }

    WorkerStreams streams() {
        StdByRank redirects = std(REDIRECTS);
        StdByRank tee = std(TEE);
        Set<Integer> shown = localRanksFilter();
        if (draft.text(LOG_DIR).equals(NOWHERE)) return WorkerStreams.PLAIN;
        return new WorkerStreams(
                redirects,
                tee,
                files.logDir(draft.text(LOG_DIR)),
                shown,
                duplicates(),
                linePrefix());
    }

    private StdByRank std(LaunchField field) {
        String text = draft.text(field);
        try {
            return text.isEmpty() ? StdByRank.NONE : StdByRank.parse(text);
        } catch (IllegalArgumentException e) {
            findings.add(field, String.valueOf(e.getMessage()));
            return StdByRank.NONE;
        }
    }

    private Set<Integer> localRanksFilter() {
        String text = draft.text(LOCAL_RANKS_FILTER);
        if (text.isEmpty()) return Set.of();
        if (!INTEGERS.matcher(text).matches()) {
            findings.add(
                    LOCAL_RANKS_FILTER,
                    "found \"%s\", expected a comma-separated list of integers, e.g. 0,1,2"
                            .formatted(text));
            return Set.of();
        }
        return Stream.of(text.split(",", -1))
                .map(rank -> Integer.parseInt(rank.strip()))
                .collect(Collectors.toUnmodifiableSet());
    }

    private Map<LogStream, List<String>> duplicates() {
        var byStream = new EnumMap<LogStream, List<String>>(LogStream.class);
        String ofStdout = draft.text(STDOUT_DUPLICATES);
        String ofStderr = draft.text(STDERR_DUPLICATES);
        if (!ofStdout.isEmpty()) byStream.put(LogStream.STDOUT, textsOf(ofStdout));
        if (!ofStderr.isEmpty()) byStream.put(LogStream.STDERR, textsOf(ofStderr));
        return byStream;
    }

    /**
     * From the left, two commas are one of the text; as with torchrun, an empty text is one too.
     */
    private static List<String> textsOf(String text) {
        return Stream.of(text.replace(",,", String.valueOf(ONE_COMMA)).split(",", -1))
                .map(part -> part.replace(ONE_COMMA, ','))
                .toList();
    }

    /** The same, written. */
    static String commaSeparated(List<String> texts) {
        return texts.stream().map(text -> text.replace(",", ",,")).collect(Collectors.joining(","));
    }

    private LinePrefix linePrefix() {
        return Optional.of(draft.text(LINE_PREFIX))
                .filter(text -> !text.isEmpty())
                .or(() -> machine.variable(PREFIX_VARIABLE))
                .map(LinePrefix::new)
                .orElse(LinePrefix.DEFAULT);
    }
}
