package dev.muster.agent.supervise.process;

import dev.muster.agent.job.Placement;
import dev.muster.agent.supervise.Group;

/**
 * The other nodes of the job, as the driver needs them. What comes of a call arrives as a {@code
 * GroupInput}; a later call gives up the one before it. On the agent's thread.
 */
public interface Others {
    /** Where this node's workers stand, in the round that is ready. */
    Placement placement();

    /**
     * Answered by RoundReady or NoRound.
     *
     * @param restartCount how many restarts this node has used
     */
    void meet(int restartCount);

    /**
     * This node's workers end; when {@code inDoubt}, answered by NobodyLost or by what is to be
     * done about whoever is gone.
     */
    void tellEnding(boolean inDoubt);

    /** Answered by OthersDone. */
    void awaitDone();

    /** Tells them by the end's farewell, and answers Parted. */
    void part(Group.Then.End end);

    /** For a job of one node, whose rules never ask for anybody else. */
    static Others none(int workers) {
        return new Others() {
            @Override
            public Placement placement() {
                return Placement.alone(workers);
            }

            @Override
            public void meet(int restartCount) {
                throw nobody();
            }

            @Override
            public void tellEnding(boolean inDoubt) {
                throw nobody();
            }

            @Override
            public void awaitDone() {
                throw nobody();
            }

            @Override
            public void part(Group.Then.End end) {
                throw nobody();
            }

            private static IllegalStateException nobody() {
                return new IllegalStateException("other nodes: asked for in a job of one");
            }
        };
    }
}
