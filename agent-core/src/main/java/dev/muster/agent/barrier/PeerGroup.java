package dev.muster.agent.barrier;

import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Who takes part in a barrier. All participants are given the same name and the same members.
 *
 * @param name 1 … 64 letters, digits, dots, dashes and underscores
 * @param members sorted, 1 … {@value #MOST_MEMBERS}
 */
public record PeerGroup(String name, List<PeerId> members) {
    public static final int MOST_MEMBERS = 4096;
    public static final int LONGEST_NAME = 64;

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    public PeerGroup {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "group name: '%s' (expected: 1..%d of A-Z a-z 0-9 . _ -)"
                            .formatted(name, LONGEST_NAME));
        }
        members = List.copyOf(new TreeSet<>(members));
        if (members.isEmpty() || members.size() > MOST_MEMBERS) {
            throw new IllegalArgumentException(
                    "participants: %d (expected: 1..%d)".formatted(members.size(), MOST_MEMBERS));
        }
    }

    public static PeerGroup of(String name, int... ids) {
        return new PeerGroup(name, IntStream.of(ids).mapToObj(PeerId::new).toList());
    }

    public static boolean isName(String name) {
        return name.length() <= LONGEST_NAME && name.matches("[A-Za-z0-9._-]+");
    }

    public int size() {
        return members.size();
    }

    public boolean has(PeerId id) {
        return indexOf(id) >= 0;
    }

    /** All but {@code me}. */
    public List<PeerId> others(PeerId me) {
        return members.stream().filter(id -> !id.equals(me)).toList();
    }

    /** A number that two groups of other members are all but sure not to share (FNV-1a). */
    public long fingerprint() {
        long hash = FNV_OFFSET;
        for (PeerId id : members) {
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                hash = (hash ^ ((id.value() >>> shift) & 0xff)) * FNV_PRIME;
            }
        }
        return hash;
    }

    /** One bit for each member, in order; ids that are no members are left out. */
    public BitSet bitsOf(Collection<PeerId> ids) {
        var bits = new BitSet(members.size());
        for (PeerId id : ids) {
            int index = indexOf(id);
            if (index >= 0) bits.set(index);
        }
        return bits;
    }

    /** The members whose bits are set. */
    public SortedSet<PeerId> membersOf(BitSet bits) {
        var ids = new TreeSet<PeerId>();
        bits.stream()
                .filter(index -> index < members.size())
                .mapToObj(members::get)
                .forEach(ids::add);
        return ids;
    }

    private int indexOf(PeerId id) {
        return Collections.binarySearch(members, id);
    }
}
