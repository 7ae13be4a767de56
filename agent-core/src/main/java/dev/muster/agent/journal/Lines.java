package dev.muster.agent.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Cuts bytes at line feeds. Never holds more than one line, nor more of it than its limit. */
final class Lines {
    /** What comes next. */
    sealed interface Next {}

    /** A whole line, without its end. */
    record Line(String text) implements Next {}

    /** A whole line that is not UTF-8. */
    record NotText() implements Next {}

    /** The bytes end within a line, so many of which are there. */
    record Torn(long bytes) implements Next {}

    /** A line, or what the bytes end with, has more bytes than this; it was passed over. */
    record TooLong(int limit) implements Next {}

    /** There is nothing more. */
    record End() implements Next {}

    private final InputStream bytes;
    private final int limit;
    private final byte[] buffer = new byte[1 << 13];
    private int from;
    private int to;

    Lines(InputStream bytes, int limit) {
        this.bytes = bytes;
        this.limit = limit;
    }

    Next next() throws IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            if (from == to) {
                from = 0;
                to = Math.max(0, bytes.read(buffer));
                if (to == 0) return line.size() == 0 ? new End() : new Torn(line.size());
            }
            int end = indexOfLineFeed();
            line.write(buffer, from, end - from);
            from = end;
            if (line.size() > limit) {
                passOver();
                return new TooLong(limit);
            }
            if (from < to) {
                from++;
                return text(line.toByteArray());
            }
        }
    }

    private static Next text(byte[] line) {
        try {
            return new Line(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .decode(ByteBuffer.wrap(line))
                            .toString());
        } catch (CharacterCodingException _) {
            return new NotText();
        }
    }

    private void passOver() throws IOException {
        while (from == to) {
            from = 0;
            to = Math.max(0, bytes.read(buffer));
            if (to == 0) return;
            from = indexOfLineFeed();
        }
        from++;
    }

    private int indexOfLineFeed() {
        int at = from;
        while (at < to && buffer[at] != '\n') at++;
        return at;
    }
}
