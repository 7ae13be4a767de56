package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.rendezvous.store.StoreRound;
import dev.muster.store.StoreClient;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;

/** A round's keys, wherever the store is by now. Any thread. */
record LinkedRound(StoreLink link, LongFunction<String> prefixOf, long round)
        implements RoundStore {
    @Override
    public RoundStore ofRound(long other) {
        return new LinkedRound(link, prefixOf, other);
    }

    @Override
    public void set(String key, byte[] value, Duration atMost) {
        var _ =
                on(
                        atMost,
                        round -> {
                            round.set(key, value, atMost);
                            return key;
                        });
    }

    @Override
    public byte[] get(String key, Duration atMost) {
        return on(atMost, round -> round.get(key, atMost));
    }

    @Override
    public List<byte[]> multiGet(List<String> keys, Duration atMost) {
        return on(atMost, round -> round.multiGet(keys, atMost));
    }

    @Override
    public long add(String key, long delta, Duration atMost) {
        return on(atMost, round -> round.add(key, delta, atMost));
    }

    private <T> T on(Duration atMost, Function<RoundStore, T> question) {
        StoreClient client = link.client(atMost);
        try {
            return question.apply(new StoreRound(client, prefixOf, round));
        } catch (Unreachable e) {
            link.failed(client, e);
            throw e;
        }
    }
}
