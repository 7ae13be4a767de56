package dev.muster.agent.launch;

import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The flags by what they are for, in the order of the help: torchrun's, and behind them ours. */
enum FlagGroup {
    PROGRAM("What is run", List.of("--module", "--no-python", "--run-path"), List.of()),
    WORKERS(
            "Workers",
            List.of("--virtual-local-rank"),
            List.of("--nproc-per-node", "--role", "--numa-binding", "--start-method")),
    NODES(
            "Nodes, and how they meet",
            List.of("--standalone"),
            List.of(
                    "--nnodes",
                    "--rdzv-backend",
                    "--rdzv-endpoint",
                    "--rdzv-id",
                    "--rdzv-conf",
                    "--local-addr",
                    "--node-rank",
                    "--master-addr",
                    "--master-port")),
    END(
            "Failures, and the end",
            List.of(),
            List.of(
                    "--max-restarts",
                    "--monitor-interval",
                    "--shutdown-timeout",
                    "--signals-to-handle")),
    OUTPUT(
            "Output",
            List.of(),
            List.of(
                    "--log-dir",
                    "--redirects",
                    "--tee",
                    "--log-line-prefix-template",
                    "--local-ranks-filter",
                    "--duplicate-stdout-filters",
                    "--duplicate-stderr-filters",
                    "--logs-specs",
                    "--event-log-handler")),
    COMMAND("This command", List.of("--help"), List.of("--print-completion")),
    /** Whatever is in none of the others. */
    OURS("Not in torchrun", List.of(), List.of());

    private final String heading;
    private final List<String> switches;
    private final List<String> withValue;

    FlagGroup(String heading, List<String> switches, List<String> withValue) {
        this.heading = heading;
        this.switches = switches;
        this.withValue = withValue;
    }

    /** Whether torchrun has a flag of that name. */
    static boolean isTorchruns(String name) {
        return of(name) != OURS;
    }

    /** torchrun's flags that take no value, each of which has a variable. */
    static Stream<String> switches() {
        return Arrays.stream(values())
                .filter(group -> group != COMMAND)
                .flatMap(group -> group.switches.stream());
    }

    /** The flags of a command's help, under their headings. */
    static String help(Help help) {
        var text = new StringBuilder();
        for (FlagGroup group : values()) {
            List<OptionSpec> flags =
                    help.commandSpec().options().stream()
                            .filter(flag -> !flag.hidden() && of(flag.longestName()) == group)
                            .sorted(group::compare)
                            .toList();
            if (flags.isEmpty()) continue;
            Help.Layout layout =
                    help.createDefaultLayout(
                            flags, List.<PositionalParamSpec>of(), help.colorScheme());
            layout.addOptions(flags, help.parameterLabelRenderer());
            text.append("%n%s:%n%s".formatted(group.heading, layout));
        }
        return text.toString();
    }

    private static FlagGroup of(String name) {
        return Arrays.stream(values())
                .filter(group -> group.names().contains(name))
                .findFirst()
                .orElse(OURS);
    }

    private List<String> names() {
        return Stream.concat(switches.stream(), withValue.stream()).toList();
    }

    private int compare(OptionSpec one, OptionSpec other) {
        return Integer.compare(
                names().indexOf(one.longestName()), names().indexOf(other.longestName()));
    }
}
