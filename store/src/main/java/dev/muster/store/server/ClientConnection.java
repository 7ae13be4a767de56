package dev.muster.store.server;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.wire.MalformedStream;
import dev.muster.store.wire.ReplyEncoder;
import dev.muster.store.wire.RequestDecoder;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** One client's connection: requests in, answers out, and the end of it. Lives on the loop. */
final class ClientConnection extends SimpleChannelInboundHandler<StoreRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    private final ConnectionId id;
    private final Channel channel;
    private final RequestDecoder decoder;
    private final Clients clients;
    private final String peer;
    private boolean closed;

    ClientConnection(ConnectionId id, Channel channel, RequestDecoder decoder, Clients clients) {
        super(StoreRequest.class);
        this.id = id;
        this.channel = channel;
        this.decoder = decoder;
        this.clients = clients;
        this.peer = numeric(channel.remoteAddress());
    }

    ConnectionId id() {
        return id;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, StoreRequest request) {
        if (!closed) clients.serve(this, request);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closed = true;
        clients.left(id);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (closed) return; // what was still queued fails now, and it is known why
        switch (cause) {
            case MalformedStream broken -> cut(String.valueOf(broken.getMessage()));
            case IOException gone -> {
                LOG.debug("lost {}", peer, gone);
                close();
            }
            default -> {
                LOG.error("closed {} after opcode {}", peer, decoder.opcode(), cause);
                close();
            }
        }
    }

    /**
     * Queues {@code reply} until the requests at hand are served or {@link #flush} is called. A
     * client that leaves too many answers unread is cut off instead; a single answer always fits.
     */
    void send(StoreReply reply) {
        if (closed) return;
        long length = ReplyEncoder.length(reply);
        if (!hasRoomFor(length)) channel.flush();
        if (!hasRoomFor(length)) {
            cut("it does not read its answers");
            return;
        }
        ByteBuf out = channel.alloc().buffer(Math.toIntExact(length));
        ReplyEncoder.write(reply, out);
        var _ = channel.write(out, channel.voidPromise()); // a failure comes to exceptionCaught
    }

    void flush() {
        channel.flush();
    }

    /** Closes this connection, and says why in the log. Never with a value: it may be a secret. */
    void cut(String because) {
        LOG.warn("closed {} after opcode {}: {}", peer, decoder.opcode(), because);
        channel.flush(); // what it asked before that was all right
        close();
    }

    void close() {
        closed = true;
        var _ = channel.close();
    }

    private boolean hasRoomFor(long length) {
        long room = channel.bytesBeforeUnwritable();
        boolean nothingQueued = room > channel.config().getWriteBufferHighWaterMark();
        return nothingQueued || length <= room;
    }

    /** Without a look-up of the name, which could take seconds. */
    private static String numeric(SocketAddress peer) {
        return peer instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress() + ":" + address.getPort()
                : "a client that is gone";
    }
}
