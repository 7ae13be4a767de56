package dev.muster.store.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where the addresses of a host come from. May take as long as it likes. */
@FunctionalInterface
public interface Names {
    /** The name service of this machine. */
    Names OF_THIS_MACHINE = host -> List.of(InetAddress.getAllByName(host));

    /** In the order in which they are to be tried. */
    List<InetAddress> addressesOf(String host) throws UnknownHostException;

    /**
     * Looks {@code host} up on a thread made for it: the system's look-up can be neither limited
     * nor interrupted.
     *
     * @return empty if it has none
     */
    default CompletableFuture<List<InetAddress>> lookUp(String host) {
        var found = new CompletableFuture<List<InetAddress>>();
        Thread.ofPlatform()
                .daemon()
                .name("look up " + host)
                .start(() -> found.complete(addressesOrNone(host)));
        return found;
    }

    private List<InetAddress> addressesOrNone(String host) {
        try {
            return addressesOf(host);
        } catch (UnknownHostException _) {
            return List.of();
        }
    }
}
