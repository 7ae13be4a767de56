package dev.muster.agent.control;

import dev.muster.agent.home.HostName;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.PinnedTls;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslHandler;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where paired clients come in from other machines: TLS 1.3, in which both sides show their keys.
 * The handshake of whoever the {@link Doorkeeper} does not want fails, and nothing it sends is
 * read. Handshakes have a thread of their own, so that nobody who is inside waits for the
 * arithmetic of those who are not.
 *
 * <p>Lives on the control loop.
 */
final class TlsDoor implements AutoCloseable {
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    /** What is said with whoever is inside, and may call us by those names. */
    @FunctionalInterface
    interface Welcome {
        /**
         * @param overstepped told when it asked for too much that it may not
         */
        void begin(Channel channel, Caller caller, Set<String> hosts, Runnable overstepped);
    }

    private final AgentAddress wanted;
    private final Engine engine;
    private final Doorkeeper keeper;
    private final PinnedTls tls;
    private final ExecutorService handshakes =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("tls handshakes").daemon(true).factory());
    private volatile Optional<Channel> listening = Optional.empty();

    private TlsDoor(TcpAccess access, Engine engine, Doorkeeper keeper) {
        wanted = access.listen();
        this.engine = engine;
        this.keeper = keeper;
        tls = PinnedTls.listening(access.own(), keeper::whyNot);
    }

    /**
     * Listens from now on. Not to be called on the control loop.
     *
     * @param keeper is closed with the door
     * @throws IOException when it cannot; the message is a sentence for the user, and nothing is
     *     left open
     */
    static TlsDoor open(TcpAccess access, Engine engine, Doorkeeper keeper, Welcome welcome)
            throws IOException {
        var door = new TlsDoor(access, engine, keeper);
        try {
            door.listen(welcome);
            return door;
        } catch (IOException e) {
            door.close();
            throw e;
        }
    }

    private void listen(Welcome welcome) throws IOException {
        var socket = new InetSocketAddress(wanted.host(), wanted.port());
        if (socket.isUnresolved()) throw new IOException(wanted.host() + " is not known here");
        var bound =
                new ServerBootstrap()
                        .group(engine.loop())
                        .channelFactory(engine.tcp())
                        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, ControlServer.UNTAKEN)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childHandler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        receive(channel, welcome);
                                    }
                                })
                        .bind(socket)
                        .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "%s cannot be listened at: %s".formatted(wanted, bound.cause().getMessage()),
                    bound.cause());
        }
        listening = Optional.of(bound.channel());
    }

    /** How others call it: by the machine's name, where it listens at all of its addresses. */
    AgentAddress reachedAt() {
        return new InetSocketAddress(wanted.host(), wanted.port()).getAddress().isAnyLocalAddress()
                ? new AgentAddress(HostName.read(), address().port())
                : address();
    }

    /** Where it listens. Any thread. */
    AgentAddress address() {
        return new AgentAddress(
                wanted.host(),
                listening
                        .map(channel -> ((InetSocketAddress) channel.localAddress()).getPort())
                        .orElse(wanted.port()));
    }

    private void receive(Channel channel, Welcome welcome) {
        if (!keeper.isHeard(channel)) {
            var _ = channel.close();
            return;
        }
        var handshake = new SslHandler(tls.listener(), handshakes);
        handshake.setHandshakeTimeout(HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS);
        var _ = handshake.handshakeFuture().addListener(_ -> keeper.shookHands(channel));
        var greeting = new Greeting(keeper, hosts(channel), welcome);
        channel.pipeline().addLast(new Lingering(), handshake, greeting);
    }

    /** What a client may call us: as we were told to listen, or as it reached us. */
    private Set<String> hosts(Channel channel) {
        var reached = (InetSocketAddress) channel.localAddress();
        String itself = reached.getAddress().getHostAddress();
        return Stream.of(
                        "muster",
                        address().toString(),
                        new AgentAddress(itself, reached.getPort()).toString())
                .collect(Collectors.toSet());
    }

    /** Hangs up on everybody. Any thread but the control loop. */
    @Override
    public void close() {
        listening.ifPresent(channel -> channel.close().awaitUninterruptibly());
        keeper.close();
        handshakes.shutdown();
    }
}
