package dev.muster.store.server;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.keyspace.Keyspace;
import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.wire.RequestDecoder;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Everybody who is connected, and the keyspace they share. Lives on the store's loop. */
final class Clients extends ChannelInitializer<Channel> {
    private final Limits limits;
    private final Keyspace keyspace;
    private final Map<ConnectionId, ClientConnection> connected = new HashMap<>();
    private long lastId;
    private boolean closed;

    Clients(Limits limits) {
        this.limits = limits;
        this.keyspace = new Keyspace(limits);
    }

    @Override
    protected void initChannel(Channel channel) {
        if (closed) {
            var _ = channel.close(); // it came while the door was being shut
            return;
        }
        var decoder = new RequestDecoder(limits);
        var client = new ClientConnection(new ConnectionId(++lastId), channel, decoder, this);
        connected.put(client.id(), client);
        channel.pipeline().addLast(decoder, client);
    }

    void serve(ClientConnection from, StoreRequest request) {
        switch (keyspace.on(from.id(), request)) {
            case Served(var reply, var released) -> {
                reply.ifPresent(from::send);
                released.forEach(this::release);
            }
            case Refused(var because) -> from.cut(because);
        }
    }

    void left(ConnectionId id) {
        connected.remove(id);
        keyspace.left(id);
    }

    /** Forgets everything and closes every connection. */
    void clear() {
        keyspace.clear();
        List.copyOf(connected.values()).forEach(ClientConnection::close);
    }

    /** Closes every connection, and every one that still comes. */
    void close() {
        closed = true;
        clear();
    }

    private void release(ConnectionId id) {
        var client = connected.get(id);
        if (client == null) throw new IllegalStateException("the wait of a closed " + id);
        client.send(new Released());
        client.flush();
    }
}
