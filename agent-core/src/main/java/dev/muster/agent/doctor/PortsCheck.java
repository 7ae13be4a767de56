package dev.muster.agent.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/**
 * Whether stores can listen: on any free port, and on the one that jobs of several nodes take where
 * nobody names another.
 */
record PortsCheck(int usual) implements Check {
    /** torchrun's {@code --master-port}. */
    static final int USUAL_STORE_PORT = 29_500;

    @Override
    public String name() {
        return "ports";
    }

    @Override
    public List<Finding> look() {
        try {
            connectToOneself();
        } catch (IOException e) {
            return List.of(
                    Finding.fail(
                            name(),
                            "nothing can listen on 127.0.0.1: " + e.getMessage(),
                            "see whether the loopback interface is up (ip link show lo), and what"
                                    + " filters it"));
        }
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(loopback(), usual));
            return List.of(
                    Finding.ok(name(), "free ports can be had, and %d is one".formatted(usual)));
        } catch (IOException e) {
            return List.of(
                    Finding.warn(
                            name(),
                            "%d is taken (%s); others can be had".formatted(usual, e.getMessage()),
                            "give jobs of several nodes another with --master-port or"
                                    + " --rdzv-endpoint; who has it: ss -ltnp 'sport = :%d'"
                                            .formatted(usual)));
        }
    }

    private static void connectToOneself() throws IOException {
        try (var server = new ServerSocket(0, 1, loopback());
                var _ = new Socket(loopback(), server.getLocalPort())) {
            server.accept().close();
        }
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
}
