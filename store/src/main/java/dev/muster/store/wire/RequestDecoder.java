package dev.muster.store.wire;

import dev.muster.store.protocol.Limits;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

import java.util.List;

/**
 * A client's bytes, cut anywhere and any number at a time, become {@code StoreRequest}s.
 *
 * <p>Each step takes one field whole or leaves it until more has come. The first thing that does
 * not fit throws {@link MalformedStream}, and from then on whatever arrives is dropped.
 */
public final class RequestDecoder extends ByteToMessageDecoder {
    private enum Step {
        HELLO,
        HELLO_NUMBER,
        OPCODE,
        FIELDS,
        BROKEN
    }

    private final Dialect dialect = Dialect.C;
    private final Limits limits;
    private final BlobReader blobs;
    private Step step = Step.HELLO;
    private int opcode;
    private RequestDraft draft = new RequestDraft(Operation.PING);

    public RequestDecoder(Limits limits) {
        this.limits = limits;
        this.blobs = new BlobReader(limits.maxMessageBytes());
    }

    /** The first byte of the request last looked at, the unfinished one included. */
    public int opcode() {
        return opcode;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        try {
            switch (step) {
                case HELLO -> readHello(in);
                case HELLO_NUMBER -> readHelloNumber(in);
                case OPCODE -> readOpcode(in, out);
                case FIELDS -> readField(in, out);
                case BROKEN -> in.skipBytes(in.readableBytes());
            }
        } catch (MalformedStream e) {
            step = Step.BROKEN;
            throw e;
        }
    }

    private void readHello(ByteBuf in) {
        opcode = in.readUnsignedByte();
        if (opcode != Dialect.HELLO) {
            throw new MalformedStream(
                    "first byte %d (expected: %d, VALIDATE)".formatted(opcode, Dialect.HELLO));
        }
        step = Step.HELLO_NUMBER;
    }

    private void readHelloNumber(ByteBuf in) {
        if (in.readableBytes() < Integer.BYTES) return;
        int found = in.readIntLE();
        if (found != Dialect.HELLO_NUMBER) {
            throw new MalformedStream(
                    "VALIDATE with 0x%08X (expected: 0x%08X)"
                            .formatted(found, Dialect.HELLO_NUMBER));
        }
        step = Step.OPCODE;
    }

    private void readOpcode(ByteBuf in, List<Object> out) {
        opcode = in.readUnsignedByte();
        Operation operation =
                dialect.operation(opcode)
                        .orElseThrow(
                                () ->
                                        new MalformedStream(
                                                "opcode %d is unknown in dialect %s"
                                                        .formatted(opcode, dialect)));
        draft = new RequestDraft(operation);
        blobs.restart();
        step = Step.FIELDS;
        deliverIfComplete(out);
    }

    private void readField(ByteBuf in, List<Object> out) {
        switch (draft.next()) {
            case KEY -> blobs.read(in, "key", limits.maxKeyBytes()).ifPresent(draft::key);
            case VALUE -> blobs.read(in, "value", limits.maxValueBytes()).ifPresent(draft::value);
            case COUNT -> readCount(in);
            case NUMBER -> {
                if (in.readableBytes() >= Long.BYTES) draft.number(in.readLongLE());
            }
            case NONCE -> {
                if (in.readableBytes() >= Integer.BYTES) draft.number(in.readIntLE());
            }
        }
        deliverIfComplete(out);
    }

    private void readCount(ByteBuf in) {
        if (in.readableBytes() < Long.BYTES) return;
        long announced = in.readLongLE();
        if (announced < 0 || announced > limits.maxNames()) {
            throw new MalformedStream(
                    "%s names (expected: 0..%d)"
                            .formatted(Long.toUnsignedString(announced), limits.maxNames()));
        }
        draft.count((int) announced);
    }

    private void deliverIfComplete(List<Object> out) {
        if (!draft.isComplete()) return;
        out.add(draft.request());
        step = Step.OPCODE;
    }
}
