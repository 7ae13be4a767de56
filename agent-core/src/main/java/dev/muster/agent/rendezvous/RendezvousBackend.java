package dev.muster.agent.rendezvous;

import java.util.Set;
import java.util.function.Consumer;

/** A way to meet, found by {@link java.util.ServiceLoader}. */
public interface RendezvousBackend {
    /** What {@code --rdzv-backend} calls it. */
    String name();

    /**
     * The options of {@code --rdzv-conf} that it goes by, so that any other can be told of; empty
     * where it does not say.
     */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Makes this node's seat. May block as long as it takes to reach the others.
     *
     * @param news is told, and must not block: during this call on the caller's thread, then on one
     *     of the handler's, in the order in which things happened
     * @throws IllegalArgumentException when the parameters make no sense to this backend
     * @throws RendezvousException.Unreachable when there is nobody to meet with
     */
    RendezvousHandler create(
            RendezvousParameters parameters, Consumer<? super RendezvousNews> news);
}
