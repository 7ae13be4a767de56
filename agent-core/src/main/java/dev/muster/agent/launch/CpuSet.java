package dev.muster.agent.launch;

import java.util.Collection;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Numbers of processors or of NUMA nodes, as the kernel lists them: {@code 0-3,8}. */
record CpuSet(SortedSet<Integer> numbers) {
    private static final Pattern PART = Pattern.compile("(\\d+)(?:-(\\d+))?");

    CpuSet {
        numbers = Collections.unmodifiableSortedSet(new TreeSet<>(numbers));
    }

    static CpuSet of(Collection<Integer> numbers) {
        return new CpuSet(new TreeSet<>(numbers));
    }

    /**
     * Reads a list of the kernel's.
     *
     * @throws IllegalArgumentException when it is none
     */
    static CpuSet parse(String list) {
        var numbers = new TreeSet<Integer>();
        for (String part : list.strip().split(",", -1)) {
            if (part.isBlank()) continue;
            var range = PART.matcher(part.strip());
            if (!range.matches()) {
                throw new IllegalArgumentException(
                        "\"%s\" (expected: a list like 0-3,8)".formatted(list));
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            for (int number = first; number <= last; number++) numbers.add(number);
        }
        return new CpuSet(numbers);
    }

    CpuSet and(CpuSet other) {
        var both = new TreeSet<>(numbers);
        both.retainAll(other.numbers);
        return new CpuSet(both);
    }

    CpuSet or(CpuSet other) {
        var all = new TreeSet<>(numbers);
        all.addAll(other.numbers);
        return new CpuSet(all);
    }

    boolean isEmpty() {
        return numbers.isEmpty();
    }

    int count() {
        return numbers.size();
    }

    /** The smallest; only of a set that has one. */
    int first() {
        return numbers.first();
    }

    /** As the kernel, and numactl, write it. */
    @Override
    public String toString() {
        var text = new StringJoiner(",");
        NavigableSet<Integer> rest = new TreeSet<>(numbers);
        while (!rest.isEmpty()) {
            int first = rest.first();
            int last = first;
            while (rest.contains(last + 1)) last++;
            text.add(first == last ? Integer.toString(first) : first + "-" + last);
            rest = rest.tailSet(last, false);
        }
        return text.toString();
    }
}
