package dev.muster.store.server;

import dev.muster.store.protocol.Transport;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A loop that has not been told what to do yet, on one of Netty's transports.
 *
 * @param channels of listening sockets for that loop
 */
record Engine(EventLoop loop, ChannelFactory<? extends ServerChannel> channels) {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    /**
     * As many as Linux allows, 1 MiB. With Netty's 4,096 the ring overflows when ten thousand
     * clients come at once, and the loop stands still for seconds.
     */
    private static final int COMPLETIONS = 64 << 10;

    /**
     * That of {@code wanted}, or of the first that works on this machine.
     *
     * @throws IOException if the wanted one does not work here, with the reason
     */
    static Engine start(Optional<Transport> wanted) throws IOException {
        if (wanted.isPresent()) return on(wanted.get());
        for (var better : List.of(Transport.IO_URING, Transport.EPOLL)) {
            if (!isAvailable(better)) continue;
            try {
                return on(better);
            } catch (RuntimeException
                    | IOException e) { // the memory that may be locked, for one, is limited
                LOG.info("{} does not start, so the store does without it", better, e);
            }
        }
        return on(Transport.NIO);
    }

    private static boolean isAvailable(Transport transport) {
        return switch (transport) {
            case IO_URING -> IoUring.isAvailable();
            case EPOLL -> Epoll.isAvailable();
            case NIO -> true;
        };
    }

    private static Engine on(Transport transport) throws IOException {
        return switch (transport) {
            case IO_URING -> {
                require(transport, IoUring.unavailabilityCause());
                var ring = new IoUringIoHandlerConfig().setCqSize(COMPLETIONS);
                yield new Engine(
                        loop(IoUringIoHandler.newFactory(ring)), IoUringServerSocketChannel::new);
            }
            case EPOLL -> {
                require(transport, Epoll.unavailabilityCause());
                yield new Engine(loop(EpollIoHandler.newFactory()), EpollServerSocketChannel::new);
            }
            case NIO -> new Engine(loop(NioIoHandler.newFactory()), NioServerSocketChannel::new);
        };
    }

    /**
     * One loop, not a group of one: a group hands its end over to a helper thread of Netty's that
     * is no daemon and keeps the JVM alive for a second more.
     */
    private static EventLoop loop(IoHandlerFactory handlers) {
        return new SingleThreadIoEventLoop(null, new DefaultThreadFactory("store", true), handlers);
    }

    private static void require(Transport transport, @Nullable Throwable whyNot)
            throws IOException {
        if (whyNot == null) return;
        throw new IOException(
                "%s does not work here: %s".formatted(transport, whyNot.getMessage()), whyNot);
    }
}
