package dev.muster.agent.job;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Looks in bytes for anything that could make a line more than a plain one. */
final class LevelSigns {
    private static final List<String> OF_TRACEBACKS = List.of("Traceback (most", "File \"");

    private final boolean[] begins = new boolean[128];
    private final byte[][][] byFirst = new byte[128][][];

    private LevelSigns(List<String> signs) {
        for (int first = 0; first < byFirst.length; first++) {
            var its = new ArrayList<byte[]>();
            for (var sign : signs) {
                if (sign.charAt(0) == first) its.add(sign.getBytes(StandardCharsets.US_ASCII));
            }
            byFirst[first] = its.toArray(new byte[0][]);
            begins[first] = !its.isEmpty();
        }
    }

    /** Those signs, and those of a traceback. */
    static LevelSigns of(List<String> signs) {
        var all = new ArrayList<>(signs);
        all.addAll(OF_TRACEBACKS);
        return new LevelSigns(all);
    }

    /** Whether one of them stands in a line of printable ASCII, or it begins as glog's do. */
    boolean areIn(byte[] bytes, int from, int to) {
        if (from < to && (bytes[from] == 'E' || bytes[from] == 'W')) return true;
        for (int i = from; i < to; i++) {
            if (begins[bytes[i]] && isAnyAt(bytes, i, to)) return true;
        }
        return false;
    }

    private boolean isAnyAt(byte[] bytes, int at, int to) {
        for (byte[] sign : byFirst[bytes[at]]) {
            if (isAt(bytes, at, to, sign)) return true;
        }
        return false;
    }

    private static boolean isAt(byte[] bytes, int at, int to, byte[] sign) {
        if (at + sign.length > to) return false;
        for (int i = 1; i < sign.length; i++) {
            if (bytes[at + i] != sign[i]) return false;
        }
        return true;
    }
}
