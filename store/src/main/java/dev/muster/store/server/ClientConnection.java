package dev.muster.store.server;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.protocol.Beginning;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Incoming;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreRequest.Watch;
import dev.muster.store.view.ConnectionView;
import dev.muster.store.view.OpenWait;
import dev.muster.store.wire.MalformedStream;
import dev.muster.store.wire.ReplyEncoder;
import dev.muster.store.wire.RequestDecoder;
import dev.muster.store.wire.Surroundings;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** One client's connection: requests in, answers out, and the end of it. Lives on the loop. */
final class ClientConnection extends SimpleChannelInboundHandler<Incoming> implements Surroundings {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    private static final long LONGEST_STUTTER_MILLIS = 200;
    private static final int MOST_NAMES_SHOWN = 16;

    /** Of a large answer: enough to keep the network busy. */
    private static final int MOST_UNDER_WAY = 512 << 10;

    private final ConnectionId id;
    private final Channel channel;
    private final RequestDecoder decoder;
    private final Clients clients;
    private final InetSocketAddress peer;
    private final Reception reception;
    private final Backlog backlog = new Backlog();
    private long underWay; // of the backlog
    private boolean openingDue;
    private @Nullable Class<?> lastRequest;
    private long lastRequestAt;
    private long sent;
    private long held;
    private boolean watches;
    private boolean answerBegins;
    private boolean answerGoesOn;
    private boolean countsAsSibling;
    private boolean closed;

    ClientConnection(
            ConnectionId id,
            Channel channel,
            InetSocketAddress peer,
            Reception reception,
            Clients clients) {
        super(Incoming.class);
        this.id = id;
        this.channel = channel;
        this.decoder = new RequestDecoder(reception.limits(), reception.dialects(), this);
        this.reception = reception;
        this.clients = clients;
        this.peer = peer;
    }

    ConnectionId id() {
        return id;
    }

    /** Where only C is spoken nobody has a reason to be silent, so the opening is due from now. */
    void begin() {
        countAsSibling(true);
        if (reception.dialects() == DialectRule.ONLY_C) awaitOpening();
    }

    /** The first of its handlers; the connection itself is the second. */
    RequestDecoder decoder() {
        return decoder;
    }

    @Override
    public boolean hasSilentSibling() {
        return clients.hasSilentSibling(this);
    }

    @Override
    public void afterPause(Runnable decide) {
        var _ = channel.eventLoop().schedule(decide, LONGEST_STUTTER_MILLIS, MILLISECONDS);
    }

    InetSocketAddress peer() {
        return peer;
    }

    /** Whether it is counted among those that may be second connections of dialect A clients. */
    boolean countsAsSibling() {
        return countsAsSibling;
    }

    private void countAsSibling(boolean now) {
        if (now == countsAsSibling) return;
        countsAsSibling = now;
        clients.siblings().changed(peer.getAddress(), now);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Incoming incoming) {
        if (closed) return;
        watches |= incoming instanceof Watch;
        answerGoesOn = answerBegins;
        answerBegins = incoming instanceof Beginning;
        var request = incoming instanceof Beginning(var of) ? of : incoming;
        lastRequest = request.getClass(); // not its values
        lastRequestAt = System.nanoTime();
        clients.serve(this, incoming);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!closed) countAsSibling(watches || decoder.isSilent());
        flush();
        if (decoder.isOpening() && !openingDue) awaitOpening();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closed = true;
        backlog.clear();
        countAsSibling(false);
        clients.left(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (closed) return; // what was still queued fails now, and it is known why
        switch (cause) {
            case MalformedStream broken -> cut(String.valueOf(broken.getMessage()));
            case IOException gone -> {
                LOG.debug("lost {}", Peers.numeric(peer), gone);
                close();
            }
            default -> {
                LOG.error("closed {}", place(), cause);
                close();
            }
        }
    }

