package dev.muster.agent.barrier;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The tags of DI-engine's barrier (elastic-agent §6.2): epoch × radix + node id in one number.
 *
 * <p>Its authors count the digits of the largest world size, add one, and use that <em>count</em>
 * as the radix, where a power of ten with that many zeros was meant. With the count, node ids of
 * the radix and above run into the next epochs: a tag then belongs to several pairs, and DI-engine
 * takes it for the one with the smallest id (defect B1). A pair is told from all others if its id
 * is below the radix and all nodes of the job are; see {@link #readings}.
 *
 * @param radix at least 2
 */
public record LegacyTags(long radix) {
    /**
     * A node's call.
     *
     * @param node its id, at least 0
     * @param epoch at least 0
     */
    public record Call(long node, long epoch) {}

    public LegacyTags {
        if (radix < 2)
            throw new IllegalArgumentException("radix: %d (expected: >= 2)".formatted(radix));
    }

    /** As DI-engine does it: 4 for a largest world size of 100. */
    public static LegacyTags asWritten(int maxWorldSize) {
        return new LegacyTags(digits(maxWorldSize));
    }

    /** As it was meant: 10,000 for a largest world size of 100. */
    public static LegacyTags asMeant(int maxWorldSize) {
        long radix = 1;
        for (int i = 0; i < digits(maxWorldSize); i++) radix *= 10;
        return new LegacyTags(radix);
    }

    public long encode(Call call) {
        if (call.node() < 0 || call.epoch() < 0) {
            throw new IllegalArgumentException("%s (expected: nothing negative)".formatted(call));
        }
        return Math.addExact(Math.multiplyExact(call.epoch(), radix), call.node());
    }

    /** What DI-engine takes a tag for: the pair with the smallest node id. */
    public Call decode(long tag) {
        checkTag(tag);
        return new Call(tag % radix, tag / radix);
    }

    /** Every pair with this tag and a node id below {@code nodes}, smallest id first. */
    public List<Call> readings(long tag, int nodes) {
        checkTag(tag);
        return LongStream.iterate(
                        tag % radix, node -> node < nodes && node <= tag, node -> node + radix)
                .mapToObj(node -> new Call(node, (tag - node) / radix))
                .toList();
    }

    /** Whether in a job with ids below {@code nodes} each tag has at most one reading. */
    public boolean isUnambiguous(int nodes) {
        return nodes <= radix;
    }

    private static int digits(int maxWorldSize) {
        if (maxWorldSize < 1) {
            throw new IllegalArgumentException(
                    "largest world size: %d (expected: >= 1)".formatted(maxWorldSize));
        }
        return Integer.toString(maxWorldSize).length() + 1;
    }

    private static void checkTag(long tag) {
        if (tag < 0) throw new IllegalArgumentException("tag: %d (expected: >= 0)".formatted(tag));
    }
}
