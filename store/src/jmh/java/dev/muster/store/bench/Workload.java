package dev.muster.store.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * One kind of request, over and over, in dialect C. A connection sends the next one when the answer
 * to the last has come; what has no answer is followed by a PING in the same write.
 *
 * @param before sent once before
 * @param beforeReply bytes of the answer to that
 */
record Workload(String name, byte[] before, int beforeReply, byte[] request, int reply) {
    private static final byte[] KEY = "/bench/key".getBytes(StandardCharsets.US_ASCII);

    static Workload get(int bytes) {
        return new Workload("GET", setThenPing(bytes), 4, op(3).blob(KEY).bytes(), 8 + bytes);
    }

    static Workload set(int bytes) {
        return new Workload("SET", setThenPing(bytes), 4, setThenPing(bytes), 4);
    }

    static Workload add() {
        return new Workload(
                "ADD",
                ping(),
                4,
                op(4).blob("/bench/sum".getBytes(StandardCharsets.US_ASCII)).number(1).bytes(),
                8);
    }

    static Workload check(int bytes) {
        return new Workload("CHECK", setThenPing(bytes), 4, op(5).number(1).blob(KEY).bytes(), 1);
    }

    static byte[] hello() {
        return new Draft()
                .raw(0)
                .raw(0xCE)
                .raw(0xF7)
                .raw(0x85)
                .raw(0x3C)
                .raw(13)
                .raw(1)
                .raw(2)
                .raw(3)
                .raw(4)
                .bytes();
    }

    static byte[] ping() {
        return op(13).raw(1).raw(2).raw(3).raw(4).bytes();
    }

    static Draft op(int code) {
        return new Draft().raw(code);
    }

    private static byte[] setThenPing(int bytes) {
        return op(1).blob(KEY).blob(new byte[bytes]).raw(13).raw(1).raw(2).raw(3).raw(4).bytes();
    }

    /** A request in the making. */
    static final class Draft {
        private ByteBuffer buffer = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);

        Draft raw(int b) {
            room(1).put((byte) b);
            return this;
        }

        Draft number(long n) {
            room(8).putLong(n);
            return this;
        }

        Draft blob(byte[] content) {
            number(content.length);
            room(content.length).put(content);
            return this;
        }

        byte[] bytes() {
            var all = new byte[buffer.position()];
            buffer.flip().get(all);
            return all;
        }

        private ByteBuffer room(int more) {
            if (buffer.remaining() < more) {
                var larger =
                        ByteBuffer.allocate((buffer.capacity() + more) * 2)
                                .order(ByteOrder.LITTLE_ENDIAN);
                buffer = larger.put(buffer.flip());
            }
            return buffer;
        }
    }
}
