package dev.muster.store.bench;

import dev.muster.store.protocol.Bytes;

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
record Workload(String name, Bytes before, int beforeReply, Bytes request, int reply) {
    Workload(String name, byte[] before, int beforeReply, byte[] request, int reply) {
        this(name, Bytes.adopt(before), beforeReply, Bytes.adopt(request), reply);
    }

    private static final byte[] KEY = ascii("/bench/key");

    private static final int SET = 1;
    private static final int GET = 3;
    private static final int ADD = 4;
    private static final int CHECK = 5;
    private static final int WAIT = 6;
    private static final int MULTI_SET = 11;
    private static final int PING = 13;
    private static final byte[] VALIDATE = {(byte) 0xCE, (byte) 0xF7, (byte) 0x85, 0x3C};
    private static final byte[] NONCE = {1, 2, 3, 4};

    static Workload get(int bytes) {
        return get(KEY, bytes);
    }

    /** Of 64 KiB, which the server that parses nothing knows by the key's first letter. */
    static Workload getLarge() {
        return get(ascii("/bench/large"), 64 << 10);
    }

    private static Workload get(byte[] key, int bytes) {
        return new Workload(
                "GET", setThenPing(key, bytes), 4, op(GET).blob(key).bytes(), 8 + bytes);
    }

    static Workload set(int bytes) {
        return new Workload("SET", setThenPing(KEY, bytes), 4, setThenPing(KEY, bytes), 4);
    }

    static Workload add() {
        return new Workload(
                "ADD", ping(), 4, op(ADD).blob(ascii("/bench/sum")).number(1).bytes(), 8);
    }

    static Workload check(int bytes) {
        return new Workload(
                "CHECK", setThenPing(KEY, bytes), 4, op(CHECK).number(1).blob(KEY).bytes(), 1);
    }

    static byte[] hello() {
        return op(0).raw(VALIDATE).raw(ping()).bytes();
    }

    static byte[] ping() {
        return op(PING).raw(NONCE).bytes();
    }

    static Draft op(int code) {
        return new Draft().raw(code);
    }

    static byte[] set(String key, int bytes) {
        return op(SET).blob(ascii(key)).blob(new byte[bytes]).bytes();
    }

    static byte[] await(String key) {
        return op(WAIT).number(1).blob(ascii(key)).bytes();
    }

    /** Ended by a PING, whose answer tells that it is done. */
    static byte[] multiSet(int keys, int bytes) {
        var draft = op(MULTI_SET).number(keys);
        for (int i = 0; i < keys; i++) draft.blob(ascii("/many/" + i)).blob(new byte[bytes]);
        return draft.raw(ping()).bytes();
    }

    private static byte[] setThenPing(byte[] key, int bytes) {
        return op(SET).blob(key).blob(new byte[bytes]).raw(ping()).bytes();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A request in the making. */
    static final class Draft {
        private ByteBuffer buffer = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);

        Draft raw(int b) {
            room(1).put((byte) b);
            return this;
        }

        Draft raw(byte[] content) {
            room(content.length).put(content);
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
