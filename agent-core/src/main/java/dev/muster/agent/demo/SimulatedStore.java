package dev.muster.agent.demo;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.store.StoreClient;
import dev.muster.agent.store.StoreKey;
import dev.muster.agent.store.StoreReading;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The store of simulated workers: while one hangs, the others wait for a key of it. */
final class SimulatedStore {
    private static final int ADDRESS_BYTES = 170;
    private static final int FIRST_PORT = 50_100;

    private SimulatedStore() {}

    static StoreReading of(JobSnapshot job, Instant now) {
        List<WorkerView> running =
                job.workers().stream().filter(SimulatedStore::isRunning).toList();
        Optional<WorkerCondition.Silent> hanging =
                running.stream()
                        .map(WorkerView::condition)
                        .filter(WorkerCondition.Silent.class::isInstance)
                        .map(WorkerCondition.Silent.class::cast)
                        .findFirst();
        var keys = new ArrayList<StoreKey>();
        var clients = new ArrayList<StoreClient>();
        for (WorkerView worker : running) {
            keys.add(key("/default_pg/0//cpu//0/" + worker.rank(), ADDRESS_BYTES, "binary"));
            clients.add(client(worker, hanging, now));
        }
        if (!running.isEmpty()) {
            keys.add(key("/torch.nn.parallel/bucket_sizes", 412, "pickled Python object"));
            keys.add(key("/checkpoint/last_step", 4, "1200"));
            keys.add(key("init/", 1, Integer.toString(running.size())));
        }
        return new StoreReading(
                now,
                job.storeAddress().orElse(""),
                keys.size(),
                keys.stream().mapToLong(each -> each.name().length() + each.bytes()).sum(),
                clients.size(),
                0,
                keys,
                clients);
    }

    private static boolean isRunning(WorkerView worker) {
        return switch (worker.condition()) {
            case WorkerCondition.Running _, WorkerCondition.Silent _, WorkerCondition.Stopping _ ->
                    true;
            case WorkerCondition.Expected _, WorkerCondition.Ended _ -> false;
        };
    }

    private static StoreKey key(String name, long bytes, String preview) {
        return new StoreKey(name, bytes, preview);
    }

    private static StoreClient client(
            WorkerView worker, Optional<WorkerCondition.Silent> hanging, Instant now) {
        boolean waits =
                hanging.isPresent() && !(worker.condition() instanceof WorkerCondition.Silent);
        return new StoreClient(
                "127.0.0.1:" + (FIRST_PORT + worker.rank().value()),
                Optional.of(waits ? "Wait" : "Get"),
                hanging.filter(_ -> waits)
                        .map(
                                silent ->
                                        new StoreClient.OpenWait(
                                                List.of("/checkpoint/ready/1240"),
                                                1,
                                                Duration.between(silent.lastOutput(), now))),
                2_140,
                1_310);
    }
}
