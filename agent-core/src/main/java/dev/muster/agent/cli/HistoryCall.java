package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.history.History;
import dev.muster.agent.history.HistoryQuery;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;

import picocli.CommandLine;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * What all calls about past runs have in common: reading words, opening, and saying what failed.
 */
final class HistoryCall {
    /** Stands for the run that was started last. */
    static final String LAST = "last";

    /** What such a call does, and what it ends with. */
    interface Work {
        int with(History history, Map<String, String> environment) throws IOException;
    }

    private HistoryCall() {}

    /** Reads the words into {@code command}, then works with the history of this user. */
    static int call(String name, List<String> words, Object command, Terminal terminal, Work work) {
        try {
            if (!CallWords.read(words, command, terminal)) return ExitCodes.OK;
        } catch (CommandLine.ParameterException e) {
            return refuse(name, e, terminal);
        }
        Map<String, String> environment = OwnEnvironment.read();
        MusterHome home = MusterHome.of(environment);
        try (History history = History.open(home, InstantSource.system())) {
            int exitCode = work.with(history, environment);
            history.notice().ifPresent(notice -> say(name, notice, terminal));
            return exitCode;
        } catch (IllegalArgumentException e) {
            return refuse(name, e, terminal);
        } catch (IOException e) {
            say(name, String.valueOf(e.getMessage()), terminal);
            return ExitCodes.BROKEN;
        }
    }

    /**
     * Which run is meant: its whole id, the beginning or end of it where that is clear, or {@link
     * #LAST}.
     *
     * @throws IllegalArgumentException when it could be several or none
     */
    static RunId run(History history, String word) throws IOException {
        List<RunId> all = history.list(HistoryQuery.EVERYTHING).stream().map(PastRun::run).toList();
        if (word.equals(LAST) && !all.isEmpty()) return all.getFirst();
        List<RunId> exact = all.stream().filter(run -> run.value().equals(word)).toList();
        if (!exact.isEmpty()) return exact.getFirst();
        List<RunId> meant =
                all.stream()
                        .filter(run -> run.value().startsWith(word) || run.value().endsWith(word))
                        .toList();
        if (meant.size() == 1) return meant.getFirst();
        throw new IllegalArgumentException(
                meant.isEmpty()
                        ? "there is no run \"%s\"; muster history lists them".formatted(word)
                        : "\"%s\" could be %d runs, %s and %s among them"
                                .formatted(word, meant.size(), meant.get(0), meant.get(1)));
    }

    static void say(String name, String sentence, Terminal terminal) {
        terminal.err().println(name + ": " + VisibleText.of(sentence));
    }

    private static int refuse(String name, RuntimeException e, Terminal terminal) {
        say(name, String.valueOf(e.getMessage()), terminal);
        return ExitCodes.USAGE;
    }
}
