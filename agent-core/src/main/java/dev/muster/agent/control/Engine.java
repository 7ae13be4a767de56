package dev.muster.agent.control;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;

import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The control loop and the kind of socket it listens on: Linux's own where that works, else what
 * Java has everywhere.
 *
 * @param ofLinux whether it is Linux's own
 */
record Engine(EventLoop loop, ChannelFactory<? extends ServerChannel> channels, boolean ofLinux) {
    /** Who connected, as the system vouches for it. */
    record Peer(int user, Optional<Long> pid) {}

    static Engine start() {
        return Epoll.isAvailable()
                ? new Engine(
                        loop(EpollIoHandler.newFactory()),
                        EpollServerDomainSocketChannel::new,
                        true)
                : new Engine(
                        loop(NioIoHandler.newFactory()), NioServerDomainSocketChannel::new, false);
    }

    /** One loop, not a group of one, whose end would keep the JVM alive for a second more. */
    private static EventLoop loop(IoHandlerFactory handlers) {
        return new SingleThreadIoEventLoop(
                null, new DefaultThreadFactory("control", true), handlers);
    }

    /** The kind of socket that other machines can reach. */
    ChannelFactory<? extends ServerChannel> tcp() {
        return ofLinux ? EpollServerSocketChannel::new : NioServerSocketChannel::new;
    }

    SocketAddress address(Path socket) {
        return ofLinux
                ? new DomainSocketAddress(socket.toString())
                : UnixDomainSocketAddress.of(socket);
    }

    /**
     * @param folder whose owner is this process's user
     * @throws IOException when the system does not tell
     */
    static Peer peerOf(Channel channel, Path folder) throws IOException {
        if (channel instanceof EpollDomainSocketChannel epoll) {
            var credentials = epoll.peerCredentials();
            return new Peer(credentials.uid(), Optional.of((long) credentials.pid()));
        }
        if (channel instanceof NioDomainSocketChannel) {
            UnixDomainPrincipal who =
                    channel.config()
                            .getOption(NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED));
            if (who != null && who.user().equals(Files.getOwner(folder))) {
                return new Peer(userOf(folder), Optional.empty());
            }
        }
        throw new IOException("the system does not tell who connected");
    }

    /** The number of the user to whom the file belongs. */
    static int userOf(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:uid");
    }

    /** What the process calls itself; empty when it is gone or nobody tells. */
    static Optional<String> nameOf(long pid) {
        try {
            Path file = Path.of("/proc", Long.toString(pid), "comm");
            String name = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
            return Optional.of(name.replaceAll("[^ -~]", "?")).filter(text -> !text.isEmpty());
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
