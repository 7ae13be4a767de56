package dev.muster.agent;

import org.awaitility.Awaitility;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * How long processes outlive a moment, as somebody sees who looks at them fifty times a second.
 *
 * <p>A look is dated when it begins: whom it finds was there then, however long the look takes.
 * What the machine makes the looks come late by is no fault of whoever ends the processes, which
 * has to get its turns on the same processors, and is not counted.
 */
public final class Outliving {
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** Finds those that are alive. */
    public interface Look {
        List<?> living() throws IOException;
    }

    private final long moment;
    private final Look look;
    private long pausedAt;
    private long late;
    private long lastSeen;

    private Outliving(long moment, Look look) {
        this.moment = moment;
        this.look = look;
        pausedAt = moment;
        lastSeen = moment;
    }

    /**
     * Looks for at least this long and until nobody is there.
     *
     * @param moment of {@link System#nanoTime}
     */
    public static Duration of(long moment, Duration least, Look look) {
        var outliving = new Outliving(moment, look);
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(PAUSE)
                .until(() -> outliving.nobodyIsThere() && outliving.hasLasted(least));
        return Duration.ofNanos(outliving.lastSeen - moment);
    }

    private boolean nobodyIsThere() throws IOException {
        long now = System.nanoTime();
        late += Math.max(0, now - pausedAt - PAUSE.toNanos());
        boolean somebody = !look.living().isEmpty();
        if (somebody) lastSeen = now - late;
        pausedAt = System.nanoTime();
        return !somebody;
    }

    private boolean hasLasted(Duration least) {
        return pausedAt - moment >= least.toNanos();
    }
}
