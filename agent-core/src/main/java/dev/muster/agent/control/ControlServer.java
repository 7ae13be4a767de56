package dev.muster.agent.control;

import dev.muster.agent.Agent;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.api.ApiLimits;
import dev.muster.agent.home.AgentSockets;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.home.Version;
import dev.muster.agent.pairing.AgentAddress;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Serves the control API of one agent until closed. Methods: any thread. */
public final class ControlServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
    private static final long CLOSING_MILLIS = 500;

    /** For those who watch a run that is over. */
    private static final Duration LAST_WORDS = Duration.ofMillis(100);

    /** What a client may leave untaken before it counts as slow, and when it has caught up. */
    static final WriteBufferWaterMark UNTAKEN = new WriteBufferWaterMark(32 << 10, 128 << 10);

    private final Controlled agent;
    private final Path socket;
    private final int ownUser;
    private final Engine engine;
    private final Audit audit;
    private final Hub hub;
    private final Optional<TcpAccess> access;
    private final Optional<PairingDesk> pairing;
    private final Desk desk;
    private final ChannelGroup connected;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean bound;
    private volatile Optional<TlsDoor> door = Optional.empty();

    private ControlServer(
            Controlled agent,
            Path socket,
            MusterHome home,
            AgentFacts.Kind kind,
            Optional<TcpAccess> access,
            InstantSource clock)
            throws IOException {
        this.agent = agent;
        this.socket = socket;
        ownUser = Engine.userOf(socket.resolveSibling("."));
        audit = new Audit(AuditFile.open(home), clock);
        engine = Engine.start();
        connected = new DefaultChannelGroup(engine.loop());
        hub = new Hub(engine.loop(), home);
        var started = clock.instant();
        this.access = access;
        pairing =
                access.isPresent()
                        ? Optional.of(
                                new PairingDesk(
                                        access.get(), agent.host(), audit, engine.loop(), clock))
                        : Optional.empty(); // and no class of it is loaded
        desk =
                new Desk(
                        agent,
                        hub,
                        new Commands(agent, audit, engine.loop(), clock),
                        pairing,
                        audit,
                        engine.loop(),
                        runs ->
                                new AgentFacts(
                                        Version.read(),
                                        ApiLimits.VERSION,
                                        ProcessHandle.current().pid(),
                                        started,
                                        agent.host(),
                                        kind,
                                        runs),
                        clock);
    }

    /**
     * Listens where this user's agents do, with this process's name.
     *
     * @throws IOException when that cannot be; nothing is left open then
     */
    public static ControlServer open(
            Agent agent, AgentFacts.Kind kind, MusterHome home, Map<String, String> environment)
            throws IOException {
        return open(agent, kind, home, environment, Optional.empty());
    }

    /**
     * The same, and listens for those on other machines who are paired, if there is {@code access}.
     *
     * @throws IOException when either cannot be; nothing is left open then
     */
    public static ControlServer open(
            Agent agent,
            AgentFacts.Kind kind,
            MusterHome home,
            Map<String, String> environment,
            Optional<TcpAccess> access)
            throws IOException {
        var sockets = AgentSockets.of(environment);
        sockets.prepare();
        Path socket = sockets.own().path();
        return open(Controlled.of(agent), kind, home, socket, access, InstantSource.system());
    }

    static ControlServer open(
            Controlled agent,
            AgentFacts.Kind kind,
            MusterHome home,
            Path socket,
            Optional<TcpAccess> access,
            InstantSource clock)
            throws IOException {
        var server = new ControlServer(agent, socket, home, kind, access, clock);
        try {
            server.listen();
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /** Where it listens. */
    public Path socket() {
        return socket;
    }

    /** Where it listens for other machines; empty when it does not. */
    public Optional<AgentAddress> tcp() {
        return door.isPresent() ? Optional.of(door.get().address()) : Optional.empty();
    }

    private void listen() throws IOException {
        var present = new CompletableFuture<Void>();
        agent.listen(
                hub,
                runs -> {
                    hub.present(runs);
                    present.complete(null);
                });
        present.join(); // whoever comes first is to see what is there
        var listening =
                new ServerBootstrap()
                        .group(engine.loop())
                        .channelFactory(engine.channels())
                        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNTAKEN)
                        .childHandler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        receive(channel);
                                    }
                                })
                        .bind(engine.address(socket))
                        .awaitUninterruptibly();
        if (!listening.isSuccess()) {
            throw new IOException(socket + " cannot be listened at", listening.cause());
        }
        bound = true;
        connected.add(listening.channel());
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        if (access.isPresent() && pairing.isPresent()) {
            door = Optional.of(door(access.get(), pairing.get()));
        }
    }

    /** On the control loop. */
    private void receive(Channel channel) {
        Optional<Caller> caller = admitted(channel);
        if (caller.isEmpty()) {
            var _ = channel.close();
            return;
        }
        connected.add(channel);
        Set<String> hosts = Set.of("localhost", "muster", "", socket.toString());
        converse(channel, caller.get(), hosts, () -> {}); // this user's own process may go on
    }

    /**
     * @param hosts what the caller may call us
     * @param overstepped told when it asked for too much that it may not
     */
    private void converse(Channel channel, Caller caller, Set<String> hosts, Runnable overstepped) {
        channel.pipeline()
                .addLast(
                        new HttpServerCodec(
                                new HttpDecoderConfig()
                                        .setMaxInitialLineLength(ApiLimits.LINE_BYTES)
                                        .setMaxHeaderSize(ApiLimits.HEADER_BYTES)),
                        new Conversation(desk, caller, hosts, overstepped));
    }

    private TlsDoor door(TcpAccess open, PairingDesk codes) throws IOException {
        InstantSource steady = () -> Instant.EPOCH.plusNanos(System.nanoTime());
        var keeper = new Doorkeeper(open, engine.loop(), audit, codes, steady);
        var listening = TlsDoor.open(open, engine, keeper, this::converse);
        codes.isReachedAt(listening.reachedAt());
        return listening;
    }

    private Optional<Caller> admitted(Channel channel) {
        try {
            Engine.Peer peer = Engine.peerOf(channel, socket.resolveSibling("."));
            String name = nameOf(peer);
            if (peer.user() != ownUser) {
                audit.tell("user %d, %s".formatted(peer.user(), name), "connect", "refused");
                LOG.warn("User {} tried to control this agent and was refused.", peer.user());
                return Optional.empty();
            }
            if (connected.size() > ApiLimits.CONNECTIONS) {
                LOG.warn("{} are connected already; {} is not served.", connected.size(), name);
                return Optional.empty();
            }
            return Optional.of(Caller.here(name));
        } catch (IOException e) {
            LOG.debug("somebody connected and left", e);
            return Optional.empty();
        }
    }

    private static String nameOf(Engine.Peer peer) {
        if (peer.pid().isEmpty()) return "a process of yours";
        long pid = peer.pid().get();
        return Engine.nameOf(pid).map(name -> name + ", ").orElse("") + "process " + pid;
    }

    /** Lets go of everybody who is connected, and of the socket. After the agent is closed. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) return;
        agent.unlisten(hub);
        hub.finish(LAST_WORDS);
        connected.close().awaitUninterruptibly(CLOSING_MILLIS);
        if (door.isPresent()) door.get().close();
        engine.loop()
                .shutdownGracefully(0, CLOSING_MILLIS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSING_MILLIS);
        try {
            if (bound) Files.deleteIfExists(socket);
            audit.close();
        } catch (IOException e) {
            LOG.warn("{} is left behind: {}", socket, e.getMessage());
        }
    }
}
