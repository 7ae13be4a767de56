package dev.muster.agent.cli;

import dev.muster.agent.home.Version;

import picocli.CommandLine;

import java.util.List;

/** The words after a call's name, read into the command that they are for. */
final class CallWords {
    private CallWords() {}

    /**
     * Whether {@code command} is still to be done: where its help or the version was asked for,
     * that has been printed and is all.
     *
     * @throws CommandLine.ParameterException with one sentence about the first word that is wrong
     */
    static boolean read(List<String> words, Object command, Terminal terminal) {
        var line = new CommandLine(command).setExpandAtFiles(false);
        line.parseArgs(words.toArray(String[]::new));
        if (line.isVersionHelpRequested()) {
            terminal.out().println("muster " + Version.read());
            return false;
        }
        if (line.isUsageHelpRequested()) {
            line.usage(terminal.out());
            return false;
        }
        return true;
    }
}
