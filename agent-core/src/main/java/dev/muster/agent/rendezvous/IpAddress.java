package dev.muster.agent.rendezvous;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An address, compared by value: {@code ::1} and {@code 0:0:0:0:0:0:0:1} are one. An IPv4 address
 * inside an IPv6 one is not the IPv4 address.
 *
 * @param groups four bytes, or eight groups of 16 bits
 */
public record IpAddress(List<Integer> groups) {
    private static final Pattern BYTE = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");
    private static final int V4_PARTS = 4;
    private static final int V6_PARTS = 8;

    public IpAddress {
        groups = List.copyOf(groups);
    }

    /** The address that {@code text} spells, if it spells one. */
    public static Optional<IpAddress> parse(String text) {
        int zone = text.indexOf('%');
        String plain = zone < 0 ? text : text.substring(0, zone);
        return (plain.contains(":") ? v6(plain) : v4(plain)).map(IpAddress::new);
    }

    public boolean isLoopback() {
        if (groups.size() == V4_PARTS) return groups.getFirst() == 127;
        return groups.getLast() == 1 && groups.stream().limit(V6_PARTS - 1).allMatch(g -> g == 0);
    }

    private static Optional<List<Integer>> v4(String text) {
        var bytes = new ArrayList<Integer>();
        for (String part : text.split("\\.", -1)) {
            if (!BYTE.matcher(part).matches() || Integer.parseInt(part) > 255) {
                return Optional.empty();
            }
            bytes.add(Integer.parseInt(part));
        }
        return bytes.size() == V4_PARTS ? Optional.of(bytes) : Optional.empty();
    }

    private static Optional<List<Integer>> v6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) return groups(text).filter(all -> all.size() == V6_PARTS);
        Optional<List<Integer>> head = groups(text.substring(0, gap));
        Optional<List<Integer>> tail = groups(text.substring(gap + 2));
        if (head.isEmpty() || tail.isEmpty()) return Optional.empty();
        var all = new ArrayList<>(head.get());
        int zeros = V6_PARTS - all.size() - tail.get().size();
        if (zeros < 1) return Optional.empty();
        for (int k = 0; k < zeros; k++) all.add(0);
        all.addAll(tail.get());
        return Optional.of(all);
    }

    /** Groups between single colons; the last may be an IPv4 address, which counts as two. */
    private static Optional<List<Integer>> groups(String text) {
        var groups = new ArrayList<Integer>();
        if (text.isEmpty()) return Optional.of(groups);
        String[] parts = text.split(":", -1);
        for (int k = 0; k < parts.length; k++) {
            if (GROUP.matcher(parts[k]).matches()) {
                groups.add(Integer.parseInt(parts[k], 16));
                continue;
            }
            Optional<List<Integer>> bytes = k == parts.length - 1 ? v4(parts[k]) : Optional.empty();
            if (bytes.isEmpty()) return Optional.empty();
            groups.add(bytes.get().get(0) << 8 | bytes.get().get(1));
            groups.add(bytes.get().get(2) << 8 | bytes.get().get(3));
        }
        return Optional.of(groups);
    }
}
