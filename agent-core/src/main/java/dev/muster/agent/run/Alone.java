package dev.muster.agent.run;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.supervise.process.Others;
import dev.muster.store.StoreServer;

import java.util.Optional;

/**
 * A job of one node. Its store keeps one address for the whole run. It is emptied, and every old
 * connection closed, after the last process of an attempt is gone and before the first of the next
 * one starts: so a new attempt never meets keys of an old one.
 */
record Alone(JobSpec spec, StoreServer store) implements Company {
    @Override
    public Others others() {
        return Others.none(spec.workers());
    }

    @Override
    public StoreAddress meetingPlace(int attempt) {
        if (attempt > 0) store.clear();
        var address = store.address();
        return new StoreAddress(address.getAddress().getHostAddress(), address.getPort(), true);
    }

    @Override
    public Optional<String> scale(int min, int max, String by) {
        return Optional.of(
                ("this job has one node and no place where others could meet it; start it with"
                                + " --nnodes %d:%d --rdzv-backend c10d for that")
                        .formatted(min, max));
    }

    @Override
    public void close() {
        store.close(); // with no grace: whom it served were this run's workers, and they are gone
    }
}
