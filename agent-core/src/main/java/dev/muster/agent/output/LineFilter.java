package dev.muster.agent.output;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Which lines are taken, by their bytes without the end. */
interface LineFilter {
    LineFilter ALL = (_, _, _) -> true;

    boolean takes(byte[] bytes, int from, int to);

    /** Lines that contain at least one of the texts; the empty text is in every line. */
    static LineFilter containing(List<String> texts) {
        List<byte[]> needles =
                texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
        return (bytes, from, to) ->
                needles.stream().anyMatch(needle -> contains(bytes, from, to, needle));
    }

    private static boolean contains(byte[] bytes, int from, int to, byte[] needle) {
        if (needle.length == 0) return true;
        for (int i = from; i <= to - needle.length; i++) {
            if (bytes[i] == needle[0]
                    && Arrays.equals(bytes, i, i + needle.length, needle, 0, needle.length)) {
                return true;
            }
        }
        return false;
    }
}
