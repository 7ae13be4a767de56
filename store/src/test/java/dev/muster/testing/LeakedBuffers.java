package dev.muster.testing;

import io.netty.buffer.ByteBufAllocator;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Netty's buffers that were collected without having been released, by server and client alike.
 * Netty looks at every buffer where its leak detection is paranoid, and says in its log what it
 * finds.
 */
public final class LeakedBuffers {
    private static final long LONGEST_COLLECTION_MILLIS = 2_000;
    private static final Logger NETTY = Logger.getLogger("io.netty.util.ResourceLeakDetector");
    private static final List<String> REPORTS = new CopyOnWriteArrayList<>();

    static {
        NETTY.addHandler(new Reports());
    }

    private LeakedBuffers() {}

    /**
     * Those that nobody holds any more, with where they were last used, each told once. One that
     * was let go of only now may be told the next time.
     */
    public static List<String> collect() throws InterruptedException {
        awaitCollection();
        ByteBufAllocator.DEFAULT.buffer().release(); // Netty reports when the next one is asked for
        var reports = new ArrayList<>(REPORTS);
        REPORTS.removeAll(reports);
        return reports;
    }

    /** Returns when what was garbage before is on the way that leaked buffers go. */
    private static void awaitCollection() throws InterruptedException {
        var gone = new ReferenceQueue<Object>();
        var last = new PhantomReference<>(new Object(), gone);
        System.gc();
        if (gone.remove(LONGEST_COLLECTION_MILLIS) != last) {
            throw new IllegalStateException("the garbage collector is off");
        }
    }

    private static final class Reports extends Handler {
        @Override
        public void publish(LogRecord report) {
            REPORTS.add(report.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
