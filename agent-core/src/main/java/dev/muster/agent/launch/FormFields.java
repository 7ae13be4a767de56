package dev.muster.agent.launch;

/** A draft as a form can show it, which has one field for where nodes meet. */
final class FormFields {
    private FormFields() {}

    static LaunchReading of(LaunchDraft draft) {
        var findings = new Findings();
        var others = new NodeChecks(draft, findings);
        LaunchDraft shown =
                others.isAlone() ? OneNodeChecks.reduce(draft, findings) : others.inAForm();
        return new LaunchReading(shown, findings.sorted());
    }
}
