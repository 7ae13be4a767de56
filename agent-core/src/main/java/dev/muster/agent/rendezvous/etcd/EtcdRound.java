package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousException.TimedOut;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.store.protocol.Bytes;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The keys of one round in etcd, which go when the run's lease does. Any thread.
 *
 * <p>A counter is the sum of what was added to it, each under a key of its own: adding twice what
 * was to be added once is impossible then, and nobody has to try again because others add as well.
 */
final class EtcdRound implements RoundStore {
    private final EtcdClient client;
    private final RunKeys keys;
    private final long round;
    private final LongSupplier lease;

    /**
     * @param lease of the run
     */
    EtcdRound(EtcdClient client, RunKeys keys, long round, LongSupplier lease) {
        this.client = client;
        this.keys = keys;
        this.round = round;
        this.lease = lease;
    }

    @Override
    public RoundStore ofRound(long other) {
        return new EtcdRound(client, keys, other, lease);
    }

    @Override
    public void set(String key, byte[] value, Duration atMost) {
        var put = put(keys.values(round) + key, Bytes.copyOf(value));
        client.transact(new Transaction(List.of(), List.of(put), List.of()), atMost);
    }

    @Override
    public byte[] get(String key, Duration atMost) {
        return multiGet(List.of(key), atMost).getFirst();
    }

    @Override
    public List<byte[]> multiGet(List<String> names, Duration atMost) {
        String folder = keys.values(round);
        List<String> wanted = names.stream().map(folder::concat).toList();
        var range = wanted.size() == 1 ? KeyRange.only(wanted.getFirst()) : KeyRange.under(folder);
        return new Awaited(client, range, System.nanoTime() + atMost.toNanos()).all(wanted);
    }

    @Override
    public long add(String key, long delta, Duration atMost) {
        String counter = keys.counter(round, key);
        var all = KeyRange.under(counter);
        var mine = put(counter + UUID.randomUUID(), Bytes.utf8(Long.toString(delta)));
        var adding =
                new Transaction(
                        List.of(new Guard.Absent(mine.key())),
                        List.of(mine, new Operation.Range(all)),
                        List.of(new Operation.Range(KeyRange.only(mine.key()))));
        var outcome = client.transact(adding, atMost);
        if (outcome.succeeded()) return sum(outcome.found());
        long added = outcome.found().get(mine.key()).orElseThrow().created();
        return sum(client.range(all, added, atMost)); // asked twice: the first time it was done
    }

    private Operation.Put put(String key, Bytes value) {
        return new Operation.Put(key, value, lease.getAsLong());
    }

    private static long sum(Entries added) {
        return added.entries().stream()
                .mapToLong(each -> Long.parseLong(each.value().toText()))
                .sum();
    }

    /** Values that may be there already, or come. One thread. */
    private static final class Awaited implements EtcdWatch.Listener {
        private final EtcdClient client;
        private final KeyRange range;
        private final long until;
        private final Map<String, Bytes> values = new TreeMap<>();

        /** What has come; empty where something was missed. */
        private final LinkedBlockingQueue<Optional<Entry>> news = new LinkedBlockingQueue<>();

        Awaited(EtcdClient client, KeyRange range, long until) {
            this.client = client;
            this.range = range;
            this.until = until;
        }

        List<byte[]> all(List<String> wanted) {
            long revision = look();
            if (missing(wanted).isEmpty()) return read(wanted);
            try (var _ = client.watch(range, revision + 1, this)) {
                while (!missing(wanted).isEmpty()) {
                    Optional<Entry> next = news.poll(left().toNanos(), TimeUnit.NANOSECONDS);
                    if (next == null) throw late(missing(wanted));
                    next.ifPresentOrElse(this::keep, this::look);
                }
                return read(wanted);
            } catch (InterruptedException e) {
                throw EtcdMembers.interrupted(e);
            }
        }

        private List<byte[]> read(List<String> wanted) {
            return wanted.stream()
                    .flatMap(key -> Stream.ofNullable(values.get(key)))
                    .map(Bytes::toByteArray)
                    .toList();
        }

        private List<String> missing(List<String> wanted) {
            return wanted.stream().filter(key -> !values.containsKey(key)).toList();
        }

        private long look() {
            Entries now = client.range(range, left());
            now.entries().forEach(this::keep);
            return now.revision();
        }

        private void keep(Entry entry) {
            values.put(entry.key(), entry.value());
        }

        private Duration left() {
            return Duration.ofNanos(Math.max(0, until - System.nanoTime()));
        }

        private static TimedOut late(List<String> missing) {
            return new TimedOut(
                    "the other nodes did not answer in time: %d values are missing, the first is %s"
                            .formatted(missing.size(), missing.getFirst()));
        }

        @Override
        public void put(Entry entry) {
            news.add(Optional.of(entry));
        }

        @Override
        public void deleted(String key, long revision) {
            // what was read stays read
        }

        @Override
        public void missed() {
            news.add(Optional.empty());
        }
    }
}
