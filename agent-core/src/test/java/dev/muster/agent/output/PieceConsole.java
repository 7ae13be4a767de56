package dev.muster.agent.output;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Remembers what it was handed in one piece. */
final class PieceConsole extends OutputStream {
    private final List<byte[]> pieces = new ArrayList<>();

    @Override
    public void write(int one) {
        pieces.add(new byte[] {(byte) one});
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        pieces.add(Arrays.copyOfRange(bytes, from, from + count));
    }

    void clear() {
        pieces.clear();
    }

    List<byte[]> pieces() {
        return pieces;
    }

    byte[] bytes() {
        var all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        return all.toByteArray();
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }
}
