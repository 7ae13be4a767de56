package dev.muster.store.server;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Connections that the system has taken and the loop has not: it serves whatever is ready in an
 * order of its own, so one may already speak while another, opened before, still waits in here.
 * Lives on the loop, but for {@link #reset}.
 */
final class Backlog {
    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    private final ServerSocketChannel socket;

    Backlog(ServerSocketChannel socket) {
        this.socket = socket;
    }

    /** Lets all in who came through {@code listening}. */
    void letIn(Channel listening) {
        takeAll(
                client -> {
                    listening.pipeline().fireChannelRead(new NioSocketChannel(listening, client));
                    listening.pipeline().fireChannelReadComplete();
                });
    }

    /** Closes all, unheard. */
    void turnAway() {
        takeAll(Backlog::close);
    }

    /**
     * Resets all, unheard. From any thread.
     *
     * @return how many those were
     */
    int reset() {
        var count = new AtomicInteger();
        takeAll(
                client -> {
                    resetOnClose(client);
                    close(client);
                    count.incrementAndGet();
                });
        return count.get();
    }

    private static void resetOnClose(SocketChannel client) {
        try {
            client.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            LOG.debug("one that was reset is gone already", e);
        }
    }

    private void takeAll(Consumer<SocketChannel> taker) {
        try {
            for (var next = socket.accept(); next != null; next = socket.accept()) {
                taker.accept(next);
            }
        } catch (IOException e) {
            LOG.debug("the loop will meet the same failure and tell it", e);
        }
    }

    private static void close(SocketChannel client) {
        try {
            client.close();
        } catch (IOException e) {
            LOG.debug("one that was turned away did not close", e);
        }
    }
}
