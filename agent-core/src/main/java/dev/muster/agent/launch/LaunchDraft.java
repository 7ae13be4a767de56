package dev.muster.agent.launch;

import java.util.List;

/**
 * What a person typed, before anything of it is believed. Empty text means "not given", and the
 * default applies.
 */
public record LaunchDraft(
        Kind kind,
        String entrypoint,
        List<String> arguments,
        String python,
        String workers,
        String maxRestarts,
        String workingDirectory,
        String logDir,
        String masterPort,
        String role,
        String redirects,
        String tee,
        String grace,
        String rendezvousId) {

    /** How the entry point is run (spec/elastic-agent §5.2). */
    public enum Kind {
        SCRIPT,
        MODULE,
        PROGRAM
    }

    /** Nothing given at all. */
    public static final LaunchDraft EMPTY =
            new LaunchDraft(Kind.SCRIPT, "", List.of(), "", "", "", "", "", "", "", "", "", "", "");

    public LaunchDraft {
        arguments = List.copyOf(arguments);
    }
}
