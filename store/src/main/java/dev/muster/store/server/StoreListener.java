package dev.muster.store.server;

import dev.muster.store.protocol.Limits;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** A listening socket and the loop behind it. Its methods may be called from any other thread. */
public final class StoreListener implements AutoCloseable {
    /** More than any system allows: each cuts it down to its own maximum. */
    private static final int LARGEST_BACKLOG = 0xffff;

    private final EventLoop loop;
    private final Channel socket;
    private final Clients clients;

    private StoreListener(EventLoop loop, Channel socket, Clients clients) {
        this.loop = loop;
        this.socket = socket;
        this.clients = clients;
    }

    /**
     * Listens on {@code address} and nowhere else.
     *
     * @throws IOException if it cannot, with nothing left open
     */
    public static StoreListener open(InetSocketAddress address, Limits limits, int maxQueuedBytes)
            throws IOException {
        // One loop, not a group of one: a group hands its end over to a helper thread of Netty's
        // that is no daemon and keeps the JVM alive for a second more.
        var loop =
                new SingleThreadIoEventLoop(
                        null, new DefaultThreadFactory("store", true), NioIoHandler.newFactory());
        var clients = new Clients(limits);
        var binding =
                new ServerBootstrap()
                        .group(loop)
                        .channel(NioServerSocketChannel.class)
                        .option(ChannelOption.SO_BACKLOG, LARGEST_BACKLOG)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(maxQueuedBytes, maxQueuedBytes))
                        .childHandler(clients)
                        .bind(address)
                        .awaitUninterruptibly();
        if (!binding.isSuccess()) {
            end(loop);
            if (binding.cause() instanceof IOException e) throw e;
            throw new IOException("cannot listen on " + address, binding.cause());
        }
        return new StoreListener(loop, binding.channel(), clients);
    }

    /** Where it listens, with the port that it got. */
    public InetSocketAddress address() {
        return (InetSocketAddress) socket.localAddress();
    }

    /** Drops every key, wait and connection, and returns when they are gone. Goes on listening. */
    public void clear() {
        loop.submit(clients::clear).syncUninterruptibly();
    }

    /** Stops listening, drops everything, and returns when the port is free and the loop gone. */
    @Override
    public void close() {
        socket.close().awaitUninterruptibly();
        end(loop);
    }

    private static void end(EventLoop loop) {
        Future<?> ended = loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        ended.awaitUninterruptibly();
    }
}
