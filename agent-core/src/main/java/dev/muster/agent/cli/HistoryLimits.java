package dev.muster.agent.cli;

import dev.muster.agent.history.History;
import dev.muster.agent.history.HistoryFigures;
import dev.muster.agent.history.KeepSettings;
import dev.muster.agent.home.MusterHome;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** {@code muster history limits}. */
@Command(
        name = "muster history limits",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = {
            "Tells how much of the past is kept, how much there is, and what was removed last.",
            "Agents and the cockpit clean up half a minute after their start and each hour: the"
                    + " runs go that ended first, none that runs or that ended within a day."
        })
final class HistoryLimits {
    private final Terminal terminal;

    @Mixin private final OutputFlag output = new OutputFlag();

    HistoryLimits(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        return HistoryCall.call("muster history", line, this, terminal, this::print);
    }

    private int print(History history, Map<String, String> environment) throws IOException {
        HistoryFigures figures = history.figures();
        output.print(
                List.of(HistoryJson.of(figures)),
                terminal,
                () -> {
                    terminal.out().println(figures.inWords());
                    figures.notices(ZoneId.systemDefault())
                            .forEach(notice -> terminal.out().println(VisibleText.of(notice)));
                    terminal.out()
                            .println(
                                    "%s can say otherwise, by keepRuns, keepGiB and keepDays"
                                            .formatted(
                                                    KeepSettings.file(MusterHome.of(environment))));
                });
        return ExitCodes.OK;
    }
}
