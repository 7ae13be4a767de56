package dev.muster.agent.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.agent.supervise.process.Cgroups;

import java.util.Map;
import java.util.UUID;

/** By what processes are found that hide from their agent. */
enum Mechanism {
    /** They are in the run's cgroup, which nothing takes them out of. */
    CGROUP(Map.of()),
    /** They became children of the agent when their parents died, or still have their parents. */
    LINEAGE(Map.of("MUSTER_CGROUP", "off"));

    private final Map<String, String> variables;

    Mechanism(Map<String, String> variables) {
        this.variables = variables;
    }

    /**
     * What makes {@code muster} use it; the test is left out where this machine does not have it.
     */
    Map<String, String> variables() {
        if (this == CGROUP) {
            try (var cgroups = Cgroups.find("probe-" + UUID.randomUUID(), Map.of())) {
                assumeTrue(cgroups.folder().isPresent(), "no cgroup can be made here");
            }
        }
        return variables;
    }
}
