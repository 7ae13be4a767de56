package dev.muster.gui.fleet;

import dev.muster.agent.fleet.RunAt;
import dev.muster.gui.state.Standing;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

import java.util.Optional;

/** One run in the list. It stays the same while what it says changes. FX thread. */
public final class RunRow {
    private final RunAt at;
    private final String name;
    private final String accepted;
    private final ReadOnlyObjectWrapper<Standing> standing;
    private final ReadOnlyObjectWrapper<Optional<String>> outOfReach =
            new ReadOnlyObjectWrapper<>(Optional.empty());

    RunRow(RunAt at, String name, String accepted, Standing standing) {
        this.at = at;
        this.name = name;
        this.accepted = accepted;
        this.standing = new ReadOnlyObjectWrapper<>(standing);
    }

    public RunAt at() {
        return at;
    }

    public String name() {
        return name;
    }

    /** When it was accepted. It tells runs of one script apart. */
    String accepted() {
        return accepted;
    }

    public ReadOnlyObjectProperty<Standing> standing() {
        return standing.getReadOnlyProperty();
    }

    /** Why this is how it stood, and not how it stands; empty while its agent is reached. */
    public ReadOnlyObjectProperty<Optional<String>> outOfReach() {
        return outOfReach.getReadOnlyProperty();
    }

    void stands(Standing now, Optional<String> why) {
        standing.set(now);
        outOfReach.set(why);
    }

    /** What a screen reader says. */
    String spoken() {
        String now = "%s of %s, %s".formatted(name, accepted, standing.get().words());
        return outOfReach.get().map(why -> now + "; not reached: " + why).orElse(now);
    }
}
