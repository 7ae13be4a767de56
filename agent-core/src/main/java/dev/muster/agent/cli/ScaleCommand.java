package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.util.regex.Pattern;

/** {@code muster scale MIN:MAX}: how many nodes a job may have from now on. */
@Command(
        name = "muster scale",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Sets how many nodes a job may have from now on.")
final class ScaleCommand extends SteeringVerb {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,6})(:([0-9]{1,6}))?");

    @Parameters(index = "0", paramLabel = "MIN:MAX", description = "Such as 2:4, or 3 for 3:3.")
    private String range = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = RunChoice.LABEL,
            description = RunChoice.DESCRIPTION)
    private String run = "";

    ScaleCommand(Terminal terminal) {
        super(terminal, "muster scale");
    }

    @Override
    String run() {
        return run;
    }

    @Override
    AgentCommand command(Found found) {
        var numbers = RANGE.matcher(range);
        if (!numbers.matches()) {
            throw CommandFailed.misused("\"%s\" (expected: MIN:MAX, such as 2:4)".formatted(range));
        }
        int min = Integer.parseInt(numbers.group(1));
        int max = numbers.group(3) == null ? min : Integer.parseInt(numbers.group(3));
        try {
            return new AgentCommand.Scale(Aim.at(found.run()), min, max);
        } catch (IllegalArgumentException e) {
            throw CommandFailed.misused(String.valueOf(e.getMessage()));
        }
    }
}
