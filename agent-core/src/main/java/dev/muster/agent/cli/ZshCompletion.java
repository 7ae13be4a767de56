package dev.muster.agent.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.Map;
import java.util.StringJoiner;

/** The commands of a command line, as zsh's {@code _arguments} takes them. */
final class ZshCompletion {
    private ZshCompletion() {}

    static String of(CommandLine root) {
        String program = root.getCommandName();
        var commands = new StringJoiner("\n");
        var cases = new StringJoiner("\n");
        for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
            CommandSpec spec = command.getValue().getCommandSpec();
            commands.add(quoted(command.getKey() + ":" + Completion.purpose(spec)));
            cases.add(command.getKey() + ") _arguments -A '-*'" + arguments(spec) + " ;;");
        }
        return """
        #compdef %1$s
        _%1$s() {
        local -a commands=(
        %2$s
        )
        if (( CURRENT == 2 )); then
        _describe command commands
        return
        fi
        shift words
        (( CURRENT-- ))
        case $words[1] in
        %3$s
        esac
        }
        compdef _%1$s %1$s
        """
                .formatted(program, commands, cases);
    }

    private static String arguments(CommandSpec spec) {
        var text = new StringBuilder();
        for (OptionSpec option : spec.options()) {
            if (option.hidden()) continue;
            for (String name : option.names()) text.append(' ').append(flag(name, option));
        }
        for (var parameter : spec.positionalParameters()) {
            String words = Completion.words(parameter.completionCandidates());
            String place = parameter.index().max() == 0 ? "1:" : "*::";
            String action = words.isEmpty() ? "_files" : "(" + words + ")";
            text.append(' ').append(quoted(place + parameter.paramLabel() + ":" + action));
        }
        return text.toString();
    }

    private static String flag(String name, OptionSpec option) {
        String about = "[" + Completion.purpose(option).replaceAll("([\\[\\]:])", "\\\\$1") + "]";
        if (option.arity().max() == 0) return quoted(name + about);
        String words = Completion.words(option.completionCandidates());
        String action = Completion.isPath(option) ? "_files" : " ";
        if (!words.isEmpty()) action = "(" + words + ")";
        String equals = name.startsWith("--") ? "=" : "+";
        return quoted(name + equals + about + ":" + option.paramLabel() + ":" + action);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
