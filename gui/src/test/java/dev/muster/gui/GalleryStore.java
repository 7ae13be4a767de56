package dev.muster.gui;

import dev.muster.agent.store.StoreClient;
import dev.muster.agent.store.StoreKey;
import dev.muster.agent.store.StoreReading;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The store of a gallery's run. */
final class GalleryStore {
    private GalleryStore() {}

    /** Seven ranks wait at a barrier for rank 5. */
    static StoreReading hanging() {
        var keys = new ArrayList<StoreKey>();
        var clients = new ArrayList<StoreClient>();
        for (int rank = 0; rank < 8; rank++) {
            keys.add(new StoreKey("/default_pg/0//cpu//0/" + rank, 170, "binary"));
            clients.add(client(rank));
        }
        keys.add(new StoreKey("init/", 1, "8"));
        keys.add(
                new StoreKey(
                        "/torchelastic/role_info/0", 54, "{\"role\": \"default\", \"rank\": 0"));
        keys.add(new StoreKey("/torchelastic/assigned_ranks/0", 15, "[0, 8, 0, 8]"));
        keys.add(new StoreKey("/checkpoint/ready/1240/num_members", 1, "7"));
        keys.add(new StoreKey("/debug_server/rank0", 24, "http://127.0.0.1:25999"));
        keys.add(new StoreKey("/checkpoint/shards", 2_400_000, "pickled Python object"));
        keys.add(new StoreKey("/wandb/api_key", 40, "hidden, for it may be a secret"));
        return new StoreReading(
                Gallery.NOW, "127.0.0.1:41873", keys.size(), 2_402_310, 8, 1, keys, clients);
    }

    private static StoreClient client(int rank) {
        var wait =
                new StoreClient.OpenWait(
                        List.of("/checkpoint/ready/1240/last_member"),
                        1,
                        Duration.ofSeconds(94 - rank));
        return new StoreClient(
                "127.0.0.1:5%04d".formatted(rank * 2),
                Optional.of(rank == 5 ? "Get" : "Wait"),
                Optional.of(wait).filter(_ -> rank != 5),
                2_140 + 100L * rank,
                1_310);
    }
}
