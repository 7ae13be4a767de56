package dev.muster.agent.launch;

/**
 * Checks a draft against this machine before anything is started. It looks, and leaves nothing
 * behind: no folder, no file, no open port. It may take a moment, because a worker count of {@code
 * gpu} asks the driver. Any thread.
 */
public final class LaunchChecks {
    private final Machine machine;

    LaunchChecks(Machine machine) {
        this.machine = machine;
    }

    /** Checks with this process's environment, and its working directory as the default one. */
    public static LaunchChecks onThisMachine() {
        return new LaunchChecks(Machine.ofThisProcess());
    }

    /** The same where workers will read what this process could, so that a script may be piped. */
    public static LaunchChecks inThisTerminal() {
        return new LaunchChecks(Machine.ofThisProcess().withInput());
    }

    /** A complete spec, or every problem that can be seen from here, in the order of the form. */
    public Resolution check(LaunchDraft draft) {
        return new DraftCheck(draft, machine.with(draft.environment())).resolve();
    }

    /**
     * The same launch for a form: a store address becomes the endpoint where nodes meet, and where
     * nobody else can be in the job, the fields that speak of nodes are emptied. What was wrong in
     * them is in the problems.
     */
    public static LaunchReading inAForm(LaunchDraft draft) {
        return FormFields.of(draft);
    }
}
