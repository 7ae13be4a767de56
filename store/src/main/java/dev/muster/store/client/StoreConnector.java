package dev.muster.store.client;

import dev.muster.store.client.Answer.Interrupted;
import dev.muster.store.client.Answer.Late;
import dev.muster.store.client.Answer.Lost;
import dev.muster.store.client.Answer.Replied;
import dev.muster.store.client.Answer.Sent;
import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.wire.ReplyDecoder;
import dev.muster.store.wire.RequestEncoder;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Opens connections. A store that is not there yet may come, so everything up to the first answer
 * is tried again until the deadline, at growing intervals.
 */
public final class StoreConnector {
    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    private final InetSocketAddress address;
    private final Deadline deadline;
    private final EventLoop loop =
            new SingleThreadIoEventLoop(
                    null,
                    new DefaultThreadFactory("store client", true),
                    NioIoHandler.newFactory());

    private StoreConnector(InetSocketAddress address, Deadline deadline) {
        this.address = address;
        this.deadline = deadline;
    }

    /**
     * Connects to the store at {@code address}.
     *
     * @throws IOException if that fails until {@code deadline}, with the last reason
     */
    public static StoreConnection open(InetSocketAddress address, Deadline deadline)
            throws IOException {
        var connector = new StoreConnector(address, deadline);
        try {
            return connector.open();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            connector.end();
            throw new InterruptedIOException("interrupted");
        } catch (IOException | RuntimeException e) {
            connector.end();
            throw e;
        }
    }

    private StoreConnection open() throws IOException, InterruptedException {
        Optional<IOException> reason = Optional.empty();
        for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            try {
                return attempt();
            } catch (SocketTimeoutException e) {
                throw reason.orElse(e); // an attempt cut short tells less than the one before it
            } catch (IOException e) {
                reason = Optional.of(e);
                long remaining = TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos());
                if (remaining <= 0) throw e;
                loop.schedule(() -> {}, Math.min(pause, remaining), TimeUnit.MILLISECONDS).sync();
            }
        }
    }

    private StoreConnection attempt() throws IOException, InterruptedException {
        var connecting = bootstrap().connect(address);
        try {
            if (!connecting.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw new SocketTimeoutException("nothing answers there");
            }
            if (!connecting.isSuccess()) {
                throw new IOException(connecting.cause().getMessage(), connecting.cause());
            }
            var conversation = connecting.channel().pipeline().get(Conversation.class);
            return greeted(new StoreConnection(loop, conversation));
        } catch (IOException | InterruptedException e) {
            connecting.channel().close().awaitUninterruptibly();
            throw e;
        }
    }

    private Bootstrap bootstrap() {
        return new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0) // the deadline is the limit
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .handler(
                        new ChannelInitializer<>() {
                            @Override
                            protected void initChannel(Channel channel) {
                                var decoder = new ReplyDecoder(Limits.DEFAULT);
                                var encoder = new RequestEncoder(Dialect.C);
                                channel.pipeline()
                                        .addLast(
                                                decoder,
                                                new Conversation(encoder, decoder, channel));
                            }
                        });
    }

    private StoreConnection greeted(StoreConnection connection)
            throws IOException, InterruptedException {
        var nonce = new Ping((int) ProcessHandle.current().pid());
        return switch (connection.ask(nonce, deadline)) {
            case Replied _ -> connection;
            case Late _ ->
                    throw new SocketTimeoutException("it accepts connections but does not answer");
            case Lost(var because) -> throw new IOException(because);
            case Interrupted _ -> throw new InterruptedException();
            case Sent _ -> throw new IllegalStateException("PING has an answer");
        };
    }

    private void end() {
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
