package dev.muster.gui.logs;

import java.nio.charset.StandardCharsets;

/** Words that are looked for in bytes of printable ASCII. */
final class ByteWords {
    private final byte[] one;
    private final byte[] other;
    private final boolean isAscii;

    /**
     * @param anyCase letters match their capitals, too
     */
    ByteWords(String words, boolean anyCase) {
        isAscii = words.chars().allMatch(c -> c < 0x80);
        one = words.getBytes(StandardCharsets.UTF_8);
        other = one.clone();
        for (int i = 0; anyCase && i < other.length; i++) {
            if (other[i] >= 'a' && other[i] <= 'z') other[i] -= 'a' - 'A';
        }
    }

    /** Whether the words stand in {@code from … to - 1}. */
    boolean isIn(byte[] bytes, int from, int to) {
        if (!isAscii) return false;
        if (one.length == 0) return true;
        byte first = one[0];
        byte firstOther = other[0];
        int last = to - one.length;
        for (int i = from; i <= last; i++) {
            byte b = bytes[i];
            if ((b == first || b == firstOther) && isAt(bytes, i)) return true;
        }
        return false;
    }

    private boolean isAt(byte[] bytes, int at) {
        for (int i = 1; i < one.length; i++) {
            byte b = bytes[at + i];
            if (b != one[i] && b != other[i]) return false;
        }
        return true;
    }
}
