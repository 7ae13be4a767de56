package dev.muster.agent.rendezvous.etcd;

import java.util.Optional;

/** Tells once that there is something newer than what was last answered. Any thread. */
final class News implements EtcdWatch.Listener {
    private final String state;
    private long answered;
    private long newest;
    private Optional<Runnable> waiting = Optional.empty();

    /**
     * @param state the key whose every change is news; of the others it is when they go
     */
    News(String state) {
        this.state = state;
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
        if (entry.key().equals(state)) happened(entry.modified());
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