    /**
     * Queues {@code reply} until the requests at hand are served or {@link #flush} is called. A
     * client that leaves too many answers unread is cut off instead; a single answer always fits,
     * also where it comes in parts.
     */
    void send(StoreReply reply) {
        if (closed) return;
        long length = ReplyEncoder.length(reply);
        if (!hasRoomFor(length)) channel.flush();
        if (!answerGoesOn && !hasRoomFor(length)) {
            cut("it does not read its answers");
            return;
        }
        sent += length;
        if (backlog.isEmpty() && !Backlog.isTooLarge(reply, length)) {
            var _ =
                    channel.write(
                            bytesOf(reply, length),
                            channel.voidPromise()); // a failure comes to exceptionCaught
            return;
        }
        backlog.add(reply, length);
        writeOfBacklog();
    }

    /** As much as is good to have under way, and again when some of that has gone. */
    private void writeOfBacklog() {
        while (!closed && !backlog.isEmpty() && underWay < MOST_UNDER_WAY) {
            var piece = backlog.take();
            long length = ReplyEncoder.length(piece);
            underWay += length;
            var _ = channel.write(bytesOf(piece, length)).addListener(done -> wrote(length, done));
        }
    }

    private void wrote(long length, Future<?> done) {
        underWay -= length;
        if (!done.isSuccess()) {
            channel.pipeline().fireExceptionCaught(done.cause());
        } else if (!closed && !backlog.isEmpty()) {
            writeOfBacklog();
            flush();
        }
    }

    private ByteBuf bytesOf(StoreReply reply, long length) {
        if (reply instanceof Got got && LargeReplies.isLarge(length)) {
            return clients.largeReplies().bytesOf(got, channel.alloc());
        }
        ByteBuf out = channel.alloc().buffer(Math.toIntExact(length));
        ReplyEncoder.write(reply, out);
        return out;
    }

    /** As it is now, if {@code missing} is what it waits for. */
    ConnectionView view(Collection<Key> missing) {
        return new ConnectionView(
                Peers.numeric(peer),
                decoder.dialect(),
                Optional.ofNullable(lastRequest).map(Class::getSimpleName),
                missing.isEmpty() ? Optional.empty() : Optional.of(openWait(missing)),
                decoder.counts().byName(),
                decoder.received(),
                sent);
    }

    /** Its age is that of the last request: any other since would have ended it. */
    private OpenWait openWait(Collection<Key> missing) {
        var shown = missing.stream().limit(MOST_NAMES_SHOWN).sorted().toList();
        var age = Duration.ofNanos(System.nanoTime() - lastRequestAt);
        return new OpenWait(shown, missing.size(), age);
    }

    /** Lets go what was sent, and sees whether too much of it stays here. */
    void flush() {
        channel.flush();
        long before = held;
        clients.transit().changed(before, weigh());
    }

    /** What it held of requests that are not complete and answers that are not read. */
    long heldBytes() {
        return held;
    }

    /** What it holds of them now. */
    long weigh() {
        var unread = channel.unsafe().outboundBuffer();
        boolean gone = closed || unread == null;
        held = gone ? 0 : decoder.heldBytes() + unread.totalPendingWriteBytes() + backlog.bytes();
        return held;
    }

    /** Closes this connection, and says why in the log. Never with a value: it may be a secret. */
    void cut(String because) {
        LOG.warn("closed {}: {}", place(), because);
        clients.countCutOff();
        channel.flush(); // what it asked before that was all right
        close();
    }

    private String place() {
        var dialect = decoder.dialect().map(known -> "dialect " + known).orElse("dialect unknown");
        return "%s (%s) after opcode %d".formatted(Peers.numeric(peer), dialect, decoder.opcode());
    }

    void close() {
        closed = true;
        backlog.clear();
        var _ = channel.close();
    }

    /** Closes it; {@code then} the system has it no more. */
    void close(Runnable then) {
        close();
        var _ = channel.closeFuture().addListener(_ -> then.run());
    }

    private void awaitOpening() {
        openingDue = true;
        var _ =
                channel.eventLoop()
                        .schedule(
                                this::endUnlessOpened,
                                reception.capacity().openingTime().toNanos(),
                                NANOSECONDS);
    }

    private void endUnlessOpened() {
        if (!closed && decoder.isOpening()) cut("it has not completed its opening");
    }

    private boolean hasRoomFor(long length) {
        long room = channel.bytesBeforeUnwritable();
        boolean nothingQueued =
                room > channel.config().getWriteBufferHighWaterMark() && backlog.isEmpty();
        return nothingQueued || length <= room - backlog.bytes();
    }
}
