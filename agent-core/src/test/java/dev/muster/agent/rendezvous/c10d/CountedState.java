package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousChange;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.rendezvous.Scaling;
import dev.muster.agent.rendezvous.dynamic.SharedState;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what a node asks of its shared state. */
final class CountedState implements SharedState {
    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger writes = new AtomicInteger();
    final AtomicInteger rests = new AtomicInteger();
    private final SharedState counted;

    CountedState(SharedState counted) {
        this.counted = counted;
    }

    @Override
    public RendezvousState read() {
        reads.incrementAndGet();
        return counted.read();
    }

    @Override
    public RendezvousState replace(RendezvousState desired) {
        writes.incrementAndGet();
        return counted.replace(desired);
    }

    @Override
    public RendezvousState replace(RendezvousChange change, RendezvousState desired) {
        writes.incrementAndGet();
        return counted.replace(change, desired);
    }

    @Override
    public void rest(Runnable changed) {
        rests.incrementAndGet();
        counted.rest(changed);
    }

    @Override
    public boolean holdsSpares() {
        return counted.holdsSpares();
    }

    @Override
    public void scale(Scaling wanted) {
        counted.scale(wanted);
    }

    @Override
    public Map<Node, String> ours(Set<Node> nodes) {
        return counted.ours(nodes);
    }

    @Override
    public String confirm(long round, String members) {
        return counted.confirm(round, members);
    }

    @Override
    public RoundStore round(long round) {
        return counted.round(round);
    }

    @Override
    public void close() {
        counted.close();
    }
}
