package dev.muster.agent.round;

import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousInfo;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** A node's seat whose rounds a test hands out; it remembers how it was left. */
final class ScriptedHandler implements RendezvousHandler {
    /** How the next rendezvous comes out. */
    sealed interface Coming {
        record Complete(RendezvousInfo round) implements Coming {}

        record Failed(RendezvousException why) implements Coming {}
    }

    final BlockingQueue<Coming> coming = new LinkedBlockingQueue<>();
    final List<String> calls = new CopyOnWriteArrayList<>();
    volatile boolean broken;
    volatile boolean told = true;
    volatile Duration lossToldAfter = Duration.ZERO;
    volatile NodeLossPolicy onNodeLoss = NodeLossPolicy.REFORM;

    @Override
    public String backend() {
        return "scripted";
    }

    @Override
    public String runId() {
        return "job";
    }

    @Override
    public RendezvousInfo nextRendezvous() throws InterruptedException {
        calls.add("next");
        return switch (coming.take()) {
            case Coming.Complete(var round) -> round;
            case Coming.Failed(var why) -> throw why;
        };
    }

    @Override
    public boolean isClosed() {
        return calls.contains("shutdown");
    }

    @Override
    public void setClosed() {
        calls.add("closed");
    }

    @Override
    public int numNodesWaiting() {
        return 0;
    }

    @Override
    public Duration lossToldAfter() {
        return lossToldAfter;
    }

    @Override
    public NodeLossPolicy onNodeLoss() {
        return onNodeLoss;
    }

    @Override
    public void leave() {
        calls.add("leave");
    }

    @Override
    public boolean shutdown() {
        calls.add("shutdown");
        if (broken) throw new IllegalStateException("a defect, for the test");
        return told;
    }

    @Override
    public void close() {
        calls.add("close");
    }
}
