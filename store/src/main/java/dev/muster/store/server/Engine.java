package dev.muster.store.server;

import dev.muster.store.protocol.Transport;

import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringServerSocketChannel;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** What a loop runs on: one of Netty's transports. */
record Engine(
        Transport transport,
        IoHandlerFactory handlers,
        ChannelFactory<? extends ServerChannel> channels) {
    /**
     * As many as Linux allows, 1 MiB. With Netty's 4,096 the ring overflows when ten thousand
     * clients come at once, and the loop stands still for seconds.
     */
    private static final int COMPLETIONS = 64 << 10;

    /**
     * That of {@code wanted}, or of the first that works on this machine.
     *
     * @throws IllegalStateException if the wanted one does not work here, with the reason
     */
    static Engine of(Optional<Transport> wanted) {
        return of(wanted.orElseGet(Engine::firstThatWorks));
    }

    private static Transport firstThatWorks() {
        if (IoUring.isAvailable()) return Transport.IO_URING;
        return Epoll.isAvailable() ? Transport.EPOLL : Transport.NIO;
    }

    private static Engine of(Transport transport) {
        return switch (transport) {
            case IO_URING -> {
                require(transport, IoUring.unavailabilityCause());
                yield new Engine(
                        transport,
                        IoUringIoHandler.newFactory(
                                new IoUringIoHandlerConfig().setCqSize(COMPLETIONS)),
                        IoUringServerSocketChannel::new);
            }
            case EPOLL -> {
                require(transport, Epoll.unavailabilityCause());
                yield new Engine(
                        transport, EpollIoHandler.newFactory(), EpollServerSocketChannel::new);
            }
            case NIO ->
                    new Engine(transport, NioIoHandler.newFactory(), NioServerSocketChannel::new);
        };
    }

    private static void require(Transport transport, @Nullable Throwable whyNot) {
        if (whyNot == null) return;
        throw new IllegalStateException(
                "%s does not work here: %s".formatted(transport, whyNot.getMessage()), whyNot);
    }
}
