package dev.muster.store.server;

import dev.muster.store.wire.RequestDecoder;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * How much of one connection is read in a turn of the loop. A large value only moves, so as much of
 * it as one likes; of all else no more than others can wait for, as thousands of requests or names
 * would fit into what a value may take.
 */
final class Reads extends AdaptiveRecvByteBufAllocator {
    private static final int LEAST = 64;
    private static final int FIRST = 2 << 10;

    /** Names of a few bytes in it are served in some fifty microseconds. */
    private static final int MOST_OF_NAMES = 16 << 10;

    private static final int MOST_OF_VALUE = 64 << 10;

    private final RequestDecoder decoder;

    /** For the one connection that {@code decoder} reads. */
    Reads(RequestDecoder decoder) {
        super(LEAST, FIRST, MOST_OF_NAMES);
        this.decoder = decoder;
        maxMessagesPerRead(1);
    }

    @Override
    @SuppressWarnings("deprecation") // every handle is one of these, and the transports rely on it
    public Handle newHandle() {
        return new ByWhatIsAwaited((ExtendedHandle) super.newHandle());
    }

    @SuppressWarnings("deprecation")
    private final class ByWhatIsAwaited extends RecvByteBufAllocator.DelegatingHandle
            implements ExtendedHandle {
        private final ExtendedHandle usual;

        ByWhatIsAwaited(ExtendedHandle usual) {
            super(usual);
            this.usual = usual;
        }

        @Override
        public int guess() {
            return Math.max(usual.guess(), Math.min(decoder.awaited(), MOST_OF_VALUE));
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return allocator.ioBuffer(guess());
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
            return usual.continueReading(maybeMore);
        }
    }
}
