package dev.muster.agent.cli;

import java.util.List;

/** {@code muster history}: past runs, for a terminal and for scripts. */
final class HistoryCommand {
    private static final String USAGE =
            """
            usage: muster history [WORDS …]             list runs, newest first, with these words in them
                   muster history show RUN              one run: how it went, and what it was started with
                   muster history compare RUN RUN       what is different about two runs
                   muster history rerun RUN             start the same again in this terminal
                   muster history delete RUN … --yes    delete runs with their logs
                   muster history prune                 remove what is more than is to be kept
                   muster history removed               what was removed so
                   muster history limits                how much is kept, how much there is
            RUN is an id, its beginning or end where that is clear, or `last`. Each has --help.
            """;

    private final Terminal terminal;

    HistoryCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> words) {
        if (words.isEmpty()) return new HistoryList(terminal).call(words);
        List<String> rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "list" -> new HistoryList(terminal).call(rest);
            case "show" -> new HistoryShow(terminal).call(rest);
            case "compare" -> new HistoryCompare(terminal).call(rest);
            case "rerun" -> new HistoryRerun(terminal).call(rest);
            case "delete" -> new HistoryDelete(terminal).call(rest);
            case "prune" -> new HistoryPrune(terminal).call(rest);
            case "limits" -> new HistoryLimits(terminal).call(rest);
            case "removed" -> new HistoryRemoved(terminal).call(rest);
            case "--help", "-h", "help" -> {
                terminal.out().print(USAGE);
                yield ExitCodes.OK;
            }
            default -> new HistoryList(terminal).call(words);
        };
    }
}
