package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Where a worker group stands. */
public sealed interface Group {
    /** The attempt commands must name. */
    int attempt();

    /** Nothing was started yet. */
    record Waiting() implements Group {
        @Override
        public int attempt() {
            return 0;
        }
    }

    /**
     * No worker has failed.
     *
     * @param alive those not done
     * @param quickFailures how many attempts before this one failed right after their start, with
     *     none between them that did not
     */
    record Running(
            int attempt, int restartCount, Set<LocalRank> alive, Instant since, int quickFailures)
            implements Group {
        public Running {
            alive = Set.copyOf(alive);
        }

        Running without(LocalRank gone) {
            return new Running(
                    attempt, restartCount, Group.without(alive, gone), since, quickFailures);
        }
    }

    /**
     * Nobody has failed; the workers were told to save, and are stopped when they have.
     *
     * @param unsaved those that have not answered yet
     * @param until how long they are waited for
     */
    record Saving(Running running, Set<LocalRank> unsaved, Signal signal, Instant until, Stop stop)
            implements Group {
        /** How they are stopped then. */
        record Stop(Signal signal, Duration grace, Then then) {}

        public Saving {
            unsaved = Set.copyOf(unsaved);
        }

        @Override
        public int attempt() {
            return running.attempt();
        }

        Saving with(Stop other) {
            return new Saving(running, unsaved, signal, until, other);
        }
    }

    /**
     * Workers were asked to end.
     *
     * @param asked the signal they were asked with
     * @param forceAt when those still there are killed; once {@code forced}, when they were
     */
    record Stopping(
            int attempt,
            int restartCount,
            Set<LocalRank> alive,
            Signal asked,
            Instant forceAt,
            boolean forced,
            Then then)
            implements Group {
        public Stopping {
            alive = Set.copyOf(alive);
        }
    }

    /** Every worker is gone; what they left behind is being ended, by force at {@code forceAt}. */
    record Clearing(int attempt, int restartCount, Instant forceAt, Then then) implements Group {}

    /**
     * No worker runs: the nodes of the job are to agree on a round, and on everybody's ranks in it.
     *
     * @param next the attempt that is started then
     */
    record Meeting(Start next, String because) implements Group {
        @Override
        public int attempt() {
            return next.before();
        }
    }

    /** No worker runs: the last few ended right after their start, so the next one has time. */
    record Pausing(Start next, Instant until, String because) implements Group {
        @Override
        public int attempt() {
            return next.before();
        }
    }

    /** A start of the group that is to come. */
    record Start(int attempt, int restartCount, int quickFailures) {
        /** The last one that was: the next is unknown to everybody until it is. */
        int before() {
            return Math.max(0, attempt - 1);
        }
    }

    /** No worker runs any more after a failure of which it is not known yet whose it was. */
    record Doubting(int attempt, int restartCount, Then.IfOurs then) implements Group {}

    /** This node's workers are all done and gone; those of other nodes are waited for. */
    record Finishing(int attempt, int restartCount, Then.End then) implements Group {}

    /** The others are being told that this node goes. */
    record Parting(int attempt, Then.End then) implements Group {}

    /** The group is over. Nothing changes it any more. */
    record Over(int attempt, Outcome outcome, int exitCode) implements Group {}

    /** What comes when the attempt is gone. */
    sealed interface Then {
        /** Why, as a sentence. */
        String because();

        /** Whose failure ended the attempt. */
        Optional<LocalRank> culprit();

        /**
         * @param quickFailures the row of attempts that failed right after their start, this one
         *     with them
         */
        record RestartAfterFailure(LocalRank failed, int quickFailures, String because)
                implements Then {
            @Override
            public Optional<LocalRank> culprit() {
                return Optional.of(failed);
            }
        }

        /**
         * A failure may be the collateral of a node that is lost or leaves.
         *
         * @param verdict what comes if it is not
         */
        record IfOurs(Then verdict, String because) implements Then {
            @Override
            public Optional<LocalRank> culprit() {
                return verdict.culprit();
            }
        }

        record RestartOnRequest(String because) implements Then {
            @Override
            public Optional<LocalRank> culprit() {
                return Optional.empty();
            }
        }

        /**
         * @param farewell what the other nodes are told, where there are any
         */
        record End(
                Outcome outcome,
                int exitCode,
                Optional<LocalRank> culprit,
                String because,
                Farewell farewell)
                implements Then {
            /** An end that is no worker's fault. */
            public End(Outcome outcome, int exitCode, String because, Farewell farewell) {
                this(outcome, exitCode, Optional.empty(), because, farewell);
            }

            /** The same end with another sentence. */
            End with(String otherBecause) {
                return new End(outcome, exitCode, culprit, otherBecause, farewell);
            }

            /** The same end, with another sentence, of this node only. */
            End leaving(String otherBecause) {
                return new End(outcome, exitCode, culprit, otherBecause, Farewell.LEAVE);
            }
        }
    }

    /** The set without one of its members. */
    static Set<LocalRank> without(Set<LocalRank> set, LocalRank gone) {
        var rest = new TreeSet<>(set);
        rest.remove(gone);
        return rest;
    }
}
