package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.muster.agent.rendezvous.RendezvousException.CorruptState;
import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.c10d.C10dSharedState.Shared;
import dev.muster.agent.rendezvous.c10d.C10dSharedState.Token;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

@Timeout(30)
class C10dSharedStateTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Key KEY = Key.of("torch.rendezvous.run");
    private static final RendezvousState ONE = RecordedStates.meaning("torch-2.13/05_closed");
    private static final RendezvousState TWO =
            RecordedStates.meaning("torch-2.13/02_two_participants_complete");

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final List<StoreClient> clients = new ArrayList<>();

    @AfterEach
    void end() {
        clients.forEach(StoreClient::close);
        server.close();
    }

    @Test
    void a_rendezvous_that_nobody_wrote_has_no_state_but_a_key_with_pytorchs_mark() {
        var shared = open();

        assertThat(shared.read()).isEmpty();
        assertThat(client().get(KEY, SOON)).isEqualTo(Value.of("Y2FuaW1hZGFt"));
    }

    @Test
    void what_the_first_writes_the_next_finds_instead_of_its_own() {
        var first = open();
        var second = open();

        var won = first.write(ONE, Optional.empty());
        var lost = second.write(TWO, Optional.empty());

        assertThat(won.ours()).isTrue();
        assertThat(lost.ours()).isFalse();
        assertThat(lost.now()).isEqualTo(won.now());
        assertThat(second.read().map(Shared::state)).contains(ONE);
    }

    @Test
    void a_state_is_replaced_only_by_whoever_has_seen_it() {
        var first = open();
        var second = open();
        var token = first.write(ONE, Optional.empty()).now().map(Shared::token);

        var replaced = second.write(TWO, second.read().map(Shared::token));
        var tooLate = first.write(ONE, token);
        var wrong =
                first.write(ONE, Optional.of(new Token(Value.of("never stored"), StateDialect.D4)));

        assertThat(replaced.ours()).isTrue();
        assertThat(tooLate.ours()).isFalse();
        assertThat(tooLate.now().map(Shared::state)).contains(TWO);
        assertThat(wrong.ours()).isFalse();
        assertThat(wrong.now().map(Shared::state)).contains(TWO);
    }

    @Test
    void opening_a_rendezvous_that_is_under_way_changes_nothing() {
        open().write(ONE, Optional.empty());

        assertThat(open().read().map(Shared::state)).contains(ONE);
    }

    @Test
    void a_state_is_written_in_the_dialect_in_which_it_was_read() {
        client().set(KEY, RecordedStates.text("torch-1.13/05_closed"), SOON);
        var shared = open();

        var written = shared.write(TWO, shared.read().map(Shared::token));

        assertThat(written.ours()).isTrue();
        assertThat(written.now().map(Shared::token).map(Token::dialect)).contains(StateDialect.D1);
        assertThat(client().get(KEY, SOON))
                .isEqualTo(new StateCodec(PickleLimits.DEFAULT).encode(TWO, StateDialect.D1));
    }

    @Test
    void a_dialect_once_read_is_kept_while_a_state_tells_none() {
        client().set(KEY, RecordedStates.text("torch-1.13/05_closed"), SOON);
        var shared = open();
        var token = shared.read().map(Shared::token);

        var emptied = shared.write(RendezvousState.EMPTY, token);

        assertThat(emptied.now().map(Shared::token).map(Token::dialect)).contains(StateDialect.D1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"not base64", "gASMAm9zlIwGc3lzdGVtlJOULg=="})
    void what_cannot_be_understood_is_refused_and_left_as_it_is(String text) {
        client().set(KEY, Value.of(text), SOON);
        var shared = open();

        assertThatExceptionOfType(CorruptState.class).isThrownBy(shared::read);
        assertThatExceptionOfType(CorruptState.class)
                .isThrownBy(() -> shared.write(ONE, Optional.empty()))
                .withMessageContaining("left as it is")
                .withCauseInstanceOf(UnreadableState.class);

        assertThat(client().get(KEY, SOON)).isEqualTo(Value.of(text));
    }

    @Test
    void a_state_that_was_garbled_after_it_was_read_is_not_written_over() {
        var shared = open();
        var token = shared.write(ONE, Optional.empty()).now().map(Shared::token);
        client().set(KEY, Value.of("garbled"), SOON);

        assertThatExceptionOfType(CorruptState.class).isThrownBy(() -> shared.write(TWO, token));

        assertThat(client().get(KEY, SOON)).isEqualTo(Value.of("garbled"));
    }

    @Test
    void of_many_who_write_at_once_one_wins_and_all_see_the_same() {
        var writers = IntStream.range(0, 8).mapToObj(_ -> open()).toList();

        var written =
                IntStream.range(0, 8)
                        .mapToObj(
                                i -> writing(writers.get(i), RecordedStates.many(i + 1, "n%d", i)))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(written).filteredOn(C10dSharedState.Written::ours).hasSize(1);
        assertThat(written)
                .extracting(C10dSharedState.Written::now)
                .containsOnly(written.getFirst().now());
    }

    @Test
    void a_store_that_is_gone_makes_the_rendezvous_unreachable() {
        var shared = open();
        server.close();

        assertThatExceptionOfType(Unreachable.class)
                .isThrownBy(shared::read)
                .withMessageStartingWith("The connection to the C10d store has failed: ");
    }

    @Test
    void a_run_without_a_name_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> C10dSharedState.open(client(), "", StateDialect.D4, SOON))
                .withMessage("The run id must be a non-empty string.");
    }

    private static CompletableFuture<C10dSharedState.Written> writing(
            C10dSharedState writer, RendezvousState state) {
        return CompletableFuture.supplyAsync(
                () -> writer.write(state, Optional.empty()), Thread::startVirtualThread);
    }

    private C10dSharedState open() {
        return C10dSharedState.open(client(), "run", StateDialect.D4, SOON);
    }

    private StoreClient client() {
        var client = StoreClient.connect(server.address(), SOON);
        clients.add(client);
        return client;
    }
}
