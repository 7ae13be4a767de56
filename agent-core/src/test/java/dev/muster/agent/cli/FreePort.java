package dev.muster.agent.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port that nobody listened on a moment ago. */
final class FreePort {
    private FreePort() {}

    static int onLoopback() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
