package dev.muster.agent.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What a shell shows or offers, of picocli's model. */
final class Completion {
    /** Labels of values that are files or folders, which shells complete by themselves. */
    private static final Set<String> PATHS = Set.of("DIR", "FILE");

    private Completion() {}

    static String purpose(CommandSpec command) {
        return first(command.usageMessage().description());
    }

    static String purpose(OptionSpec option) {
        return first(option.description());
    }

    static boolean isPath(OptionSpec option) {
        return PATHS.contains(option.paramLabel());
    }

    /** Between blanks; empty when there are none. */
    static String words(@Nullable Iterable<String> candidates) {
        Iterable<String> words = Objects.requireNonNullElse(candidates, List.of());
        return StreamSupport.stream(words.spliterator(), false).collect(Collectors.joining(" "));
    }

    private static String first(String... lines) {
        return lines.length == 0 ? "" : lines[0];
    }
}
