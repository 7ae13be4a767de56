package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Unreachable;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.PinnedTls;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** TLS 1.3 to an agent on another machine whose key is known. */
final class TlsWay implements Way {
    /** For each, the connection and the handshake. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final AgentAddress address;
    private final PinnedTls tls;
    private final TlsFailure failure;

    /**
     * @param expected the only key that is taken for the agent's
     */
    TlsWay(AgentAddress address, KeyPin expected, Identity own) {
        this.address = address;
        tls = PinnedTls.coming(own, address, expected);
        failure = new TlsFailure(address, own.pin());
    }

    @Override
    public CompletableFuture<Channel> open(EventLoop thread, Consumer<Channel> fit) {
        // Asking a name service may take its time, and this thread has none.
        return CompletableFuture.supplyAsync(this::lookUp, Thread::startVirtualThread)
                .thenComposeAsync(socket -> connect(socket, thread, fit), thread);
    }

    private InetSocketAddress lookUp() {
        try {
            return new InetSocketAddress(InetAddress.getByName(address.host()), address.port());
        } catch (UnknownHostException _) {
            throw new Unreachable("there is no host \"%s\"".formatted(address.host()));
        }
    }

    private CompletableFuture<Channel> connect(
            InetSocketAddress socket, EventLoop thread, Consumer<Channel> fit) {
        var open = new CompletableFuture<Channel>();
        var handshake = new SslHandler(tls.comer());
        handshake.setHandshakeTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        var connecting =
                new Bootstrap()
                        .group(thread)
                        .channelFactory(NioSocketChannel::new)
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) PATIENCE.toMillis())
                        .option(ChannelOption.SO_KEEPALIVE, true)
                        .handler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        channel.pipeline().addLast(handshake, new Broken());
                                        fit.accept(channel);
                                    }
                                })
                        .connect(socket);
        var _ =
                connecting.addListener(
                        _ -> {
                            if (!connecting.isSuccess()) fail(open, connecting.cause());
                        });
        var _ =
                handshake
                        .handshakeFuture()
                        .addListener(
                                done -> {
                                    if (done.isSuccess()) open.complete(connecting.channel());
                                    else fail(open, done.cause());
                                });
        return open;
    }

    private void fail(CompletableFuture<Channel> open, Throwable cause) {
        open.completeExceptionally(failure.of(cause));
    }

    /**
     * Says what breaks a connection in our own words: in TLS 1.3 the agent may refuse our key after
     * our half of the handshake is done.
     */
    private final class Broken extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            boolean isTheirs =
                    cause instanceof IOException || cause.getCause() instanceof IOException;
            context.fireExceptionCaught(isTheirs ? failed(context, cause) : cause);
        }

        private ControlFailure failed(ChannelHandlerContext context, Throwable cause) {
            var handshake = context.pipeline().get(SslHandler.class).handshakeFuture();
            return handshake.isSuccess() ? failure.ofEstablished(cause) : failure.of(cause);
        }
    }
}
