package dev.muster.agent.rendezvous.etcd;

import java.util.Optional;
import java.util.Set;

/** Tells once that there is something newer than what was last answered. Any thread. */
final class News implements EtcdWatch.Listener {
    private final Set<String> told;
    private long answered;
    private long newest;
    private Optional<Runnable> waiting = Optional.empty();

    /**
     * @param told the keys whose every change is news; of the others it is when they go
     */
    News(Set<String> told) {
        this.told = Set.copyOf(told);
    }

    /** What there was in that revision is known. */
    synchronized void answered(long revision) {
        answered = revision;
        waiting = Optional.empty();
    }

    /** Has {@code changed} run when there is something newer, which may be now. */
    synchronized void await(Runnable changed) {
        waiting = Optional.of(changed);
        tell();
    }

    @Override
    public void put(Entry entry) {
        if (told.contains(entry.key())) happened(entry.modified());
    }

    @Override
    public void deleted(String key, long revision) {
        happened(revision);
    }

    @Override
    public synchronized void missed() {
        happened(answered + 1);
    }

    private synchronized void happened(long revision) {
        newest = Math.max(newest, revision);
        tell();
    }

    private void tell() {
        if (newest <= answered) return;
        waiting.ifPresent(Runnable::run);
        waiting = Optional.empty();
    }
}
