package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.history.OpenedRun;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.journal.KeptSpec;
import dev.muster.agent.launch.MusterLine;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;

/** {@code muster history rerun RUN}: as {@code muster run}, with what the run was started with. */
@Command(
        name = "muster history rerun",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Starts the same again in this terminal, and ends with its exit code.")
final class HistoryRerun {
    /** What each shell sets for itself says nothing of the run. */
    private static final Set<String> OF_THE_SHELL = Set.of("PWD", "OLDPWD", "SHLVL", "_");

    private final Terminal terminal;

    @Parameters(paramLabel = "RUN", description = "Which run.")
    private String run = "";

    @Option(
            names = "--print",
            description =
                    "Prints the line of muster run that starts the same, to be edited, with the"
                            + " values of its variables, and starts nothing.")
    private boolean print;

    HistoryRerun(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        var found = new ArrayList<KeptSpec>();
        int exitCode =
                HistoryCall.call(
                        "muster history",
                        line,
                        this,
                        terminal,
                        (history, _) -> {
                            OpenedRun opened = history.open(HistoryCall.run(history, run));
                            found.add(opened.spec().orElseThrow(() -> unknown(opened)));
                            return ExitCodes.OK;
                        });
        return found.isEmpty() ? exitCode : again(found.getFirst());
    }

    private static IllegalArgumentException unknown(OpenedRun opened) {
        return new IllegalArgumentException(
                "nobody knows what run %s was started with: its spec.json cannot be read"
                        .formatted(opened.run().run()));
    }

    /** A run in the background has all variables of the call that started it. */
    private int print(JobSpec spec) {
        var surroundings = new HashMap<>(spec.environment());
        surroundings.keySet().retainAll(OF_THE_SHELL);
        OwnEnvironment.read().forEach(surroundings::putIfAbsent);
        JobSpec own = spec.apartFrom(surroundings);
        int same = spec.environment().size() - own.environment().size();
        if (same > 0) {
            HistoryCall.say(
                    "muster history",
                    "%d variables are left out, as they are set here".formatted(same),
                    terminal);
        }
        terminal.out().println(MusterLine.of(own));
        return ExitCodes.OK;
    }

    private int again(KeptSpec kept) {
        if (!kept.withoutValue().isEmpty()) {
            HistoryCall.say(
                    "muster history",
                    "the values of %s were not kept; they are as they are set here"
                            .formatted(String.join(", ", kept.withoutValue())),
                    terminal);
        }
        if (print) {
            return print(kept.spec());
        }
        return new RunCommand(terminal).again(kept.spec());
    }
}
