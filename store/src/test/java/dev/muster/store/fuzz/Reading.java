package dev.muster.store.fuzz;

import com.sun.management.ThreadMXBean;

import dev.muster.store.wire.MalformedStream;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a decoder made of some bytes.
 *
 * @param messages in their order
 * @param refusal what it said of the first thing that made no sense
 */
record Reading(List<Object> messages, Optional<String> refusal) {
    /** What reading may take beside the bytes: channels and the like. */
    private static final long FIXED_BYTES = 1 << 20;

    /** And what a byte may take: a request of one byte is some objects. */
    private static final long BYTES_FOR_EACH = 1_024;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private record Measured(Reading reading, long allocatedBytes) {}

    /**
     * Reads {@code bytes} cut into {@code pieces} and then runs {@code pause}, for no more comes.
     *
     * @throws AssertionError if the decoder does anything but deliver, refuse or wait; if it goes
     *     on after refusing; if it keeps a buffer; or if it takes memory for bytes that have not
     *     come
     */
    static Reading of(
            byte[] bytes, List<Integer> pieces, Supplier<ChannelHandler> decoder, Runnable pause) {
        long most = FIXED_BYTES + BYTES_FOR_EACH * bytes.length;
        var first = measure(bytes, pieces, decoder.get(), pause);
        if (first.allocatedBytes() < most) return first.reading();
        // The first time, that may have been what loading classes takes.
        var second = measure(bytes, pieces, decoder.get(), pause);
        require(second.allocatedBytes() < most, "takes " + second.allocatedBytes() + " bytes");
        return second.reading();
    }

    private static Measured measure(
            byte[] bytes, List<Integer> pieces, ChannelHandler decoder, Runnable pause) {
        var buffers = new UnpooledByteBufAllocator(false, true); // it counts what it has given
        var channel = new EmbeddedChannel(decoder);
        channel.config().setAllocator(buffers);
        Optional<String> refusal = Optional.empty();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        int at = 0;
        for (int piece : pieces) {
            int length = Math.min(piece, bytes.length - at);
            int soFar = channel.inboundMessages().size();
            try {
                channel.writeInbound(
                        buffers.heapBuffer(length, length).writeBytes(bytes, at, length));
            } catch (MalformedStream broken) {
                require(refusal.isEmpty(), "refuses twice");
                refusal = Optional.of(String.valueOf(broken.getMessage()));
                soFar = channel.inboundMessages().size();
            }
            int now = channel.inboundMessages().size();
            require(refusal.isEmpty() || now == soFar, "goes on after refusing");
            at += length;
        }
        pause.run();
        long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
        var messages = new ArrayList<>(channel.inboundMessages());
        channel.inboundMessages().clear();
        require(!channel.finish(), "delivers what nobody completed");
        require(buffers.metric().usedHeapMemory() == 0, "keeps a buffer");
        return new Measured(new Reading(messages, refusal), taken);
    }

    static void require(boolean isSo, String otherwise) {
        if (!isSo) throw new AssertionError(otherwise);
    }
}
