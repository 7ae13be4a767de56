package dev.muster.agent.rendezvous.c10d;

import dev.muster.store.protocol.Bytes;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Writes protocol 4, which every Python since 3.4 reads, without frames. */
final class PickleWriter {
    private static final int PROTOCOL = 4;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Under which index what was written already can be had again. */
    private final Map<Object, Integer> memo = new HashMap<>();

    PickleWriter() {
        op(Op.PROTO).write(PROTOCOL);
    }

    PickleWriter op(int... opcodes) {
        for (int opcode : opcodes) out.write(opcode);
        return this;
    }

    private void write(int unsignedByte) {
        out.write(unsignedByte);
    }

    PickleWriter truth(boolean value) {
        return op(value ? Op.NEWTRUE : Op.NEWFALSE);
    }

    PickleWriter whole(long value) {
        if (value >= 0 && value <= 0xff) {
            op(Op.BININT1).write((int) value);
        } else if (value >= 0 && value <= 0xffff) {
            op(Op.BININT2).number(Short.BYTES, value);
        } else if (value == (int) value) {
            op(Op.BININT).number(Integer.BYTES, value);
        } else {
            op(Op.LONG1).op(Long.BYTES).number(Long.BYTES, value);
        }
        return this;
    }

    PickleWriter text(String value) {
        byte[] content = utf8(value);
        if (content.length <= 0xff) op(Op.SHORT_BINUNICODE).write(content.length);
        else op(Op.BINUNICODE).number(Integer.BYTES, content.length);
        out.writeBytes(content);
        return this;
    }

    PickleWriter raw(byte[] atMost255) {
        op(Op.SHORT_BINBYTES).write(atMost255.length);
        out.writeBytes(atMost255);
        return this;
    }

    PickleWriter callable(PickleCallable callable) {
        return shared(
                callable,
                () -> {
                    op(Op.GLOBAL);
                    for (String part : new String[] {callable.module(), callable.called()}) {
                        out.writeBytes(utf8(part));
                        write('\n');
                    }
                });
    }

    /** What {@code write} writes; from the second time on, a reference to the first. */
    PickleWriter shared(Object what, Runnable write) {
        Integer index = memo.get(what);
        if (index == null) {
            write.run();
            memo.put(what, memo.size()); // as the reader counts: what it contains came before
            return op(Op.MEMOIZE);
        }
        if (index <= 0xff) op(Op.BINGET).write(index);
        else op(Op.LONG_BINGET).number(Integer.BYTES, index);
        return this;
    }

    Bytes end() {
        op(Op.STOP);
        return Bytes.adopt(out.toByteArray());
    }

    /** The lower {@code bytes} bytes of {@code value}, the lowest first. */
    private PickleWriter number(int bytes, long value) {
        var all = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
        out.write(all.array(), 0, bytes);
        return this;
    }

    private static byte[] utf8(String value) {
        try {
            var content = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
            var bytes = new byte[content.remaining()];
            content.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "text: half a character in \"%s\"".formatted(value), e);
        }
    }
}
