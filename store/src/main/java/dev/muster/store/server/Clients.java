package dev.muster.store.server;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.keyspace.Keyspace;
import dev.muster.store.keyspace.Outcome.Notice;
import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreRequest;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Everybody who is connected, and the keyspace they share. Lives on the store's loop. */
final class Clients extends ChannelInitializer<Channel> {
    private final Reception reception;
    private final Backlog backlog;
    private final Keyspace keyspace;
    private final Map<ConnectionId, ClientConnection> connected = new HashMap<>();
    private long lastId;
    private boolean closed;

    Clients(Reception reception, Backlog backlog) {
        this.reception = reception;
        this.backlog = backlog;
        this.keyspace = new Keyspace(reception.limits());
    }

    @Override
    protected void initChannel(Channel channel) {
        if (closed) {
            var _ = channel.close(); // it came while the door was being shut
            return;
        }
        var client = new ClientConnection(new ConnectionId(++lastId), channel, reception, this);
        connected.put(client.id(), client);
        channel.pipeline().addLast(client.decoder(), client);
    }

    void serve(ClientConnection from, StoreRequest request) {
        switch (keyspace.on(from.id(), request)) {
            case Served(var reply, var released, var notices) -> {
                reply.ifPresent(from::send);
                for (ConnectionId id : released) tell(id, new Released());
                for (Notice notice : notices) tell(notice.to(), notice.change());
            }
            case Refused(var because) -> from.cut(because);
        }
    }

    /**
     * Whether anyone else at the address of {@code client} has said nothing yet or watches a key,
     * those included who have not been let in.
     */
    boolean hasSilentSibling(ClientConnection client) {
        backlog.letIn(client.listening());
        return connected.values().stream()
                .anyMatch(other -> other != client && other.isSilentSiblingOf(client));
    }

    void left(ConnectionId id) {
        connected.remove(id);
        keyspace.left(id);
    }

    /**
     * Forgets everything and closes every connection, those included that nobody has looked at:
     * what they have sent was meant for what is forgotten.
     */
    void clear() {
        backlog.turnAway();
        keyspace.clear();
        List.copyOf(connected.values()).forEach(ClientConnection::close);
    }

    /** Closes every connection, and every one that still comes. */
    void close() {
        closed = true;
        keyspace.clear();
        List.copyOf(connected.values()).forEach(ClientConnection::close);
    }

    private void tell(ConnectionId id, StoreReply message) {
        var client = connected.get(id);
        if (client == null) throw new IllegalStateException("a message to a closed " + id);
        client.send(message);
        client.flush();
    }
}
