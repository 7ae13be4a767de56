package dev.muster.agent.control;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.journal.EventJson;
import dev.muster.agent.journal.LostEvents;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

import java.nio.charset.StandardCharsets;

/**
 * Messages of a server-sent event stream, framed as chunks of an HTTP/1.1 body. A chunk may hold
 * many messages; it is made once and given to many channels.
 */
final class Sse {
    /** Eight digits, so that they can be written before the length is known. */
    private static final int HEADER = 10;

    private static final ByteBuf END =
            Unpooled.unreleasableBuffer(
                    Unpooled.directBuffer()
                            .writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
                            .asReadOnly());

    private Sse() {}

    /** A chunk without messages yet. */
    static ByteBuf begin(ByteBufAllocator buffers) {
        return buffers.directBuffer(1024).writeZero(HEADER);
    }

    static void event(ByteBuf chunk, long id, CharSequence json) {
        ByteBufUtil.writeAscii(chunk, "id: ");
        ByteBufUtil.writeAscii(chunk, Long.toString(id));
        message(chunk, "\nevent: event\ndata: ", json);
    }

    /** The same, of a line that is UTF-8 already. */
    static void event(ByteBuf chunk, long id, byte[] line, int from, int length) {
        ByteBufUtil.writeAscii(chunk, "id: ");
        ByteBufUtil.writeAscii(chunk, Long.toString(id));
        ByteBufUtil.writeAscii(chunk, "\nevent: event\ndata: ");
        chunk.writeBytes(line, from, length);
        ByteBufUtil.writeAscii(chunk, "\n\n");
    }

    /** A message without a number. */
    static void message(ByteBuf chunk, String kind, String json) {
        message(chunk, "event: %s\ndata: ".formatted(kind), (CharSequence) json);
    }

    /** What stands in the place of events that are lost, as {@code known} has it. */
    static void lost(ByteBuf chunk, LostEvents lost, JobSnapshot known) {
        lost.beginning(known).ifPresent(event -> event(chunk, event));
        lost.unknown(known)
                .ifPresent(
                        gap ->
                                message(
                                        chunk,
                                        "gap",
                                        "{\"from\":%d,\"until\":%d}"
                                                .formatted(gap.from(), gap.until())));
        lost.ending(known).ifPresent(event -> event(chunk, event));
    }

    private static void event(ByteBuf chunk, NumberedEvent event) {
        event(chunk, event.seq(), EventJson.line(event));
    }

    /** Says nothing, but says it. */
    static void heartbeat(ByteBuf chunk) {
        ByteBufUtil.writeAscii(chunk, ":\n\n");
    }

    private static void message(ByteBuf chunk, String before, CharSequence json) {
        ByteBufUtil.writeAscii(chunk, before);
        ByteBufUtil.writeUtf8(chunk, json); // JSON has no line ends of its own
        ByteBufUtil.writeAscii(chunk, "\n\n");
    }

    static int size(ByteBuf chunk) {
        return chunk.readableBytes() - HEADER;
    }

    /** The chunk, whole. */
    static ByteBuf end(ByteBuf chunk) {
        String length = "%08x\r\n".formatted(size(chunk));
        for (int k = 0; k < HEADER; k++) chunk.setByte(chunk.readerIndex() + k, length.charAt(k));
        return chunk.writeByte('\r').writeByte('\n');
    }

    /** The end of the body. */
    static ByteBuf last() {
        return END.duplicate();
    }
}
