package dev.muster.agent.job;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** To which processors near its GPU a worker is bound (spec/elastic-agent §4.10). */
public enum NumaMode {
    /** All of the GPU's NUMA node. */
    NODE,
    /** All of the socket that the GPU's NUMA node is on. */
    SOCKET,
    /** A share of the node's cores that no worker of another GPU has. */
    EXCLUSIVE,
    /** Those of the node that share their last cache. */
    CORE_COMPLEX;

    /** As {@code --numa-binding} has it. */
    public String flag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Empty when no mode is called that. */
    public static Optional<NumaMode> of(String flag) {
        return Arrays.stream(values()).filter(mode -> mode.flag().equals(flag)).findFirst();
    }
}
