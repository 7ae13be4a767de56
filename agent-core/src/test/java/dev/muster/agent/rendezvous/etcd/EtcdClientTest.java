package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.store.protocol.Bytes;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The questions of a rendezvous, asked of a real etcd of one member. */
@Needs(TestGroup.ETCD)
class EtcdClientTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir static Path data;
    private static RunningEtcd etcd;

    private EtcdClient client;
    private String folder;

    @BeforeAll
    static void start() {
        etcd = RunningEtcd.start(data, 1);
    }

    @AfterAll
    static void stop() {
        etcd.close();
    }

    @BeforeEach
    void connect(TestInfo test) {
        client = new EtcdClient(etcd.cluster());
        folder = test.getTestMethod().orElseThrow().getName() + "/";
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void what_is_put_is_found_with_its_revisions() {
        var put = put("ä key", "a välue");

        var there = client.range(KeyRange.under(folder), PATIENCE);

        var entry = there.get(folder + "ä key").orElseThrow();
        assertThat(entry.value()).isEqualTo(Bytes.utf8("a välue"));
        assertThat(entry.created()).isEqualTo(entry.modified()).isEqualTo(put.found().revision());
        assertThat(entry.lease()).isZero();
        assertThat(there.revision()).isGreaterThanOrEqualTo(entry.modified());
    }

    @Test
    void a_folder_holds_its_own_keys_alone() {
        put("a/1", "");
        put("a/2", "");
        put("a0", "");
        put("a", "");

        var there = client.range(KeyRange.under(folder + "a/"), PATIENCE);

        assertThat(there.entries())
                .extracting(Entry::key)
                .containsExactly(folder + "a/1", folder + "a/2");
    }

    @Test
    void of_two_that_replace_the_same_one_succeeds() {
        long before = put("key", "old").found().revision();
        var unchanged = new Guard.Unchanged(folder + "key", before);

        var first = client.transact(replacing(unchanged, "first"), PATIENCE);
        var second = client.transact(replacing(unchanged, "second"), PATIENCE);

        assertThat(first.succeeded()).isTrue();
        assertThat(second.succeeded()).isFalse();
        assertThat(second.found().entries())
                .extracting(Entry::value)
                .containsExactly(Bytes.utf8("first"));
    }

    @Test
    void a_key_is_made_once() {
        var absent = new Guard.Absent(folder + "key");

        var first = client.transact(replacing(absent, "first"), PATIENCE);
        var second = client.transact(replacing(absent, "second"), PATIENCE);

        assertThat(first.succeeded()).isTrue();
        assertThat(second.succeeded()).isFalse();
    }

    @Test
    void a_key_goes_with_its_lease() {
        long lease = client.grant(Duration.ofSeconds(60), PATIENCE);
        put("key", "value", lease);

        client.revoke(lease, PATIENCE);

        assertThat(client.range(KeyRange.under(folder), PATIENCE).entries()).isEmpty();
        assertThat(client.keepAlive(lease, PATIENCE)).isFalse();
    }

    @Test
    void a_lease_ends_by_itself_where_nobody_keeps_it_alive() {
        long lease = client.grant(Duration.ofSeconds(2), PATIENCE);
        put("key", "value", lease);

        assertThat(client.keepAlive(lease, PATIENCE)).isTrue();
        await().untilAsserted(
                        () ->
                                assertThat(client.range(KeyRange.under(folder), PATIENCE).entries())
                                        .isEmpty());
    }

    @Test
    void a_lease_that_has_ended_takes_no_keys() {
        long lease = client.grant(Duration.ofSeconds(60), PATIENCE);
        client.revoke(lease, PATIENCE);

        assertThatThrownBy(() -> put("key", "value", lease))
                .isInstanceOf(Unreachable.class)
                .hasMessageContaining("requested lease not found");
    }

    @Test
    void a_watch_tells_what_happens_from_its_revision_on() {
        long before = put("a", "old").found().revision();
        var told = new ConcurrentLinkedQueue<String>();

        try (var _ = client.watch(KeyRange.under(folder), before + 1, recording(told))) {
            put("a", "new");
            put("b", "value");
            client.transact(
                    new Transaction(
                            List.of(),
                            List.of(new Operation.Delete(KeyRange.only(folder + "a"))),
                            List.of()),
                    PATIENCE);

            await().untilAsserted(
                            () -> assertThat(told).containsExactly("a=new", "b=value", "a gone"));
        }
    }

    @Test
    void a_watch_of_what_etcd_has_forgotten_says_that_it_missed_something() {
        long first = put("a", "1").found().revision();
        long last = put("a", "2").found().revision();
        try (var gateway = new EtcdGateway(etcd.cluster())) {
            gateway.ask("/v3/kv/compaction", EtcdJson.object().put("revision", last), PATIENCE);
        }
        var told = new ConcurrentLinkedQueue<String>();

        try (var _ = client.watch(KeyRange.under(folder), first, recording(told))) {
            await().untilAsserted(() -> assertThat(told).startsWith("missed"));
            put("a", "3");

            await().untilAsserted(() -> assertThat(told).endsWith("a=3"));
        }
    }

    private Recording recording(Queue<String> told) {
        return new Recording(folder, told);
    }

    private Transaction replacing(Guard guard, String value) {
        String key = folder + "key";
        return new Transaction(
                List.of(guard),
                List.of(new Operation.Put(key, Bytes.utf8(value), 0)),
                List.of(new Operation.Range(KeyRange.only(key))));
    }

    private Transaction.Outcome put(String name, String value) {
        return put(name, value, 0);
    }

    private Transaction.Outcome put(String name, String value, long lease) {
        var put = new Operation.Put(folder + name, Bytes.utf8(value), lease);
        return client.transact(new Transaction(List.of(), List.of(put), List.of()), PATIENCE);
    }

    /** Writes down what a watch tells. */
    private record Recording(String folder, Queue<String> told) implements EtcdWatch.Listener {
        @Override
        public void put(Entry entry) {
            told.add(name(entry.key()) + "=" + entry.value().toText());
        }

        @Override
        public void deleted(String key, long revision) {
            told.add(name(key) + " gone");
        }

        @Override
        public void missed() {
            told.add("missed");
        }

        private String name(String key) {
            return key.substring(folder.length());
        }
    }
}
