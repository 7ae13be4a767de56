package dev.muster.gui.runs;

import dev.muster.agent.job.RunId;
import dev.muster.gui.state.Standing;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** One run in the list. The item stays the same while what it says changes. FX thread. */
public final class RunItem {
    private final RunId run;
    private final String name;
    private final String accepted;
    private final ReadOnlyObjectWrapper<Standing> standing;

    RunItem(RunId run, String name, String accepted, Standing standing) {
        this.run = run;
        this.name = name;
        this.accepted = accepted;
        this.standing = new ReadOnlyObjectWrapper<>(standing);
    }

    public RunId run() {
        return run;
    }

    public String name() {
        return name;
    }

    /** When it was accepted: the time of day. It tells runs of one script apart. */
    String accepted() {
        return accepted;
    }

    public ReadOnlyObjectProperty<Standing> standing() {
        return standing.getReadOnlyProperty();
    }

    void stands(Standing now) {
        standing.set(now);
    }

    /** What a screen reader says. */
    String spoken() {
        return "%s of %s, %s".formatted(name, accepted, standing.get().words());
    }
}
