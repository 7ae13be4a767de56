package dev.muster.agent.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.util.List;

/** {@code muster completion bash|zsh|fish}: what makes a shell complete muster's words. */
final class CompletionCommand {
    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    /** By which picocli keeps bash from offering files where there is nothing else to offer. */
    private static final String NO_FILES = "  type compopt &>/dev/null && compopt +o default\n";

    private CompletionCommand() {}

    static int call(List<String> words, Terminal terminal) {
        return print(words.isEmpty() ? "" : words.getFirst(), terminal);
    }

    /** Prints it, or says for which shells there is one. */
    static int print(String shell, Terminal terminal) {
        if (!SHELLS.contains(shell)) {
            String found = shell.isEmpty() ? "nothing" : "\"" + VisibleText.of(shell) + "\"";
            terminal.err()
                    .printf(
                            "muster completion: found %s, expected one of these shells: %s%n",
                            found, String.join(", ", SHELLS));
            return ExitCodes.USAGE;
        }
        CommandLine commands = commands(terminal);
        terminal.out()
                .print(
                        switch (shell) {
                            case "fish" -> FishCompletion.of(commands);
                            case "zsh" -> ZshCompletion.of(commands);
                            default -> bash(commands);
                        });
        return ExitCodes.OK;
    }

    /** Prints the manual page, which lists what shells complete. */
    static int printManual(Terminal terminal) {
        terminal.out().print(ManualPage.of(commands(terminal)));
        return ExitCodes.OK;
    }

    private static String bash(CommandLine commands) {
        return AutoComplete.bash(commands.getCommandName(), commands).replace(NO_FILES, "");
    }

    /** All calls with their flags, as far as they have any. */
    private static CommandLine commands(Terminal terminal) {
        var root = CommandSpec.create().name("muster");
        root.addSubcommand("run", described("Run a script here", new RunCommand(terminal)));
        root.addSubcommand("open", described("Run it in the cockpit", new RunCommand(terminal)));
        root.addSubcommand("agent", described("Host runs", new HostCommand(terminal)));
        root.addSubcommand("pair", described("Let another machine in", new PairCommand(terminal)));
        for (AgentVerbs.Verb verb : AgentVerbs.ALL) {
            root.addSubcommand(verb.name(), described(verb.purpose(), verb.on().apply(terminal)));
        }
        root.addSubcommand("store", described("Serve a store alone", new StoreCommand(terminal)));
        root.addSubcommand(
                "barrier", described("Wait for each other", new BarrierCommand(terminal)));
        root.addSubcommand(
                "observe", described("Look at a torchrun job", new ObserveCommand(terminal)));
        root.addSubcommand("history", described("Past runs", new HistoryList(terminal)));
        root.addSubcommand(
                "export", described("Write a run as a page", new ExportCommand(terminal)));
        root.addSubcommand(
                "doctor", described("Look at this machine", new DoctorCommand(terminal)));
        root.addSubcommand("demo", described("See a simulated run", CommandSpec.create()));
        root.addSubcommand("completion", described("Help a shell", shells()));
        return new CommandLine(root);
    }

    private static CommandLine described(String purpose, Object command) {
        var line = new CommandLine(command);
        line.getCommandSpec().usageMessage().description(purpose);
        return line;
    }

    private static CommandSpec shells() {
        var spec = CommandSpec.create();
        spec.addPositional(
                PositionalParamSpec.builder()
                        .paramLabel("SHELL")
                        .completionCandidates(SHELLS)
                        .build());
        return spec;
    }
}
