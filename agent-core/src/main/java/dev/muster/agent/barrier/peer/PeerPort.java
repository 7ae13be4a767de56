package dev.muster.agent.barrier.peer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Where participants with higher ids reach us. It listens from when it is made, so its address can
 * be handed round before the barrier is opened on it; whoever dials before that waits.
 */
public final class PeerPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerPort.class);
    private static final int BACKLOG = 1024;

    /** After a failure to accept, as when there are no descriptors left. */
    private static final long PAUSE_MILLIS = 200;

    private final ServerSocket server;
    private final CountDownLatch closed = new CountDownLatch(1);

    private PeerPort(ServerSocket server) {
        this.server = server;
    }

    /**
     * @param port 0 for any that is free
     */
    public static PeerPort onLoopback(int port) throws IOException {
        return on(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Whoever can reach it can claim to be an absent participant: mind which network it is on. */
    public static PeerPort on(InetSocketAddress address) throws IOException {
        var server = new ServerSocket();
        try {
            server.bind(address, BACKLOG);
            return new PeerPort(server);
        } catch (IOException e) {
            server.close();
            throw new IOException("cannot listen on %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** Starts to take whoever dials; {@code visitor} is called on the port's own thread. */
    void open(Consumer<Socket> visitor) {
        Thread.ofVirtual().name("accept " + address().getPort()).start(() -> accept(visitor));
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            server.close();
        } catch (IOException e) {
            LOG.debug("The port did not close cleanly.", e);
        }
    }

    private void accept(Consumer<Socket> visitor) {
        try {
            while (!server.isClosed()) {
                try {
                    visitor.accept(server.accept());
                } catch (IOException e) {
                    if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) return;
                    LOG.warn("Nobody can connect to {} just now: {}", address(), e.getMessage());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
