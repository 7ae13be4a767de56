package dev.muster.store.wire;

import static dev.muster.store.wire.Messages.bytesOf;
import static dev.muster.store.wire.Messages.hello;
import static dev.muster.store.wire.Messages.readFrom;
import static dev.muster.store.wire.Messages.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.protocol.Beginning;
import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.Value;
import dev.muster.store.recorded.Transcript;
import dev.muster.store.recorded.Transcript.Step.ClientSent;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

class RequestsOnTheWireTest {
    static List<StoreRequest> requests() {
        return Messages.REQUESTS;
    }

    @Test
    void a_set_looks_as_the_specification_shows_it() {
        var bytes = bytesOf(new StoreRequest.Set(Key.of("k1"), Value.of("v1")));

        assertThat(ByteBufUtil.hexDump(bytes))
                .isEqualTo("0103000000000000002f6b3102000000000000007631");
    }

    @ParameterizedTest
    @MethodSource("requests")
    void a_request_cut_anywhere_is_still_one_request(StoreRequest request) {
        ByteBuf whole = Unpooled.wrappedBuffer(hello(), bytesOf(request));

        for (int cut = 0; cut <= whole.readableBytes(); cut++) {
            var channel = server();
            channel.writeInbound(whole.retainedSlice(0, cut));
            channel.writeInbound(whole.retainedSlice(cut, whole.readableBytes() - cut));

            assertThat(readFrom(channel)).as("cut at %d", cut).containsExactly(request);
            channel.finishAndReleaseAll();
        }
    }

    @Test
    void many_requests_in_one_read_come_out_in_order() {
        var channel = server();
        var all = hello();
        Messages.REQUESTS.forEach(request -> all.writeBytes(bytesOf(request)));

        channel.writeInbound(all);

        assertThat(readFrom(channel)).isEqualTo(Messages.REQUESTS);
    }

