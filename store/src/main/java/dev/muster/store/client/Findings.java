package dev.muster.store.client;

import java.net.InetAddress;

/** What stands between a client and a store: what was found, what was expected, what to look at. */
final class Findings {
    private static final String A_STORE = "expected a store of PyTorch 2.2 or later";

    static final String CLOSED = "this client is closed";
    static final String SILENT =
            "it accepts connections and says nothing; "
                    + A_STORE
                    + ": see whether that program is stopped or busy, and check the port";
    static final String HANGS_UP =
            "it hangs up on being greeted; "
                    + A_STORE
                    + ": check the port, and whether it serves this machine";

    private Findings() {}

    static String noSuchName(String host) {
        return "%s has no address; expected a name that this machine knows: check its spelling"
                .formatted(host);
    }

    static String slowName(String host) {
        return "the look-up of %s takes too long; expected its address: check the name service, or give the address itself"
                .formatted(host);
    }

    static String refused(InetAddress address) {
        return "nobody listens on that port of %s; expected a store: start it, or check the port"
                .formatted(address.getHostAddress());
    }

    static String nothingAnswers(InetAddress address) {
        return "nothing answers at %s; expected a machine that is up: check the address and the firewalls between"
                .formatted(address.getHostAddress());
    }

    static String stranger(String speaker) {
        return "%s; %s: check the port".formatted(speaker, A_STORE);
    }
}
