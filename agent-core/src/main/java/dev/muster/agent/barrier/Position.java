package dev.muster.agent.barrier;

import java.util.Locale;
import java.util.Optional;

/**
 * Where a participant stands. Positions are ordered, and one implies all before it.
 *
 * @param generation counts the resets of the group, 0 … {@value #LAST_GENERATION}
 * @param epoch counts the uses of the barrier in a generation; 0 is the agreement on it
 */
public record Position(long generation, long epoch, BarrierPhase phase)
        implements Comparable<Position> {
    public static final long LAST_GENERATION = 1L << 62;

    /** Of everybody at first: the first generation needs no agreement. */
    public static final Position START = new Position(0, 0, BarrierPhase.PASSED);

    public Position {
        if (generation < 0 || generation > LAST_GENERATION) {
            throw new IllegalArgumentException(
                    "generation: %d (expected: 0..%d)".formatted(generation, LAST_GENERATION));
        }
        if (epoch < 0) {
            throw new IllegalArgumentException(
                    "epoch: %d (expected: 0..%d)".formatted(epoch, Long.MAX_VALUE));
        }
    }

    static Position entered(long generation, long epoch) {
        return new Position(generation, epoch, BarrierPhase.ENTERED);
    }

    static Position informed(long generation, long epoch) {
        return new Position(generation, epoch, BarrierPhase.INFORMED);
    }

    static Position passed(long generation, long epoch) {
        return new Position(generation, epoch, BarrierPhase.PASSED);
    }

    boolean isBefore(Position other) {
        return compareTo(other) < 0;
    }

    /** Whether somebody waits here. */
    boolean isWaiting() {
        return phase != BarrierPhase.PASSED;
    }

    /** What everybody must have reached if somebody is here. */
    Optional<Position> impliedOfAll() {
        return switch (phase) {
            case ENTERED ->
                    epoch == 0 ? Optional.empty() : Optional.of(informed(generation, epoch - 1));
            case INFORMED -> Optional.of(entered(generation, epoch));
            case PASSED -> Optional.of(informed(generation, epoch));
        };
    }

    /** The furthest that others can be, in this generation, while somebody is here. */
    Position furthestOfOthers() {
        return switch (phase) {
            case ENTERED -> informed(generation, epoch);
            case INFORMED, PASSED -> entered(generation, epoch + 1);
        };
    }

    @Override
    public int compareTo(Position other) {
        int byGeneration = Long.compare(generation, other.generation);
        if (byGeneration != 0) return byGeneration;
        int byEpoch = Long.compare(epoch, other.epoch);
        return byEpoch != 0 ? byEpoch : phase.compareTo(other.phase);
    }

    @Override
    public String toString() {
        return "%s %d.%d".formatted(phase.name().toLowerCase(Locale.ROOT), generation, epoch);
    }
}
