package dev.muster.agent.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.Map;
import java.util.StringJoiner;

/** The commands of a command line, as fish's {@code complete} takes them. */
final class FishCompletion {
    private FishCompletion() {}

    static String of(CommandLine root) {
        var lines = new StringJoiner("\n", "", "\n");
        String program = "complete -c " + root.getCommandName();
        for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
            CommandSpec spec = command.getValue().getCommandSpec();
            lines.add(
                    "%s -n __fish_use_subcommand -f -a %s -d %s"
                            .formatted(
                                    program, command.getKey(), quoted(Completion.purpose(spec))));
            String there =
                    "%s -n '__fish_seen_subcommand_from %s'".formatted(program, command.getKey());
            spec.options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> lines.add(there + flag(option)));
            spec.positionalParameters().stream()
                    .map(parameter -> Completion.words(parameter.completionCandidates()))
                    .filter(words -> !words.isEmpty())
                    .forEach(words -> lines.add(there + " -f -a " + quoted(words)));
        }
        return lines.toString();
    }

    private static String flag(OptionSpec option) {
        var text = new StringBuilder();
        for (String name : option.names()) {
            boolean isLong = name.startsWith("--");
            text.append(isLong ? " -l " : " -s ").append(name.substring(isLong ? 2 : 1));
        }
        if (option.arity().max() > 0) {
            text.append(Completion.isPath(option) ? " -r" : " -x");
            String words = Completion.words(option.completionCandidates());
            if (!words.isEmpty()) text.append(" -a ").append(quoted(words));
        }
        return text.append(" -d ").append(quoted(Completion.purpose(option))).toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
