package dev.muster.agent.rendezvous;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One agent in a rendezvous (elastic-agent §2.3). Ordered as Python orders the same three: the
 * address by code points, then the process id, then the local id; ranks follow that order.
 *
 * @param address as the node gives it: {@code --local-addr} or its full host name
 * @param pid of the agent's process
 * @param localId counts the rendezvous handlers of one process, from 0
 */
public record Node(String address, long pid, long localId) implements Comparable<Node> {
    private static final Pattern TEXT = Pattern.compile("(.*)_([0-9]{1,18})_([0-9]{1,18})");

    /**
     * Written out, as {@link #hashCode} is: each look at a fleet's state does it for every node.
     */
    @Override
    public int compareTo(Node other) {
        if (this == other) return 0;
        int byAddress = compareCodePoints(address, other.address);
        if (byAddress != 0) return byAddress;
        int byPid = Long.compare(pid, other.pid);
        return byPid == 0 ? Long.compare(localId, other.localId) : byPid;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Node(var itsAddress, var itsPid, var itsLocalId)
                        && pid == itsPid
                        && localId == itsLocalId
                        && address.equals(itsAddress);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * address.hashCode() + Long.hashCode(pid)) + Long.hashCode(localId);
    }

    /** As Python compares texts; half a surrogate pair stands for more than any single char. */
    private static int compareCodePoints(String one, String other) {
        int at = 0;
        int shorter = Math.min(one.length(), other.length());
        while (at < shorter && one.charAt(at) == other.charAt(at)) at++;
        if (at == shorter) return Integer.compare(one.length(), other.length());
        char mine = one.charAt(at);
        char theirs = other.charAt(at);
        int byKind = Boolean.compare(Character.isSurrogate(mine), Character.isSurrogate(theirs));
        return byKind == 0 ? Character.compare(mine, theirs) : byKind;
    }

    /** What {@link #toString} writes; empty where {@code text} is nothing of the kind. */
    public static Optional<Node> parse(String text) {
        Matcher node = TEXT.matcher(text);
        if (!node.matches()) return Optional.empty();
        long pid = Long.parseLong(node.group(2));
        return Optional.of(new Node(node.group(1), pid, Long.parseLong(node.group(3))));
    }

    /** {@code address_pid_localId}, as torchrun's messages name a node. */
    @Override
    public String toString() {
        return address + "_" + pid + "_" + localId;
    }
}
