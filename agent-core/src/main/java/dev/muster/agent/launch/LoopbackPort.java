package dev.muster.agent.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Locale;
import java.util.Optional;

/** Whether a port of 127.0.0.1 can be listened on. */
final class LoopbackPort {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private LoopbackPort() {}

    /** Opens the port and closes it at once; a sentence when that cannot be done. */
    static Optional<String> whyTaken(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 1);
            return Optional.empty();
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            boolean denied = reason.toLowerCase(Locale.ROOT).contains("permission");
            return Optional.of(
                    denied
                            ? "port %d of 127.0.0.1 may not be opened by this user; choose one above 1023"
                                    .formatted(port)
                            : "port %d of 127.0.0.1 is taken (%s); choose another, or none to get a free one"
                                    .formatted(port, reason));
        }
    }
}
