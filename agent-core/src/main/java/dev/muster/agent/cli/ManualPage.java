package dev.muster.agent.cli;

import dev.muster.agent.home.Version;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.util.Arrays;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * {@code muster manual}: all calls and their flags as a page for {@code man}, in its own macros.
 */
final class ManualPage {
    private static final String HEAD =
            """
            .TH MUSTER 1 "" "muster %s" "User Commands"
            .SH NAME
            muster \\- elastic distributed training, with a window in front of it
            .SH SYNOPSIS
            .nf
            \\fBmuster\\fR [\\fBdemo\\fR | \\fBopen\\fR \\fISCRIPT\\fR]
            \\fBmuster run\\fR [\\fIflags\\fR] \\fISCRIPT\\fR [\\fIarguments\\fR]
            \\fBmuster\\fR \\fICOMMAND\\fR [\\fIflags\\fR]
            .fi
            .SH DESCRIPTION
            Starts the workers of a PyTorch script with the flags, the environment and the log tree of
            \\fBtorchrun\\fR, watches them, restarts the group when one fails, and tells whose failure it was.
            Without words it opens a window onto all runs: of this machine, of others, and of the past.
            .SH COMMANDS
            """;

    private static final String TAIL =
            """
            .SH EXIT STATUS
            That of the worker which caused the last failure, 128 and the number for one that was ended by a
            signal; 2 for a call that was refused, 69 where what is asked for is not there.
            .SH ENVIRONMENT
            .TP
            \\fBMUSTER_HOME\\fR
            Holds everything that is otherwise in the folders below.
            .TP
            \\fBPET_\\fR...
            Any flag of \\fBmuster run\\fR, such as \\fBPET_NPROC_PER_NODE=4\\fR.
            .TP
            \\fBPYTHON_EXEC\\fR
            The Python that runs scripts.
            .SH FILES
            .TP
            \\fI$XDG_STATE_HOME/muster/runs\\fR
            A folder for each run, with its events and logs.
            .TP
            \\fI$XDG_CONFIG_HOME/muster\\fR
            Settings, and keys of paired machines.
            .TP
            \\fI$XDG_RUNTIME_DIR/muster\\fR
            A socket for each agent, which only its user can reach.
            .SH EXAMPLES
            .nf
            muster run \\-\\-nproc\\-per\\-node 4 \\-\\-max\\-restarts 3 train.py \\-\\-epochs 10
            muster run \\-\\-detach train.py; muster ps; muster logs \\-f
            .fi
            """;

    private ManualPage() {}

    /** Of a command line with all calls below it. */
    static String of(CommandLine root) {
        var page = new StringBuilder(HEAD.formatted(escaped(Version.read())));
        for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
            append(page, command.getKey(), command.getValue().getCommandSpec());
        }
        return page.append(TAIL).toString();
    }

    private static void append(StringBuilder page, String name, CommandSpec spec) {
        String words =
                spec.positionalParameters().stream()
                        .map(PositionalParamSpec::paramLabel)
                        .map(label -> " \\fI" + escaped(label) + "\\fR")
                        .collect(Collectors.joining());
        page.append(".SS muster ").append(escaped(name)).append(words).append('\n');
        page.append(paragraph(spec.usageMessage().description()));
        spec.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> append(page, option));
    }

    private static void append(StringBuilder page, OptionSpec option) {
        var names = new StringJoiner(", ");
        for (String name : option.names()) names.add("\\fB" + escaped(name) + "\\fR");
        page.append(".TP\n").append(names);
        if (option.arity().max() > 0) {
            page.append(" \\fI").append(escaped(option.paramLabel())).append("\\fR");
        }
        page.append('\n').append(paragraph(option.description()));
    }

    private static String paragraph(String... sentences) {
        String text = escaped(String.join(" ", Arrays.asList(sentences)).replace("%%", "%"));
        return text.isBlank() ? "" : text.replace("%n", " ") + "\n";
    }

    /** Nothing in it means anything to {@code man} any more; a blank in front would. */
    private static String escaped(String text) {
        String plain = text.strip().replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
