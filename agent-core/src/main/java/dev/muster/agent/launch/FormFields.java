package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.LINE_PREFIX;
import static dev.muster.agent.launch.LaunchField.LOCAL_RANKS_FILTER;
import static dev.muster.agent.launch.LaunchField.NUMA_BINDING;
import static dev.muster.agent.launch.LaunchField.STDERR_DUPLICATES;
import static dev.muster.agent.launch.LaunchField.STDOUT_DUPLICATES;
import static dev.muster.agent.launch.LaunchField.VIRTUAL_LOCAL_RANK;

import java.util.List;

/** A draft as a form can show it, which has fewer fields than there are flags. */
final class FormFields {
    /** What only a console shows, and the window has none. */
    private static final List<LaunchField> OF_THE_CONSOLE =
            List.of(LOCAL_RANKS_FILTER, LINE_PREFIX);

    private static final List<LaunchField> WITHOUT_A_PLACE =
            List.of(STDOUT_DUPLICATES, STDERR_DUPLICATES, VIRTUAL_LOCAL_RANK, NUMA_BINDING);

    private FormFields() {}

    static LaunchReading of(LaunchDraft draft) {
        var findings = new Findings();
        LaunchDraft fitting = draft;
        for (LaunchField field : OF_THE_CONSOLE) fitting = fitting.with(field, "");
        for (LaunchField field : WITHOUT_A_PLACE) {
            if (draft.text(field).isEmpty()) continue;
            findings.add(field, "the window has no field for it; use muster run");
            fitting = fitting.with(field, "");
        }
        var others = new NodeChecks(fitting, findings);
        LaunchDraft shown =
                others.isAlone() ? OneNodeChecks.reduce(fitting, findings) : others.inAForm();
        return new LaunchReading(shown, findings.sorted());
    }
}
