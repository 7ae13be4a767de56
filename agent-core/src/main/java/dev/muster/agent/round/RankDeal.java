package dev.muster.agent.round;

import dev.muster.agent.job.Placement;
import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.rendezvous.AssignedRanks;
import dev.muster.agent.rendezvous.RankRules;
import dev.muster.agent.rendezvous.RendezvousInfo;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * From a complete round to the workers' ranks: rank 0 says where they meet, everybody says what it
 * has, rank 0 deals. On the rendezvous thread.
 *
 * <p>By the time rank 0 deals, every node has stopped its workers of the round before; so this is
 * when their store is emptied, and no worker finds a key of an old one.
 */
record RankDeal(RoundContext context, WorkerStore workerStore, Consumer<String> warn) {
    /** As long as torchrun waits for a key. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * @param restartCount how many restarts this node has used
     * @throws dev.muster.agent.rendezvous.RendezvousException when the others do not do their part
     */
    Round deal(RendezvousInfo info, int restartCount) {
        boolean ours = info.masterStore().isEmpty() && info.groupRank() == 0;
        if (ours && context.identical()) {
            workerStore.clear(); // ranks are not dealt, and there is no later moment
            if (info.round() > 0) {
                warn.accept(
                        "with TORCH_ELASTIC_WORKER_IDENTICAL=1 workers of torchrun's agents may"
                                + " start before the store is emptied; unset it if they do");
            }
        }
        if (context.identical() && info.round() == 0 && info.worldSize() > 1) {
            warn.accept(
                    "ranks are not exchanged, since TORCH_ELASTIC_WORKER_IDENTICAL=1 is set here;"
                            + " it must be on all nodes, or those without it wait in vain");
        }
        StoreAddress master = master(info);
        var restarts = new RestartSum(info.store(), info.worldSize(), PATIENCE);
        if (!context.identical()) restarts.add(restartCount);
        AssignedRanks ranks = ranks(info, ours);
        return new Round(
                info,
                new Placement(
                        info.groupRank(),
                        info.worldSize(),
                        ranks.firstRank(),
                        ranks.worldSize(),
                        ranks.firstRoleRank(),
                        ranks.roleWorldSize()),
                master,
                context.identical() ? Optional.empty() : restarts.read());
    }

    private StoreAddress master(RendezvousInfo info) {
        if (info.masterStore().isPresent()) {
            var known = info.masterStore().get();
            return new StoreAddress(known.host(), known.port(), true);
        }
        var keys = new MasterKeys(info, context.identical(), PATIENCE, warn);
        if (info.groupRank() > 0) return keys.await();
        StoreAddress own = workerStore.open(MasterHost.of(context.nodes(), context.host()));
        keys.publish(own);
        return own;
    }

    private AssignedRanks ranks(RendezvousInfo info, boolean ours) {
        if (context.identical()) {
            return RankRules.dealIdentical(info.groupRank(), info.worldSize(), context.workers());
        }
        var exchange = new RoleExchange(info, PATIENCE, warn);
        AssignedRanks share =
                exchange.exchange(
                        context.role(),
                        context.workers(),
                        () -> {
                            if (ours) workerStore.clear();
                        });
        if (info.masterStore().isPresent()) exchange.requireShareOfAll(share);
        return share;
    }
}
