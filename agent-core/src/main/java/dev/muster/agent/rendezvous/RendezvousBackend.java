package dev.muster.agent.rendezvous;

/** A way to meet, found by {@link java.util.ServiceLoader}. */
public interface RendezvousBackend {
    /** What {@code --rdzv-backend} calls it. */
    String name();

    /**
     * @throws IllegalArgumentException when the parameters make no sense to this backend
     * @throws RendezvousException.Unreachable when there is nobody to meet with
     */
    RendezvousHandler create(RendezvousParameters parameters);
}