    @ParameterizedTest(name = "{0}, {1} read as {2}")
    @CsvSource({
        "torch-1.12/basic, A, ONLY_A",
        "torch-1.13/basic, A, ONLY_A",
        "torch-1.13/wait, A, ONLY_A",
        "torch-1.13/watch-key, A, ONLY_A",
        "torch-1.13/watch-key, A, DETECT_WITH_WATCHES",
        "torch-1.13/workers-2, A, DETECT",
        "torch-1.13/workers-missing, A, DETECT",
        "torch-1.13/agent-store-gloo, A, DETECT",
        "torch-2.0/basic, A, ONLY_A",
        "torch-2.1/basic, B, ONLY_B",
        "torch-2.1/basic, B, DETECT",
        "torch-2.5/basic, C, ONLY_C",
        "torch-2.5/basic, C, DETECT",
        "torch-2.7/basic, C, DETECT",
        "torch-2.10/basic, C, DETECT",
        "torch-2.10/queues, C, DETECT",
        "torch-2.10/wait, C, DETECT",
        "torch-2.10/workers-2, C, DETECT",
        "torch-2.13/basic-libuv, C, DETECT",
        "torch-2.13/barrier-libuv, C, DETECT",
        "torch-2.13/queues-libuv, C, DETECT",
        "torch-2.13/wait-libuv, C, DETECT",
        "torch-2.13/workers-2-libuv, C, DETECT"
    })
    void what_real_clients_sent_is_read_alike_whole_and_cut_anywhere(
            String recording, Dialect dialect, DialectRule rule) {
        var bytes = sent(Transcript.read(recording));
        var channel = server(Limits.DEFAULT, rule);
        channel.writeInbound(bytes.retainedDuplicate());
        var requests = readFrom(channel);

        var again = dialect == Dialect.C ? hello() : Unpooled.buffer();
        requests.forEach(request -> again.writeBytes(bytesOf((StoreRequest) request, dialect)));

        assertThat(again).as("written again").isEqualTo(bytes);
        for (int cut = 1; cut < bytes.readableBytes(); cut++) {
            var twice = server(Limits.DEFAULT, rule);
            twice.writeInbound(bytes.retainedSlice(0, cut));
            twice.writeInbound(bytes.retainedSlice(cut, bytes.readableBytes() - cut));
            assertThat(readFrom(twice)).as("cut at %d", cut).isEqualTo(requests);
        }
        var single = server(Limits.DEFAULT, rule);
        for (int at = 0; at < bytes.readableBytes(); at++) {
            single.writeInbound(bytes.retainedSlice(at, 1));
        }
        assertThat(readFrom(single)).isEqualTo(requests);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    47                                   | first byte 71 (expected: 0..11)
                    0d01020304                           | first byte 13 (expected: 0..11)
                    00cef7853d00000000                   | key of 1032189902 bytes (expected: 0..8192)
                    00cef7853b00000000                   | key of 998635470 bytes (expected: 0..8192)
                    06ff                                 | opcode 255 is unknown in dialect A_OR_B
                    00cef7853c00                         | opcode 0 is unknown in dialect C
                    00cef7853cc8                         | opcode 200 is unknown in dialect C
                    00cef7853c010120000000000000         | key of 8193 bytes (expected: 0..8192)
                    00cef7853c010000000000000040         | key of 4611686018427387904 bytes (expected: 0..8192)
                    00cef7853c01ffffffffffffffff         | key of 18446744073709551615 bytes (expected: 0..8192)
                    00cef7853c010100000000000000610100800000000000 | value of 8388609 bytes (expected: 0..8388608)
                    00cef7853c060100020000000000         | 131073 names (expected: 0..131072)
                    00cef7853c0bffffffffffffffff         | 18446744073709551615 names (expected: 0..131072)
                    """)
    void what_no_client_sends_is_refused_before_more_of_it_is_awaited(String hex, String because) {
        var channel = server();

        assertThatThrownBy(() -> channel.writeInbound(hex(hex)))
                .isInstanceOf(MalformedStream.class)
                .hasMessage(because);
    }

    @Test
    void names_and_values_of_a_request_are_limited_together() {
        var channel = server(new Limits(8, 8, 100, 9), DialectRule.DETECT);
        channel.writeInbound(hello());
        var five = bytesOf(new StoreRequest.Set(Key.raw("five5"), Value.of("five5")));

        assertThatThrownBy(() -> channel.writeInbound(five))
                .isInstanceOf(MalformedStream.class)
                .hasMessage("names and values of 10 bytes together (expected: <= 9)");
    }

    @Test
    void the_limit_on_all_of_a_request_counts_each_request_anew() {
        var channel = server(new Limits(8, 8, 100, 9), DialectRule.DETECT);
        var four = new StoreRequest.Set(Key.raw("four"), Value.of("four"));
        channel.writeInbound(hello());

        channel.writeInbound(Unpooled.wrappedBuffer(bytesOf(four), bytesOf(four)));

        assertThat(readFrom(channel)).containsExactly(four, four);
    }

    @Test
    void requests_before_a_broken_one_are_read_and_nothing_after_it() {
        var channel = server();
        var ping = new StoreRequest.Ping(1);
        var bytes = Unpooled.wrappedBuffer(hello(), bytesOf(ping), hex("c8"), bytesOf(ping));

        assertThatThrownBy(() -> channel.writeInbound(bytes)).isInstanceOf(MalformedStream.class);
        channel.writeInbound(bytesOf(ping));

        assertThat(readFrom(channel)).containsExactly(ping);
    }

    /** What the recorded client sent on its first connection. */
    private static ByteBuf sent(Transcript transcript) {
        ByteBuf all = Unpooled.buffer();
        for (var step : transcript.steps()) {
            if (step instanceof ClientSent(var connection, _, var bytes) && connection == 1) {
                all.writeBytes(bytes.asByteBuffer());
            }
        }
        return all;
    }

    private static ByteBuf hex(String hex) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex.strip()));
    }

    @Test
    void a_long_multi_set_is_done_in_parts_as_it_comes() {
        var entries =
                IntStream.range(0, 2 * RequestDraft.PART + 5)
                        .mapToObj(i -> new Entry(Key.of("k" + i), Value.of("v" + i)))
                        .toList();
        var server = server();
        server.writeInbound(hello());
        server.writeInbound(bytesOf(new MultiSet(entries), Dialect.C));

        var parts = readFrom(server).stream().map(MultiSet.class::cast).toList();
        assertThat(parts).hasSize(3);
        assertThat(parts.stream().flatMap(part -> part.entries().stream()))
                .containsExactlyElementsOf(entries);
    }

    @Test
    void long_lists_of_names_come_as_beginnings_and_at_last_the_request_itself() {
        var names =
                IntStream.range(0, 2 * RequestDraft.PART + 5)
                        .mapToObj(i -> Key.of("k" + i))
                        .toList();
        List<Function<List<Key>, StoreRequest>> kinds =
                List.of(
                        StoreRequest.Wait::new,
                        StoreRequest.Check::new,
                        StoreRequest.MultiGet::new);
        for (var kind : kinds) {
            var server = server();
            server.writeInbound(hello());
            server.writeInbound(bytesOf(kind.apply(names), Dialect.C));

            int part = RequestDraft.PART;
            assertThat(readFrom(server))
                    .containsExactly(
                            new Beginning(kind.apply(names.subList(0, part))),
                            new Beginning(kind.apply(names.subList(part, 2 * part))),
                            kind.apply(names.subList(2 * part, names.size())));
        }
    }
}
