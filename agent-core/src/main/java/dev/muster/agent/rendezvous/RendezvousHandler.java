package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.Optional;

/**
 * One node's seat in the rendezvous of one run id (elastic-agent §2.1). Its calls may block and
 * come from one thread, which may be interrupted to give a call up; failures are {@link
 * RendezvousException}s.
 */
public interface RendezvousHandler extends AutoCloseable {
    /** The name this handler's backend was asked for by. */
    String backend();

    String runId();

    /**
     * Blocks until a round is complete with us in it; leaves the round we were in first.
     *
     * @throws RendezvousException.GracefulExit when we were a spare and the job is over
     */
    RendezvousInfo nextRendezvous() throws InterruptedException;

    /** Whether the run id is closed, as far as is known here. */
    boolean isClosed();

    /** Ends the run id for good. */
    void setClosed();

    /** How many nodes want a new round; spares do not count. */
    int numNodesWaiting();

    /**
     * Has all nodes of the job told that it may have {@code min} to {@code max} nodes from now on,
     * also those that come later. From any thread; does not block: what comes of it is news.
     *
     * @param by who asks for it
     * @return why that cannot be; empty where it is on its way
     */
    default Optional<String> scale(int min, int max, String by) {
        return Optional.of(
                ("nodes that meet by --rdzv-backend %s keep the number they were started with;"
                                + " those that meet by c10d can be given another")
                        .formatted(backend()));
    }

    /** Gets off every list, so that the others need not miss us; the run id stays open. */
    void leave();

    /** Closes the run id and lets go of everything; false when the others could not be told. */
    boolean shutdown();

    /** Lets go of everything and tells nobody; harmless after {@link #shutdown}. */
    @Override
    void close();

    /** How long after a member fell silent that is told at the latest; zero if it never is. */
    default Duration lossToldAfter() {
        return Duration.ZERO;
    }

    /** What is to be done then. */
    default NodeLossPolicy onNodeLoss() {
        return NodeLossPolicy.WAIT;
    }

    /** Whether the workers' store is the agent's and outlives them. */
    default boolean useAgentStore() {
        return false;
    }
}
