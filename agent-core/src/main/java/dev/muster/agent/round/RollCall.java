package dev.muster.agent.round;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoundStore;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * How our agents find out whose failure it is when the workers of a round fail. Workers hang
 * together by connections that break within milliseconds, so one node's end fails those of all,
 * long before anybody misses it.
 *
 * <p>Each agent says that its workers end. The first to do so asks all others for a sign of life:
 * if they give it, its failure is its own. Those after it have most likely lost their workers to
 * the first, which will leave the round or close the job. torchrun's agents take no part and are
 * not waited for: when one is killed, its workers live on. Calls block.
 *
 * @param toldAfter when a lost node is told of at the latest; zero where none is ever missed
 * @param policy what is to be done about one
 */
record RollCall(RoundStore store, Duration toldAfter, NodeLossPolicy policy) {
    private static final Logger LOG = LoggerFactory.getLogger(RollCall.class);

    private static final String PREFIX = "muster/roll_call/";
    private static final String LISTENING = PREFIX + "listening";
    private static final String ENDING = PREFIX + "ending";
    private static final String CALLED = PREFIX + "called";
    private static final String ANSWERS = PREFIX + "answers";
    private static final String ALL_HERE = PREFIX + "all_here";
    private static final byte[] YES = "1".getBytes(UTF_8);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** Where the store is gone, that is soon known. */
    private static final Duration GLANCE = Duration.ofSeconds(1);

    /** So long does an agent listen in vain before it looks whether it is still to do so. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    /** Answers once the roll is called, for as long as {@code wanted}. */
    void answer(BooleanSupplier wanted) {
        if (toldAfter.isZero()) return;
        try {
            store.add(LISTENING, 1, ANSWER);
            if (!awaitCall(wanted)) return;
            long answers = store.add(ANSWERS, 1, ANSWER);
            if (answers >= store.add(LISTENING, 0, ANSWER)) store.set(ALL_HERE, YES, ANSWER);
        } catch (RendezvousException e) {
            LOG.debug("the roll is not answered any more", e); // whoever calls it waits a while
        }
    }

    private boolean awaitCall(BooleanSupplier wanted) {
        while (wanted.getAsBoolean()) {
            try {
                byte[] _ = store.get(CALLED, BETWEEN_LOOKS);
                return true;
            } catch (RendezvousException.TimedOut _) {
                continue; // no worker has failed
            }
        }
        return false;
    }

    /** Says that this node's workers end, for a reason that is known. */
    void tellEnding() {
        if (toldAfter.isZero()) return;
        try {
            store.add(ENDING, 1, GLANCE);
        } catch (RendezvousException e) {
            LOG.debug("the others are not told that our workers end", e);
        }
    }

    /**
     * Says that this node's workers end, and answers whether that is surely no other node's doing;
     * false only once a lost node would have been told of.
     */
    boolean isOurOwn() {
        if (toldAfter.isZero()) return true;
        long until = System.nanoTime() + toldAfter.toNanos();
        if (isFirst() && allAnswer()) return true;
        long left = Math.max(0, until - System.nanoTime());
        return new CompletableFuture<Boolean>().completeOnTimeout(false, left, NANOSECONDS).join();
    }

    private boolean isFirst() {
        try {
            return store.add(ENDING, 1, GLANCE) == 1;
        } catch (RendezvousException e) {
            LOG.debug("the others cannot be asked whether their workers end", e);
            return false;
        }
    }

    private boolean allAnswer() {
        try {
            store.set(CALLED, YES, GLANCE);
            byte[] _ = store.get(ALL_HERE, toldAfter);
            return true;
        } catch (RendezvousException e) {
            LOG.debug("not everybody has answered the roll", e);
            return false;
        }
    }
}
