package dev.muster.store.wire;

import static dev.muster.store.wire.Messages.bytesOf;
import static dev.muster.store.wire.Messages.client;
import static dev.muster.store.wire.Messages.readFrom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Checked;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.StoreReply.Listed;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Pong;
import dev.muster.store.protocol.StoreReply.Popped;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.WaitCancelled;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.ListKeys;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.QueueLength;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.Value;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class RepliesOnTheWireTest {
    private static final Key KEY = Key.of("k");
    private static final Wait WAIT = new Wait(List.of(KEY));
    private static final CancelWait CANCEL = new CancelWait();

    static Stream<Arguments> exchanges() {
        var values = List.of(Value.EMPTY, Value.of("one"), Value.EMPTY);
        return Stream.of(
                Arguments.of(new Get(KEY), new Got(Value.of("value"))),
                Arguments.of(new Get(KEY), new Got(Value.EMPTY)),
                Arguments.of(new MultiGet(List.of(KEY, KEY, KEY)), new GotAll(values)),
                Arguments.of(new GetNumKeys(), new Number(-2)),
                Arguments.of(new Check(List.of(KEY)), new Checked(true)),
                Arguments.of(new Check(List.of(KEY)), new Checked(false)),
                Arguments.of(WAIT, new Released()),
                Arguments.of(CANCEL, new WaitCancelled()),
                Arguments.of(new Ping(-3), new Pong(-3)),
                Arguments.of(new QueueLength(KEY), new Number(3)),
                Arguments.of(new QueuePop(KEY), new Popped(0, Optional.empty())),
                Arguments.of(new QueuePop(KEY), new Popped(2, Optional.of(Value.EMPTY))),
                Arguments.of(new QueuePop(KEY), new Popped(1, Optional.of(Value.of("v")))),
                Arguments.of(new ListKeys(), new Listed(List.of())),
                Arguments.of(new ListKeys(), new Listed(List.of(Key.raw(""), KEY))),
                Arguments.of(new Barrier(KEY, 2), new Released()));
    }

    @ParameterizedTest
    @MethodSource("exchanges")
    void an_answer_cut_anywhere_is_still_one_answer(StoreRequest request, StoreReply reply) {
        ByteBuf whole = bytesOf(reply);

        for (int cut = 0; cut <= whole.readableBytes(); cut++) {
            var channel = client(request);
            channel.writeInbound(whole.retainedSlice(0, cut));
            channel.writeInbound(whole.retainedSlice(cut, whole.readableBytes() - cut));

            assertThat(readFrom(channel)).as("cut at %d", cut).containsExactly(reply);
            channel.finishAndReleaseAll();
        }
    }

    @ParameterizedTest
    @MethodSource("exchanges")
    void an_answer_is_as_long_as_announced(StoreRequest request, StoreReply reply) {
        assertThat(ReplyEncoder.length(reply)).isEqualTo(bytesOf(reply).readableBytes());
        assertThat(ReplyDecoder.isAnswered(request)).isTrue();
    }

    @Test
    void the_answer_to_a_cancel_answers_the_wait_as_well() {
        var channel = client(WAIT, CANCEL, new Ping(1));

        channel.writeInbound(bytes(1), bytesOf(new Pong(1)));

        assertThat(readFrom(channel))
                .containsExactly(new WaitCancelled(), new WaitCancelled(), new Pong(1));
    }

    @Test
    void a_wake_up_that_crossed_the_cancel_comes_first() {
        var channel = client(WAIT, CANCEL, new Ping(1));

        channel.writeInbound(bytes(0, 1), bytesOf(new Pong(1)));

        assertThat(readFrom(channel))
                .containsExactly(new Released(), new WaitCancelled(), new Pong(1));
    }

    @Test
    void what_another_service_answers_is_not_taken_for_a_length() {
        var channel = client(new Get(KEY));
        var http = Unpooled.copiedBuffer("HTTP/1.1 400 Bad Request", StandardCharsets.US_ASCII);

        assertThatThrownBy(() -> channel.writeInbound(http))
                .isInstanceOf(MalformedStream.class)
                .hasMessage("value of 3543824036068086856 bytes (expected: 0..67108864)");
    }

    @Test
    void an_echo_of_another_nonce_is_refused() {
        refuses(new Ping(1), bytes(2, 0, 0, 0), "PING answered 0x00000002 (expected: 0x00000001)");
    }

    @Test
    void an_answer_of_one_byte_knows_two_values() {
        refuses(new Check(List.of()), bytes(2), "CHECK answered 2 (expected: 0..1)");
        refuses(WAIT, bytes(7), "WAIT answered 7 (expected: 0..1)");
    }

    @Test
    void a_wait_that_nobody_cancelled_is_not_answered_as_cancelled() {
        refuses(WAIT, bytes(1), "WAIT answered 1 (expected: 0)");
        refuses(new Barrier(KEY, 2), bytes(1), "BARRIER answered 1 (expected: 0)");
        refuses(CANCEL, bytes(0), "CANCEL_WAIT answered 0 (expected: 1)");
    }

    @Test
    void an_answer_that_nobody_asked_for_is_refused() {
        var channel = client();

        assertThatThrownBy(() -> channel.writeInbound(bytes(0)))
                .isInstanceOf(MalformedStream.class)
                .hasMessage("an answer that nobody asked for");
    }

    private static void refuses(StoreRequest request, ByteBuf answer, String because) {
        var channel = client(request);

        assertThatThrownBy(() -> channel.writeInbound(answer))
                .isInstanceOf(MalformedStream.class)
                .hasMessage(because);
    }

    private static ByteBuf bytes(int... bytes) {
        var out = Unpooled.buffer();
        for (int b : bytes) out.writeByte(b);
        return out;
    }
}
