package dev.muster.agent.control;

import dev.muster.agent.home.HostName;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.ClientsInForce;
import dev.muster.agent.pairing.DistrustedKey;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.PairedClient;
import dev.muster.agent.pairing.PinnedTls;
import dev.muster.agent.pairing.Role;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslHandler;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where paired clients come in from other machines: TLS 1.3, in which both sides show their keys. A
 * stranger's handshake fails, and nothing it sends is read; unless a code is open, when it may
 * claim to have that, and nothing else. Handshakes have a thread of their own, so that nobody who
 * is inside waits for the arithmetic of those who are not.
 *
 * <p>Lives on the control loop; keys are judged on the thread of handshakes.
 */
final class TlsDoor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TlsDoor.class);

    /** From other machines; those on this one have places of their own. */
    private static final int CONNECTIONS = 256;

    /** How many of those may be no further than their handshake. */
    private static final int HANDSHAKES = 64;

    /**
     * The same from one address, from which nobody paired came lately, and from one where he did.
     */
    private static final int HANDSHAKES_OF_ONE = 8;

    private static final int HANDSHAKES_OF_KNOWN = 32;

    /** Of one key: a cockpit holds one for each run that it watches, and leaves room for others. */
    private static final int CONNECTIONS_OF_KEY = 128;

    /** While a code is open; in all, and from one address. */
    private static final int STRANGERS = 8;

    private static final int STRANGERS_OF_ONE = 2;

    private static final String NO_MORE = "no more is heard for a minute";

    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    /** Enough to claim a code. */
    private static final Duration STRANGERS_STAY = Duration.ofSeconds(10);

    /** What is said with whoever is inside, and may call us by those names. */
    @FunctionalInterface
    interface Welcome {
        /**
         * @param overstepped told when it asked for too much that it may not
         */
        void begin(Channel channel, Caller caller, Set<String> hosts, Runnable overstepped);
    }

    private final TcpAccess access;
    private final Engine engine;
    private final Audit audit;
    private final InstantSource clock;
    private final PairingDesk pairing;
    private final PinnedTls tls;
    private final ClientsInForce clients;
    private final Knocks knocks = new Knocks();
    private final ExecutorService handshakes =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("tls handshakes").daemon(true).factory());

    /** Connections past their handshake, and whose they are; a stranger's are nobody's. */
    private final Map<Channel, Optional<PairedClient>> inside = new HashMap<>();

    /** Those of them who are nobody's, and where they come from. */
    private final Map<Channel, InetAddress> strangers = new HashMap<>();

    /** Connections whose handshake is under way, and where they come from. */
    private final Map<Channel, InetAddress> outside = new HashMap<>();

    private volatile Optional<Channel> listening = Optional.empty();

    private TlsDoor(
            TcpAccess access, Engine engine, Audit audit, PairingDesk pairing, InstantSource clock)
            throws IOException {
        this.access = access;
        this.engine = engine;
        this.audit = audit;
        this.clock = clock;
        this.pairing = pairing;
        tls = PinnedTls.listening(access.own(), this::whyNot);
        clients = ClientsInForce.open(access.clients(), () -> onLoop(this::lookAgain));
    }

    /**
     * Listens from now on. Not to be called on the control loop.
     *
     * @throws IOException when it cannot; the message is a sentence for the user, and nothing is
     *     left open
     */
    static TlsDoor open(
            TcpAccess access,
            Engine engine,
            Audit audit,
            PairingDesk pairing,
            Welcome welcome,
            InstantSource clock)
            throws IOException {
        var door = new TlsDoor(access, engine, audit, pairing, clock);
        try {
            door.listen(welcome);
            return door;
        } catch (IOException e) {
            door.close();
            throw e;
        }
    }

    private void listen(Welcome welcome) throws IOException {
        AgentAddress wanted = access.listen();
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
        pairing.isReachedAt(reachable(socket));
    }

    /** How others call it: by the machine's name, where it listens at all of its addresses. */
    private AgentAddress reachable(InetSocketAddress socket) {
        return socket.getAddress().isAnyLocalAddress()
                ? new AgentAddress(HostName.read(), address().port())
                : address();
    }

    /** Where it listens. Any thread. */
    AgentAddress address() {
        return new AgentAddress(
                access.listen().host(),
                listening
                        .map(channel -> ((InetSocketAddress) channel.localAddress()).getPort())
                        .orElse(access.listen().port()));
    }

    /** On the thread of handshakes. */
    private Optional<DistrustedKey> whyNot(KeyPin key) {
        clients.look(); // a home that comes over the network does not tell of its changes
        Optional<PairedClient> client = clients.find(key);
        if (client.filter(one -> !one.isRevoked()).isPresent() || pairing.isOpen()) {
            return Optional.empty();
        }
        return Optional.of(
                client.map(DistrustedKey::revoked).orElseGet(() -> DistrustedKey.notPaired(key)));
    }

    private void receive(Channel channel, Welcome welcome) {
        InetAddress from = comesFrom(channel);
        if (isCrowded(from) || !knocks.isHeard(from, clock.instant())) {
            var _ = channel.close();
            return;
        }
        outside.put(channel, from);
        var handshake = new SslHandler(tls.listener(), handshakes);
        handshake.setHandshakeTimeout(HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS);
        var _ = handshake.handshakeFuture().addListener(_ -> outside.remove(channel));
        channel.pipeline().addLast(new Lingering(), handshake, new Greeting(this, welcome));
    }

    private boolean isCrowded(InetAddress from) {
        boolean isKnown = knocks.isKnown(from, clock.instant());
        return outside.size() >= HANDSHAKES
                || outside.size() + inside.size() >= CONNECTIONS
                || Collections.frequency(outside.values(), from)
                        >= (isKnown ? HANDSHAKES_OF_KNOWN : HANDSHAKES_OF_ONE);
    }

    /**
     * Who that is, now that it has shown its key.
     *
     * @throws DistrustedKey when it may not come in; TLS let it resume, then, what it may no more
     * @throws TurnedAway when it may not now
     */
    Caller enter(Channel channel, KeyPin key) throws DistrustedKey, TurnedAway {
        Optional<PairedClient> client = clients.find(key).filter(one -> !one.isRevoked());
        if (client.isPresent()) {
            enterPaired(channel, key);
        } else if (pairing.isOpen()) {
            enterStranger(channel);
        } else {
            throw DistrustedKey.notPaired(key);
        }
        inside.put(channel, client);
        var _ = channel.closeFuture().addListener(_ -> inside.remove(channel));
        String who =
                "%s, key %s, from %s"
                        .formatted(
                                client.map(one -> one.name() + ", " + one.role().word())
                                        .orElse("a stranger"),
                                key,
                                comesFrom(channel).getHostAddress());
        return new Caller(
                who,
                client.map(PairedClient::role).orElse(Role.STRANGER),
                Optional.of(key),
                access.mayLaunch());
    }

    private void enterPaired(Channel channel, KeyPin key) throws TurnedAway {
        if (!knocks.isHeard(key, clock.instant())) {
            throw new TurnedAway("the key %s is not heard for a minute".formatted(key));
        }
        long others =
                inside.values().stream()
                        .filter(one -> one.filter(known -> known.key().equals(key)).isPresent())
                        .count();
        if (others >= CONNECTIONS_OF_KEY) {
            throw new TurnedAway(
                    "the key %s has %d connections already".formatted(key, CONNECTIONS_OF_KEY));
        }
        knocks.welcomed(comesFrom(channel), clock.instant());
    }

    /**
     * Few, and not for long, or they would keep out whom the code is for. Each counts as one that
     * was not let in: it has a single try.
     */
    private void enterStranger(Channel channel) throws TurnedAway {
        InetAddress from = comesFrom(channel);
        if (strangers.size() >= STRANGERS
                || Collections.frequency(strangers.values(), from) >= STRANGERS_OF_ONE) {
            throw new TurnedAway("there are as many strangers as there may be");
        }
        strangers.put(channel, from);
        var _ = channel.closeFuture().addListener(_ -> strangers.remove(channel));
        var _ =
                engine.loop()
                        .schedule(
                                () -> endStay(channel),
                                STRANGERS_STAY.toMillis(),
                                TimeUnit.MILLISECONDS);
        knock(channel, "it comes again and again and is not paired");
    }

    private void endStay(Channel channel) {
        if (pairing.isTold(channel)) return;
        var _ = channel.close();
    }

    /** Somebody who is paired was refused again and again. */
    void overstepped(Channel channel, KeyPin key) {
        if (!inside.getOrDefault(channel, Optional.empty()).isPresent()) return;
        if (knocks.refused(key, clock.instant()) == Knocks.Verdict.LAST) {
            tell(channel, "the key %s asks for what it may not; ".formatted(key) + NO_MORE);
        }
    }

    /** What a client may call us: as we were told to listen, or as it reached us. */
    Set<String> hosts(Channel channel) {
        var reached = (InetSocketAddress) channel.localAddress();
        String itself = reached.getAddress().getHostAddress();
        return Stream.of(
                        "muster",
                        address().toString(),
                        new AgentAddress(itself, reached.getPort()).toString())
                .collect(Collectors.toSet());
    }

    /** Somebody was not let in. */
    void refused(Channel channel, String because) {
        switch (knocks.refused(comesFrom(channel), clock.instant())) {
            case HEARD -> tell(channel, because);
            case LAST -> tell(channel, because + "; " + NO_MORE);
            case PAST -> LOG.debug("not let in, like those before: {}", because);
        }
    }

    /** Somebody hung up first: no news, but as much work for us. */
    void left(Channel channel) {
        knock(channel, "it hangs up again and again");
    }

    private void knock(Channel channel, String again) {
        if (knocks.refused(comesFrom(channel), clock.instant()) == Knocks.Verdict.LAST) {
            tell(channel, again + "; " + NO_MORE);
        }
    }

    private void tell(Channel channel, String because) {
        String who = "somebody at " + comesFrom(channel).getHostAddress();
        audit.tell(who, "connect", "refused: " + because);
    }

    /** What was known of those who are inside may be so no more. */
    private void lookAgain() {
        Map.copyOf(inside)
                .forEach((channel, client) -> client.ifPresent(known -> check(channel, known)));
    }

    private void check(Channel channel, PairedClient known) {
        Optional<PairedClient> now = clients.find(known.key());
        if (now.equals(Optional.of(known)) || pairing.isTold(channel)) return;
        audit.tell(
                "%s, key %s".formatted(known.name(), known.key()),
                "stay connected",
                "refused: " + now.map(one -> "it is paired otherwise now").orElse("not paired"));
        var _ = channel.pipeline().firstContext().close(); // without a word: it may not hear us out
    }

    private void hangUp() {
        for (Channel channel : List.copyOf(inside.keySet())) {
            var _ = channel.close();
        }
    }

    private void onLoop(Runnable action) {
        try {
            engine.loop().execute(action);
        } catch (RejectedExecutionException _) {
            LOG.debug("the agent is closed, and everybody outside");
        }
    }

    private static InetAddress comesFrom(Channel channel) {
        return ((InetSocketAddress) channel.remoteAddress()).getAddress();
    }

    /** Hangs up on everybody. Any thread but the control loop. */
    @Override
    public void close() {
        listening.ifPresent(channel -> channel.close().awaitUninterruptibly());
        onLoop(this::hangUp);
        handshakes.shutdown();
        try {
            clients.close();
        } catch (IOException e) {
            LOG.debug("paired clients were watched no more", e);
        }
    }
}
