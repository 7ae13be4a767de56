package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.MAX_RESTARTS;
import static dev.muster.agent.launch.LaunchField.SCRIPT;
import static dev.muster.agent.launch.LaunchField.WORKERS;

import java.util.List;
import java.util.Set;

/**
 * What is piped in can be read once. Whoever then finds nothing runs an empty script, and that is a
 * success, in torchrun too.
 */
final class PipedRemarks {
    private PipedRemarks() {}

    /** A sentence each, fit to be shown as it is. */
    static List<String> on(LaunchDraft draft) {
        boolean piped =
                draft.kind() == LaunchDraft.Kind.SCRIPT
                        && draft.text(SCRIPT).equals(ProgramChecks.PIPED);
        boolean once =
                Set.of("", "1").contains(draft.text(WORKERS))
                        && Set.of("", "0").contains(draft.text(MAX_RESTARTS));
        if (!piped || once) return List.of();
        return List.of(
                "the script - can be read once: the first worker runs it, and others, or those of"
                        + " a restart, run nothing");
    }
}
