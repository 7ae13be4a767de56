package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Unreachable;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.util.concurrent.DefaultThreadFactory;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * HTTP/1.1 with one agent: a connection for each exchange under way, of which a few are kept for
 * the next. Nothing is compressed, upgraded or pipelined. Methods: any thread; state: its own.
 */
final class AgentHttp implements AutoCloseable {
    private final Way way;
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop thread;
    private final Deque<Wire> idle = new ArrayDeque<>();
    private final Wire.Owner owner =
            new Wire.Owner() {
                @Override
                public void free(Wire wire) {
                    keep(wire);
                }

                @Override
                public void again(Exchange exchange) {
                    connect(exchange);
                }
            };
    private final Set<Exchange> underWay = new HashSet<>();
    private boolean closed;

    AgentHttp(Way way) {
        this.way = way;
        group =
                new MultiThreadIoEventLoopGroup(
                        1,
                        new DefaultThreadFactory("control client", true),
                        NioIoHandler.newFactory());
        thread = group.next();
    }

    /** The one thread on which everything is told. */
    EventLoop thread() {
        return thread;
    }

    Exchange send(Request request, Optional<Duration> silenceLimit, Answer answer) {
        var exchange = new Exchange(request, silenceLimit, answer, thread, underWay::remove);
        try {
            thread.execute(() -> start(exchange));
        } catch (RejectedExecutionException _) {
            answer.fails(closedFailure());
        }
        return exchange;
    }

    private void start(Exchange exchange) {
        if (closed) {
            exchange.fail(closedFailure());
            return;
        }
        if (exchange.isOver()) return;
        underWay.add(exchange);
        while (!idle.isEmpty()) {
            Wire wire = idle.removeLast();
            if (wire.isOpen()) {
                wire.begin(exchange);
                return;
            }
        }
        connect(exchange);
    }

    private void connect(Exchange exchange) {
        var _ =
                way.open(thread, this::fit)
                        .handle(
                                (channel, failure) -> {
                                    if (failure == null) connected(channel, exchange);
                                    else exchange.fail(known(failure));
                                    return exchange;
                                });
    }

    private static ControlFailure known(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof ControlFailure known
                ? known
                : new Unreachable("no agent can be reached: " + cause);
    }

    private void fit(Channel channel) {
        channel.pipeline().addLast(codec(), new Wire(channel, owner));
    }

    private void connected(Channel channel, Exchange exchange) {
        Wire wire = channel.pipeline().get(Wire.class);
        if (closed || exchange.isOver()) {
            wire.close();
            exchange.fail(closedFailure());
        } else {
            wire.begin(exchange);
        }
    }

    private static HttpClientCodec codec() {
        var config =
                new HttpDecoderConfig()
                        .setMaxInitialLineLength(Limits.STATUS_LINE)
                        .setMaxHeaderSize(Limits.HEADERS);
        return new HttpClientCodec(config, false, false);
    }

    private void keep(Wire wire) {
        if (closed || idle.size() == Limits.IDLE_CONNECTIONS) {
            wire.close();
        } else {
            idle.addLast(wire);
        }
    }

    private static Unreachable closedFailure() {
        return new Unreachable("the connection to the agent has been closed here");
    }

    /** Ends every exchange; those under way fail. */
    @Override
    public void close() {
        try {
            thread.execute(
                    () -> {
                        closed = true;
                        idle.forEach(Wire::close);
                        idle.clear();
                        List.copyOf(underWay).forEach(one -> one.fail(closedFailure()));
                    });
        } catch (RejectedExecutionException _) {
            return; // closed before
        }
        var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
