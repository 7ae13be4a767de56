package dev.muster.agent.command;

/** What became of a command, in a sentence. */
public sealed interface CommandOutcome {
    String because();

    record Accepted(String because) implements CommandOutcome {}

    record Refused(String because) implements CommandOutcome {}
}
