package dev.muster.agent.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Files grow, as far as anybody is told, when the test says so, and on the test's own thread. */
public final class GrowthOnCall implements Growth {
    private record Ear(Path file, Runnable listener) {}

    private final List<Ear> ears = new ArrayList<>();
    private final Set<Path> unwatchable = new HashSet<>();

    @Override
    public Listening listen(Path file, Runnable listener) throws IOException {
        if (unwatchable.contains(file)) throw new IOException("no more watches");
        var ear = new Ear(file, listener);
        ears.add(ear);
        return () -> ears.remove(ear);
    }

    /** From now on nobody can listen to it. */
    public void refuse(Path file) {
        unwatchable.add(file);
    }

    /** Tells those who listen to the file. */
    public void tell(Path file) {
        List.copyOf(ears).stream()
                .filter(ear -> ear.file().equals(file))
                .forEach(ear -> ear.listener().run());
    }

    /** How many listeners there are. */
    public int listeners() {
        return ears.size();
    }
}
