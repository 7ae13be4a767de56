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

    /** A complete spec, or every problem that can be seen from here, in the order of the form. */
    public Resolution check(LaunchDraft draft) {
        return new DraftCheck(draft, machine.with(draft.environment())).resolve();
    }

    /**
     * The draft without the fields that speak of nodes and of the rendezvous between them, for a
     * form with no place to show them. Those that mean this machine say nothing that is missed; for
     * the others there is a problem each.
     */
    public static LaunchReading onOneNode(LaunchDraft draft) {
        return OneNodeChecks.reduce(draft);
    }
}
