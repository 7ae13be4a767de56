package dev.muster.agent.launch;

import java.util.List;

/**
 * A command line, read: all that could be understood of it, and a sentence for each thing that
 * could not. Nothing has been checked against this machine yet; {@link LaunchChecks} does that.
 */
public record LaunchReading(LaunchDraft draft, List<LaunchProblem> problems) {
    public LaunchReading {
        problems = List.copyOf(problems);
    }
}
