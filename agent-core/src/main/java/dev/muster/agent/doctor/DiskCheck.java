package dev.muster.agent.doctor;

import dev.muster.agent.diagnose.DiskSpace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How much room there is for what workers print. */
record DiskCheck(Path state, DiskSpace.Gauge gauge) implements Check {
    private static final String ADVICE =
            "make room, let go of old runs (muster history prune), or use another disk:"
                    + " MUSTER_HOME=/path/to/folder";

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public List<Finding> look() throws IOException {
        DiskSpace space = gauge.of(Nearest.existing(state));
        String found =
                "%s of %s are free for %s"
                        .formatted(
                                DiskSpace.inWords(space.free()),
                                DiskSpace.inWords(space.total()),
                                state);
        if (space.isFull()) return List.of(Finding.fail(name(), found, ADVICE));
        return List.of(
                space.isLow() ? Finding.warn(name(), found, ADVICE) : Finding.ok(name(), found));
    }
}
