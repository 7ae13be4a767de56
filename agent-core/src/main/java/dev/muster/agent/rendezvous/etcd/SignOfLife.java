package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.store.protocol.Bytes;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A key that is there for as long as this node lives, under a lease that is kept alive by a thread
 * of its own. When it is gone, etcd has not heard of this node for the lease's whole life, by
 * etcd's own clock that only runs forward.
 *
 * <p>It is not taken away when this is closed: a key that outlives a node's part in the rendezvous
 * tells who has left from who is lost.
 */
final class SignOfLife implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SignOfLife.class);

    private final EtcdClient client;
    private final Shown shown;
    private final Thread thread = Thread.ofVirtual().name("etcd lease").unstarted(this::turn);
    private final CountDownLatch closed = new CountDownLatch(1);
    private long lease;

    /**
     * What is shown, and how.
     *
     * @param life after which we count as lost
     * @param interval between two signs
     * @param atMost how long one call may take
     */
    record Shown(String key, Bytes value, Duration life, Duration interval, Duration atMost) {}

    private SignOfLife(EtcdClient client, Shown shown) {
        this.client = client;
        this.shown = shown;
    }

    /** The key is there when this returns. */
    static SignOfLife begin(EtcdClient client, Shown shown) {
        var sign = new SignOfLife(client, shown);
        sign.renew();
        sign.thread.start();
        return sign;
    }

    /** Puts the key there if it is not; blocks. */
    synchronized void renew() {
        boolean lives = lease != 0 && client.keepAlive(lease, shown.atMost());
        long next = lives ? lease : client.grant(shown.life(), shown.atMost());
        var put = new Operation.Put(shown.key(), shown.value(), next);
        var show = new Transaction(List.of(new Guard.Absent(shown.key())), List.of(put), List.of());
        client.transact(show, shown.atMost());
        lease = next;
    }

    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }

    private void turn() {
        try {
            while (!isOver(shown.interval())) keepOn();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed in the middle of a call
        }
    }

    private boolean isOver(Duration interval) throws InterruptedException {
        return closed.await(interval.toNanos(), TimeUnit.NANOSECONDS) || client.isClosed();
    }

    /** While there is no answer, the lease's life runs out; so it is asked for again and again. */
    private void keepOn() {
        try {
            keepAlive();
        } catch (Unreachable e) {
            if (closed.getCount() > 0) LOG.debug("no sign of life could be given to etcd", e);
        }
    }

    private synchronized void keepAlive() {
        if (!client.keepAlive(lease, shown.atMost())) renew();
    }
}
