package dev.muster.store;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.server.Reception;
import dev.muster.store.server.StoreListener;
import dev.muster.store.view.ConnectionView;
import dev.muster.store.view.Holdings;
import dev.muster.store.view.KeyView;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A key-value store that PyTorch 1.9 and later can use as its TCPStore, open from the moment it
 * exists. Its methods may be called from any thread.
 */
public final class StoreServer implements AutoCloseable {
    private final StoreListener listener;

    /** Closing it ends the watching; harmless when the store has ended. Any thread. */
    @FunctionalInterface
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    private StoreServer(StoreListener listener) {
        this.listener = listener;
    }

    /**
     * Listens where {@code config} says and nowhere else.
     *
     * @throws StoreException if it cannot, for example because the port is taken
     */
    public static StoreServer open(StoreServerConfig config) {
        var address = new InetSocketAddress(config.address(), config.port());
        var reception =
                new Reception(
                        config.limits(),
                        config.capacity(),
                        config.dialects(),
                        config.peers(),
                        config.expectedClients(),
                        config.stalls(),
                        config.transport());
        try {
            return new StoreServer(StoreListener.open(address, reception));
        } catch (IOException e) {
            throw cannotListen(address, e);
        }
    }

    /** Where it listens, with the real port. Reading its host string looks nothing up. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /**
     * Drops every key, every waiter and every connection, and returns when that is done. Goes on
     * listening at the same address, with nothing in it.
     */
    public void clear() {
        listener.clear();
    }

    /**
     * Deletes every key and queue whose name on the wire begins with {@code prefix}, for all
     * clients; waits and connections stay as they are. What the workers of attempt 3 leave in an
     * agent's store begins with {@code //worker/attempt_3/} (tcpstore §4.3).
     *
     * @return how many there were
     */
    public int deletePrefix(String prefix) {
        return listener.deletePrefix(Bytes.utf8(prefix));
    }

    /**
     * Has {@code told} run at each change of what stands under {@code key}, whoever makes it, for
     * as long as the store serves and the watch is open. It runs on the store's thread, where
     * nobody is served meanwhile, so it must not block. {@link #clear} is not told of, and watching
     * goes on.
     */
    public Watch watch(Key key, Consumer<? super Changed> told) {
        return listener.watch(key, told)::run;
    }

    /**
     * Everybody who is connected now, in the order of their coming. Waits for the store's thread.
     */
    public List<ConnectionView> connections() {
        return listener.view();
    }

    /**
     * Up to {@code atMost} of its keys, in no order and without its queues, and of each value no
     * more than the first {@code beginning} bytes. Waits for the store's thread.
     */
    public List<KeyView> keys(int atMost, int beginning) {
        return listener.keys(atMost, beginning);
    }

    /** How much it holds now. Waits for the store's thread. */
    public Holdings holdings() {
        return listener.holdings();
    }

    /**
     * How often it was asked for what since it opened, by the protocol's names; what was never
     * asked for is absent. Waits for the store's thread; once closed it tells of its whole life.
     */
    public Map<String, Long> operations() {
        return listener.operations();
    }

    /**
     * How many connections were cut off since it opened: by broken streams, requests that cannot be
     * done, and whatever exceeded a limit.
     */
    public long cutOff() {
        return listener.cutOff();
    }

    /**
     * Serves on until nobody is connected or {@code grace} is over, and closes then. Newcomers are
     * served as well: a client that finds nobody tries again for as long as its own timeout, often
     * five minutes, and those of a job that ends still open connections. {@link #connections} tells
     * who is left.
     *
     * @return whether all had left by themselves; false also if the waiting thread is interrupted,
     *     which ends the grace
     */
    public boolean closeGracefully(Duration grace) {
        return listener.closeGracefully(grace);
    }

    /**
     * Stops listening and drops everything. The port is free when this returns, unless the store's
     * thread hangs: that is left behind after some five seconds with a line in the log, and its
     * clients are reset.
     */
    @Override
    public void close() {
        listener.close();
    }

    private static StoreException cannotListen(InetSocketAddress where, IOException failure) {
        var address = where.getAddress();
        return new StoreException(
                "cannot listen on %s:%d: %s"
                        .formatted(
                                address.getHostAddress(),
                                where.getPort(),
                                reason(failure, address)),
                failure);
    }

    private static String reason(IOException failure, InetAddress address) {
        if (!(failure instanceof BindException)) return String.valueOf(failure.getMessage());
        return isOurs(address)
                ? "the port is taken by another program"
                : "no network interface of this machine has that address";
    }

    private static boolean isOurs(InetAddress address) {
        try {
            return address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException _) {
            return true; // nobody knows; a taken port is by far the more likely
        }
    }
}
