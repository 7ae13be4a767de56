package dev.muster.agent.barrier;

/** Who a participant of a peer barrier is: 0 … 2³¹ − 1, chosen by whoever sets up the group. */
public record PeerId(int value) implements Comparable<PeerId> {
    public PeerId {
        if (value < 0) {
            throw new IllegalArgumentException(
                    "participant: %d (expected: 0..%d)".formatted(value, Integer.MAX_VALUE));
        }
    }

    @Override
    public int compareTo(PeerId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
