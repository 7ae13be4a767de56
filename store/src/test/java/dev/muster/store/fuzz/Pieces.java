package dev.muster.store.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Ways to cut bytes: the lengths of the pieces, the last of which may reach beyond the end. */
final class Pieces {
    private static final int LONGEST = 40;

    private Pieces() {}

    static List<Integer> whole(int length) {
        return List.of(length);
    }

    static List<Integer> singleBytes(int length) {
        return IntStream.range(0, length).mapToObj(_ -> 1).toList();
    }

    static List<Integer> some(int length, long seed) {
        var random = new Random(seed);
        var pieces = new ArrayList<Integer>();
        for (int at = 0; at < length; at += pieces.getLast()) {
            pieces.add(1 + random.nextInt(LONGEST));
        }
        return pieces;
    }
}
