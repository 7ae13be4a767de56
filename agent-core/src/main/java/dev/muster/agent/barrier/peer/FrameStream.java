package dev.muster.agent.barrier.peer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/**
 * The frames of one socket, read by one thread and written by one. What has begun to come must come
 * whole within a time, so that nobody holds a thread by dripping.
 */
final class FrameStream {
    private static final Duration FRAME_TIME = Duration.ofSeconds(5);
    private static final int BUFFER = 512;

    private final Socket socket;
    private final FrameCodec codec;
    private final InputStream in;

    FrameStream(Socket socket, FrameCodec codec) throws IOException {
        this.socket = socket;
        this.codec = codec;
        in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        socket.setTcpNoDelay(true);
    }

    void writeFirst(Frame frame) throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(FrameCodec.preamble());
        bytes.writeBytes(codec.encode(frame));
        bytes.writeTo(socket.getOutputStream());
    }

    /** All of them at once, so that what belongs together arrives together. */
    void write(List<Frame> frames) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (Frame frame : frames) bytes.writeBytes(codec.encode(frame));
        bytes.writeTo(socket.getOutputStream());
    }

    /** The other side's first frame, whole by then. */
    Frame readFirst(Duration within) throws IOException {
        long deadline = System.nanoTime() + within.toNanos();
        byte[] expected = FrameCodec.preamble();
        byte[] found = new byte[expected.length];
        for (int i = 0; i < expected.length; i++) {
            read(found, i, 1, deadline);
            if (found[i] != expected[i]) {
                var hex = HexFormat.ofDelimiter(" ");
                throw new MalformedFrame(
                        "first bytes: %s (expected: %s)"
                                .formatted(
                                        hex.formatHex(found, 0, i + 1), hex.formatHex(expected)));
            }
        }
        byte[] header = new byte[FrameCodec.HEADER];
        read(header, 0, header.length, deadline);
        return body(header, deadline);
    }

    /** The next frame; waits for its first byte for as long as that takes. */
    Frame read() throws IOException {
        byte[] header = new byte[FrameCodec.HEADER];
        socket.setSoTimeout(0);
        int first = in.read();
        if (first < 0) throw new EOFException("the other side closed the connection");
        header[0] = (byte) first;
        long deadline = System.nanoTime() + FRAME_TIME.toNanos();
        read(header, 1, header.length - 1, deadline);
        return body(header, deadline);
    }

    private Frame body(byte[] header, long deadline) throws IOException {
        byte[] body = new byte[FrameCodec.bodyLength(header)];
        read(body, 0, body.length, deadline);
        return codec.decode(header[0], body);
    }

    private void read(byte[] into, int from, int length, long deadline) throws IOException {
        int end = from + length;
        for (int at = from; at < end; ) {
            int count = readSome(into, at, end - at, deadline);
            if (count < 0) throw new EOFException("the other side closed the connection");
            at += count;
        }
    }

    private int readSome(byte[] into, int from, int most, long deadline) throws IOException {
        long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        try {
            socket.setSoTimeout((int) Math.max(1, left)); // 0 would be without end
            return in.read(into, from, most);
        } catch (SocketTimeoutException _) {
            throw new SocketTimeoutException("it did not come whole in time");
        }
    }
}
