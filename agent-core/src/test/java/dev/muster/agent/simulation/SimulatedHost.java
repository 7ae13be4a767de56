package dev.muster.agent.simulation;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which node serves the store. It goes with that node, and stands still while that is frozen; then
 * nodes of the same machine may take over, of whom the first gets it.
 */
final class SimulatedHost {
    /** For so long whoever ends well serves those who have not left. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final World world;
    private final Set<SimulatedNode> eligible = new HashSet<>();
    private Optional<SimulatedNode> serving = Optional.empty();

    SimulatedHost(World world) {
        this.world = world;
    }

    /** The node is on the machine where the store is to be. */
    void mayServe(SimulatedNode node) {
        eligible.add(node);
    }

    boolean answers() {
        return !isGone() && serving.filter(SimulatedNode::isFrozen).isEmpty();
    }

    boolean isGone() {
        return serving.filter(node -> !node.hasEndedBefore(world.instant().minus(GRACE))).isEmpty();
    }

    /** Whether nobody serves it, and nobody is left who could. */
    boolean isGoneForGood() {
        return isGone() && eligible.stream().noneMatch(SimulatedNode::isAlive);
    }

    /** Whether {@code node} serves the store from now on. */
    boolean takesOver(SimulatedNode node) {
        if (!isGone() || !eligible.contains(node)) return false;
        serving = Optional.of(node);
        return true;
    }
}
