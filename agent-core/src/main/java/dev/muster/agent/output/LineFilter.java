package dev.muster.agent.output;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Which lines are taken, by their bytes without the end. */
final class LineFilter {
    /** The empty text is in every line. */
    static final LineFilter ALL = containing(List.of(""));

    private final List<byte[]> texts;

    private LineFilter(List<byte[]> texts) {
        this.texts = texts;
    }

    /** Lines that contain at least one of the texts. */
    static LineFilter containing(List<String> texts) {
        return new LineFilter(
                texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList());
    }

    boolean takes(byte[] bytes, int from, int to) {
        return texts.stream().anyMatch(text -> contains(bytes, from, to, text));
    }

    /** The bytes of the longest text: nothing that is taken is taken for more than these. */
    int longest() {
        return texts.stream().mapToInt(text -> text.length).max().orElse(0);
    }

    private static boolean contains(byte[] bytes, int from, int to, byte[] text) {
        if (text.length == 0) return true;
        for (int i = from; i <= to - text.length; i++) {
            if (bytes[i] == text[0]
                    && Arrays.equals(bytes, i, i + text.length, text, 0, text.length)) {
                return true;
            }
        }
        return false;
    }
}
