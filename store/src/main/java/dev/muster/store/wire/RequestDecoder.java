package dev.muster.store.wire;

import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Limits;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

import java.util.List;
import java.util.Optional;

/**
 * A client's bytes, cut anywhere and any number at a time, become {@code StoreRequest}s, and the
 * beginnings of long ones.
 *
 * <p>Each step takes one field whole or leaves it until more has come. The first thing that does
 * not fit throws {@link MalformedStream}, and from then on whatever arrives is dropped.
 *
 * <p>Where the dialect is to be found out, VALIDATE tells C at once. A and B share their first
 * seven opcodes, so a connection may remain either for as long as it lives; the first other opcode
 * decides, for good. One case is open even then: 8 and a name is all of A's DELETE_KEY and one half
 * of B's APPEND. The second half is waited for, and if it does not come while there is a silent
 * sibling, which only clients of A have, then it was a DELETE_KEY.
 */
public final class RequestDecoder extends ByteToMessageDecoder {
    private enum Step {
        HELLO,
        OPCODE,
        FIELDS,
        NAME_OF_EITHER,
        MORE_OR_NOTHING,
        BROKEN
    }

    private static final int DELETE_KEY_IN_A = Opcodes.A.opcode(Operation.DELETE_KEY);
    private static final int WATCH_KEY_IN_A = Opcodes.A.opcode(Operation.WATCH_KEY);

    private final Limits limits;
    private final DialectRule rule;
    private final Surroundings surroundings;
    private final BlobReader blobs;
    private final OperationCounts counts = new OperationCounts();
    private Optional<Dialect> dialect;
    private Step step;
    private boolean asked;
    private long received;
    private int opcode;
    private RequestDraft draft = RequestDraft.NONE;

    public RequestDecoder(Limits limits, DialectRule rule, Surroundings surroundings) {
        this.limits = limits;
        this.rule = rule;
        this.surroundings = surroundings;
        this.blobs = new BlobReader(limits.maxMessageBytes());
        this.dialect = rule.only();
        this.step =
                rule == DialectRule.ONLY_A || rule == DialectRule.ONLY_B ? Step.OPCODE : Step.HELLO;
    }

    /** The first byte of the request last looked at, the unfinished one included. */
    public int opcode() {
        return opcode;
    }

    /** How many bytes have come. */
    public long received() {
        return received;
    }

    /** How many requests of each kind have come whole. */
    public OperationCounts counts() {
        return counts;
    }

    /** What is kept of a request that is not complete. */
    public long heldBytes() {
        return internalBuffer().capacity() + draft.heldBytes();
    }

    /** How many bytes are still to come of the name or value that is coming; 0 if none is known. */
    public int awaited() {
        return Math.max(0, blobs.announced() - internalBuffer().readableBytes());
    }

    /** Whether not a byte has come. */
    public boolean isSilent() {
        return received == 0;
    }

    /** Whether the first thing a connection says is still to come or to be completed. */
    public boolean isOpening() {
        return step == Step.HELLO;
    }

    /** Empty while it is not known. */
    public Optional<Dialect> dialect() {
        return dialect;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        if (message instanceof ByteBuf bytes) received += bytes.readableBytes();
        super.channelRead(context, message);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        try {
            switch (step) {
                case HELLO -> readHello(in, out);
                case OPCODE -> readOpcode(in, out);
                case FIELDS -> readFields(in, out);
                case NAME_OF_EITHER -> readNameOfEither(context, in);
                case MORE_OR_NOTHING -> moreCame(in, out);
                case BROKEN -> in.skipBytes(in.readableBytes());
            }
        } catch (MalformedStream e) {
            step = Step.BROKEN;
            throw e;
        }
    }

