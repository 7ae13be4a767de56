package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

import java.util.List;
import java.util.Map;

class FlagGroupTest {
    @Test
    void the_help_tells_torchruns_flags_by_purpose_and_then_ours() {
        List<String> help = command().getUsageMessage().lines().toList();

        assertThat(help)
                .containsSubsequence(
                        "What is run:",
                        "Workers:",
                        "Nodes, and how they meet:",
                        "Failures, and the end:",
                        "Output:",
                        "This command:",
                        "Not in torchrun:");
        assertThat(help.subList(help.indexOf("Not in torchrun:"), help.size()).toString())
                .contains("--python", "--working-directory", "--torchrun-exit-codes")
                .doesNotContain("--nproc-per-node", "--run-path", "--tee");
    }

    @Test
    void every_flag_of_the_command_is_in_the_help_once() {
        CommandLine line = command();
        List<String> help = line.getUsageMessage().lines().toList();

        for (var option : line.getCommandSpec().options()) {
            if (option.hidden()) continue;
            assertThat(
                            help.stream()
                                    .filter(
                                            text ->
                                                    text.matches(
                                                            introducing(option.longestName()))))
                    .as(option.longestName())
                    .hasSize(1);
        }
    }

    private static CommandLine command() {
        var flags = new RunFlags(Map.of());
        CommandSpec command = CommandSpec.create().mixinStandardHelpOptions(true);
        command.addMixin("flags", CommandSpec.forAnnotatedObject(flags));
        flags.mixedInto(command);
        return new CommandLine(command);
    }

    private static String introducing(String flag) {
        return "  (-[a-zA-Z], |    )" + flag + "([= ].*)?";
    }
}
