package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.PeerMessage;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What is still to be sent on one connection: of each kind the newest, which says all that older
 * ones did. So a slow receiver costs no more room than a fast one. Any thread.
 */
final class Outbox {
    /** In the order in which they are to be sent. */
    private enum Kind {
        BROKEN,
        AT,
        SEEN,
        LEAVING
    }

    private final Map<Kind, PeerMessage> waiting = new EnumMap<>(Kind.class);
    private boolean closed;

    synchronized void put(PeerMessage message) {
        if (closed) return;
        waiting.put(kind(message), message);
        notifyAll();
    }

    /** Nothing more comes; what is here is still to be sent. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Waits for something to send; nothing when it is closed and all has been taken. */
    synchronized List<PeerMessage> take() throws InterruptedException {
        while (waiting.isEmpty() && !closed) wait();
        var all = new ArrayList<>(waiting.values());
        waiting.clear();
        return all;
    }

    private static Kind kind(PeerMessage message) {
        return switch (message) {
            case PeerMessage.Broken _ -> Kind.BROKEN;
            case PeerMessage.At _ -> Kind.AT;
            case PeerMessage.Seen _ -> Kind.SEEN;
            case PeerMessage.Leaving _ -> Kind.LEAVING;
        };
    }
}