    /**
     * Takes VALIDATE and its number. What those four bytes are after a legacy SET, the lower half
     * of a key's length, is left where it is, and so is every other opcode: a request begins with
     * it.
     */
    private void readHello(ByteBuf in, List<Object> out) {
        opcode = in.getUnsignedByte(in.readerIndex());
        if (opcode == Opcodes.HELLO) {
            if (in.readableBytes() < Byte.BYTES + Integer.BYTES) return;
            int found = in.getIntLE(in.readerIndex() + Byte.BYTES);
            if (found == Opcodes.HELLO_NUMBER) {
                in.skipBytes(Byte.BYTES + Integer.BYTES);
                dialect = Optional.of(Dialect.C);
                step = Step.OPCODE;
                return;
            }
            if (dialect.isPresent()) {
                throw new MalformedStream(
                        "VALIDATE with 0x%08X (expected: 0x%08X)"
                                .formatted(found, Opcodes.HELLO_NUMBER));
            }
        } else if (dialect.isPresent()) {
            throw new MalformedStream(
                    "first byte %d (expected: %d, VALIDATE)".formatted(opcode, Opcodes.HELLO));
        } else if (opcode > Opcodes.LAST_LEGACY) {
            throw new MalformedStream(
                    "first byte %d (expected: 0..%d)".formatted(opcode, Opcodes.LAST_LEGACY));
        }
        readOpcode(in, out);
    }

    private void readOpcode(ByteBuf in, List<Object> out) {
        opcode = in.readUnsignedByte();
        blobs.restart();
        if (dialect.isEmpty() && opcode == DELETE_KEY_IN_A) {
            step = Step.NAME_OF_EITHER;
            return;
        }
        if (dialect.isEmpty() && Opcodes.A_OR_B.operation(opcode).isEmpty()) tellByOpcode();
        asked = true;
        step = Step.FIELDS;
        draft = new RequestDraft(operation());
        deliverIfComplete(out);
    }

    private void tellByOpcode() {
        boolean watch = opcode == WATCH_KEY_IN_A && !asked;
        if (watch && rule == DialectRule.DETECT_WITH_WATCHES) dialect = Optional.of(Dialect.A);
        else if (Opcodes.B.operation(opcode).isPresent()) dialect = Optional.of(Dialect.B);
    }

    private Operation operation() {
        var opcodes = dialect.map(Opcodes::of).orElse(Opcodes.A_OR_B);
        return opcodes.operation(opcode)
                .orElseThrow(
                        () ->
                                new MalformedStream(
                                        "opcode %d is unknown in dialect %s"
                                                .formatted(opcode, opcodes)));
    }

    private void readNameOfEither(ChannelHandlerContext context, ByteBuf in) {
        var name = blobs.read(in, "key", limits.maxKeyBytes());
        if (name.isEmpty()) return;
        draft = new RequestDraft(Operation.DELETE_KEY);
        draft.key(name.get());
        step = Step.MORE_OR_NOTHING;
        if (!in.isReadable()) surroundings.afterPause(() -> nothingMoreCame(context));
    }

    private void moreCame(ByteBuf in, List<Object> out) {
        dialect = Optional.of(Dialect.B);
        draft = draft.as(Operation.APPEND);
        step = Step.FIELDS;
        readField(in, out);
    }

    private void nothingMoreCame(ChannelHandlerContext context) {
        if (step != Step.MORE_OR_NOTHING || context.isRemoved()) return;
        if (!surroundings.hasSilentSibling()) return; // so it is B, and slow
        dialect = Optional.of(Dialect.A);
        step = Step.OPCODE;
        counts.count(draft.operation());
        var request = draft.request();
        draft = RequestDraft.NONE;
        context.fireChannelRead(request);
        context.fireChannelReadComplete();
    }

    /** As many as there are, up to the end of the request or of a part of it. */
    private void readFields(ByteBuf in, List<Object> out) {
        int before;
        do {
            before = in.readerIndex();
            readField(in, out);
        } while (out.isEmpty() && in.readerIndex() > before);
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
        if (!draft.isComplete()) {
            if (draft.isPart()) {
                out.add(draft.takePart());
                blobs.restart();
            }
            return;
        }
        counts.count(draft.operation());
        out.add(draft.request());
        draft = RequestDraft.NONE; // or it would keep what the request brought until the next one
        step = Step.OPCODE;
    }
}
