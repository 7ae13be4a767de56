package dev.muster.store.protocol;

import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.Wait;

/**
 * Some names of a long WAIT, CHECK or MULTI_GET, so that others are served before all of it is
 * through. The rest follows in more of these and at last in the request itself, with nothing else
 * from that connection in between.
 *
 * @param of the same request for these names alone
 */
public record Beginning(StoreRequest of) implements Incoming {
    public Beginning {
        if (!(of instanceof Wait || of instanceof Check || of instanceof MultiGet)) {
            throw new IllegalArgumentException(
                    "of: %s (expected: a WAIT, a CHECK or a MULTI_GET)".formatted(of));
        }
    }
}
