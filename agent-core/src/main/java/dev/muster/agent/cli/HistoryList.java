package dev.muster.agent.cli;

import dev.muster.agent.history.ByteWords;
import dev.muster.agent.history.DurationWords;
import dev.muster.agent.history.HistoryFigures;
import dev.muster.agent.history.HistoryQuery;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.history.RunState;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code muster history list}. */
@Command(
        name = "muster history list",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Lists runs, newest first.")
final class HistoryList {
    private static final DateTimeFormatter STARTED =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

    private final Terminal terminal;

    @Parameters(
            paramLabel = "WORD",
            arity = "0..*",
            description = "All of them are in the run's id, script, arguments, host or sentences.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description =
                    "Only runs that are so: running, succeeded, failed, stopped, agent-died …")
    private List<String> states = new ArrayList<>();

    @Option(names = "--since", paramLabel = "DATE", description = "Started on that day or later.")
    private String since = "";

    @Option(names = "--until", paramLabel = "DATE", description = "Started on that day or before.")
    private String until = "";

    @Option(names = "-n", paramLabel = "N", description = "At most so many. Default: 50.")
    private int most = 50;

    @Mixin private final OutputFlag output = new OutputFlag();

    HistoryList(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        return HistoryCall.call(
                "muster history",
                line,
                this,
                terminal,
                (history, _) -> {
                    List<PastRun> runs = history.list(query());
                    output.print(
                            runs.stream().map(HistoryJson::of).toList(),
                            terminal,
                            () -> table(runs));
                    if (output.isTable()) say(history.figures());
                    return ExitCodes.OK;
                });
    }

    private HistoryQuery query() {
        return new HistoryQuery(
                words,
                stateSet(),
                day(since).map(HistoryList::begin),
                day(until).map(day -> begin(day.plusDays(1))),
                most);
    }

    private Set<RunState> stateSet() {
        var wanted = new HashSet<RunState>();
        for (String word : states) {
            wanted.add(
                    Stream.of(RunState.values())
                            .filter(state -> state.words().replace(' ', '-').equals(word))
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException(unknown(word))));
        }
        return wanted;
    }

    private static String unknown(String word) {
        return "--state: found \"%s\", expected one of %s"
                .formatted(
                        word,
                        Stream.of(RunState.values())
                                .map(state -> state.words().replace(' ', '-'))
                                .collect(Collectors.joining(", ")));
    }

    private static Optional<LocalDate> day(String text) {
        if (text.isEmpty()) return Optional.empty();
        try {
            return Optional.of(LocalDate.parse(text));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "found \"%s\", expected a day like 2026-03-01".formatted(text), e);
        }
    }

    private static Instant begin(LocalDate day) {
        return day.atStartOfDay(ZoneId.systemDefault()).toInstant();
    }

    private void table(List<PastRun> runs) {
        if (runs.isEmpty()) {
            HistoryCall.say("muster history", "there is no such run", terminal);
            return;
        }
        var table = new TextTable("RUN", "STATE", "STARTED", "TOOK", "RESTARTS", "SIZE", "WHAT");
        for (PastRun run : runs) {
            table.row(
                    run.run().value(),
                    run.state().words(),
                    STARTED.format(run.startedAt().atZone(ZoneId.systemDefault())),
                    run.endedAt().isPresent()
                            ? run.duration(run.endedAt().get()).map(DurationWords::of).orElse("")
                            : "–",
                    Integer.toString(run.restarts()),
                    ByteWords.of(run.bytes()),
                    (run.name() + " " + run.arguments()).strip());
        }
        table.print(terminal.out());
    }

    private void say(HistoryFigures figures) {
        HistoryCall.say("muster history", figures.inWords(), terminal);
        for (String notice : figures.notices(ZoneId.systemDefault())) {
            HistoryCall.say("muster history", notice, terminal);
        }
    }
}
