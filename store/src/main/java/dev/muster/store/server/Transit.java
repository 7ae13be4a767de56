package dev.muster.store.server;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;

/**
 * The bytes on their way, of all connections together: of requests that are not complete yet and of
 * answers that are not read yet. Lives on the loop.
 *
 * <p>Where they are too many, the connection that holds the most is cut off, and not the one that
 * happened to come last: those who hoard would otherwise shut everybody else out.
 *
 * <p>A connection tells what it holds whenever it has read or answered. That a slow client has
 * taken some of its answers is told by nobody, so all are counted anew before one is cut off.
 */
final class Transit {
    private final long most;
    private final Collection<ClientConnection> all;
    private long inAll;

    Transit(long most, Collection<ClientConnection> all) {
        this.most = most;
        this.all = all;
    }

    /** A connection that held {@code before} holds {@code now}. */
    void changed(long before, long now) {
        inAll += now - before;
        if (now <= before || inAll <= most) return;
        while (countAnew() > most) {
            var greediest =
                    Collections.max(all, Comparator.comparingLong(ClientConnection::heldBytes));
            greediest.cut(
                    "it holds %d bytes of %d in half requests and unread answers (expected: <= %d)"
                            .formatted(greediest.heldBytes(), inAll, most));
        }
    }

    long countAnew() {
        inAll = 0;
        for (var connection : all) inAll += connection.weigh();
        return inAll;
    }
}
