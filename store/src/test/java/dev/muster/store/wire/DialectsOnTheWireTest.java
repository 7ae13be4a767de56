package dev.muster.store.wire;

import static dev.muster.store.wire.Messages.bytesOf;
import static dev.muster.store.wire.Messages.hello;
import static dev.muster.store.wire.Messages.readFrom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.Watch;
import dev.muster.store.protocol.Value;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Queue;

/** Which release a client is of is told by what it sends (tcpstore §11). */
class DialectsOnTheWireTest {
    private static final Delete DELETE = new Delete(Key.of("k"));
    private static final Append APPEND = new Append(Key.of("k"), Value.of("v"));
    private static final Watch WATCH = new Watch(Key.of("k"));
    private static final GetNumKeys COUNT = new GetNumKeys();

    private final Queue<Runnable> pauses = new ArrayDeque<>();
    private boolean silentSibling;

    private final Surroundings surroundings =
            new Surroundings() {
                @Override
                public boolean hasSilentSibling() {
                    return silentSibling;
                }

                @Override
                public void afterPause(Runnable decide) {
                    pauses.add(decide);
                }
            };

    private RequestDecoder decoder = decoder(DialectRule.DETECT);
    private EmbeddedChannel channel = new EmbeddedChannel(decoder);

    @Test
    void validate_tells_c() {
        channel.writeInbound(hello());

        assertThat(decoder.dialect()).contains(Dialect.C);
    }

    @Test
    void what_a_and_b_have_in_common_tells_neither() {
        write(COUNT, Dialect.A);
        write(new StoreRequest.Set(Key.of("k"), Value.EMPTY), Dialect.A);

        assertThat(readFrom(channel)).hasSize(2);
        assertThat(decoder.dialect()).isEmpty();
    }

    @Test
    void what_only_b_has_tells_b_for_good() {
        write(COUNT, Dialect.B);
        write(new CancelWait(), Dialect.B);
        silentSibling = true;
        write(APPEND, Dialect.B);
        write(DELETE, Dialect.B);

        assertThat(readFrom(channel)).containsExactly(COUNT, new CancelWait(), APPEND, DELETE);
        assertThat(decoder.dialect()).contains(Dialect.B);
    }

    @Test
    void seven_is_the_delete_of_b() {
        write(DELETE, Dialect.B);

        assertThat(readFrom(channel)).containsExactly(DELETE);
        assertThat(decoder.dialect()).contains(Dialect.B);
    }

    @Test
    void seven_is_the_watch_of_a_where_watches_are_expected_and_it_comes_first() {
        restart(DialectRule.DETECT_WITH_WATCHES);
        write(WATCH, Dialect.A);
        write(WATCH, Dialect.A);

        assertThat(readFrom(channel)).containsExactly(WATCH, WATCH);
        assertThat(decoder.dialect()).contains(Dialect.A);
    }

    @Test
    void seven_is_the_delete_of_b_once_anything_came_before() {
        restart(DialectRule.DETECT_WITH_WATCHES);
        write(COUNT, Dialect.B);
        write(DELETE, Dialect.B);

        assertThat(readFrom(channel)).containsExactly(COUNT, DELETE);
    }

    @Test
    void eight_is_the_append_of_b_where_nobody_is_silent() {
        write(APPEND, Dialect.B);

        assertThat(readFrom(channel)).containsExactly(APPEND);
        assertThat(pauses).isEmpty();
    }

    @Test
    void eight_beside_a_silent_sibling_is_the_delete_of_a_once_nothing_more_comes() {
        silentSibling = true;
        write(DELETE, Dialect.A);
        var before = readFrom(channel);

        pauses.remove().run();
        write(DELETE, Dialect.A);

        assertThat(before).isEmpty();
        assertThat(readFrom(channel)).containsExactly(DELETE, DELETE);
        assertThat(decoder.dialect()).contains(Dialect.A);
    }

    @Test
    void eight_beside_a_silent_sibling_is_the_append_of_b_if_more_comes_wherever_it_is_cut() {
        silentSibling = true;
        ByteBuf whole = bytesOf(APPEND, Dialect.B);
        for (int cut = 0; cut <= whole.readableBytes(); cut++) {
            restart(DialectRule.DETECT);
            channel.writeInbound(whole.retainedSlice(0, cut));
            channel.writeInbound(whole.retainedSlice(cut, whole.readableBytes() - cut));
            pauses.forEach(Runnable::run);
            pauses.clear();

            assertThat(readFrom(channel)).as("cut at %d", cut).containsExactly(APPEND);
            assertThat(decoder.dialect()).contains(Dialect.B);
        }
    }

    @Test
    void eight_without_a_sibling_is_the_append_of_b_however_slowly_it_comes() {
        ByteBuf whole = bytesOf(APPEND, Dialect.B);
        int name = whole.readableBytes() - Long.BYTES - 1;
        channel.writeInbound(whole.readRetainedSlice(name));
        pauses.remove().run();
        channel.writeInbound(whole);

        assertThat(readFrom(channel)).containsExactly(APPEND);
        assertThat(decoder.dialect()).contains(Dialect.B);
    }

    @Test
    void a_dialect_that_is_told_is_not_guessed() {
        silentSibling = true;
        restart(DialectRule.ONLY_A);
        write(DELETE, Dialect.A);
        write(WATCH, Dialect.A);
        var asA = readFrom(channel);
        restart(DialectRule.ONLY_B);
        write(DELETE, Dialect.B);
        write(APPEND, Dialect.B);

        assertThat(asA).containsExactly(DELETE, WATCH);
        assertThat(readFrom(channel)).containsExactly(DELETE, APPEND);
    }

    @Test
    void where_only_c_is_spoken_a_connection_begins_with_validate() {
        restart(DialectRule.ONLY_C);

        assertThatThrownBy(() -> write(COUNT, Dialect.A))
                .isInstanceOf(MalformedStream.class)
                .hasMessage("first byte 6 (expected: 0, VALIDATE)");
        restart(DialectRule.ONLY_C);
        assertThatThrownBy(() -> channel.writeInbound(zeros(5)))
                .isInstanceOf(MalformedStream.class)
                .hasMessage("VALIDATE with 0x00000000 (expected: 0x3C85F7CE)");
    }

    @Test
    void where_only_a_is_spoken_validate_is_a_key_that_is_too_long() {
        restart(DialectRule.ONLY_A);

        assertThatThrownBy(
                        () -> {
                            channel.writeInbound(hello());
                            channel.writeInbound(bytesOf(new Ping(0)));
                        })
                .isInstanceOf(MalformedStream.class)
                .hasMessage("key of 56849987534 bytes (expected: 0..8192)");
    }

    private RequestDecoder decoder(DialectRule rule) {
        return new RequestDecoder(Limits.DEFAULT, rule, surroundings);
    }

    private void restart(DialectRule rule) {
        decoder = decoder(rule);
        channel = new EmbeddedChannel(decoder);
        pauses.clear();
    }

    private void write(StoreRequest request, Dialect dialect) {
        channel.writeInbound(bytesOf(request, dialect));
    }

    private static ByteBuf zeros(int count) {
        return Unpooled.wrappedBuffer(new byte[count]);
    }
}
