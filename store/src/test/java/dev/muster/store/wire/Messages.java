package dev.muster.store.wire;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.Value;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;

import java.util.ArrayList;
import java.util.List;

/** One of each message, and decoders to feed their bytes to. */
final class Messages {
    private static final Key KEY = Key.of("k");
    private static final Value VALUE = Value.of("value");

    static final List<StoreRequest> REQUESTS =
            List.of(
                    new StoreRequest.Set(KEY, VALUE),
                    new StoreRequest.Set(Key.raw(""), Value.EMPTY),
                    new StoreRequest.CompareSet(KEY, Value.EMPTY, VALUE),
                    new StoreRequest.Get(new Key(Bytes.copyOf(new byte[] {0, -1, 0}))),
                    new StoreRequest.Add(KEY, Long.MIN_VALUE),
                    new StoreRequest.Check(List.of()),
                    new StoreRequest.Check(List.of(KEY, KEY)),
                    new StoreRequest.Wait(List.of(KEY)),
                    new StoreRequest.GetNumKeys(),
                    new StoreRequest.Delete(KEY),
                    new StoreRequest.Append(KEY, VALUE),
                    new StoreRequest.MultiGet(List.of(KEY, Key.of(""))),
                    new StoreRequest.MultiSet(List.of()),
                    new StoreRequest.MultiSet(
                            List.of(new Entry(KEY, VALUE), new Entry(Key.of(""), Value.EMPTY))),
                    new StoreRequest.CancelWait(),
                    new StoreRequest.Ping(0xFEEDBEEF),
                    new StoreRequest.QueuePush(KEY, VALUE),
                    new StoreRequest.QueuePop(KEY),
                    new StoreRequest.QueueLength(KEY),
                    new StoreRequest.ListKeys(),
                    new StoreRequest.Barrier(KEY, Long.MAX_VALUE));

    private Messages() {}

    /** The only connection of its client, and of all clients. */
    static final Surroundings ALONE =
            new Surroundings() {
                @Override
                public boolean hasSilentSibling() {
                    return false;
                }

                @Override
                public void afterPause(Runnable decide) {
                    decide.run(); // however long it is, nobody comes
                }
            };

    static EmbeddedChannel server() {
        return server(Limits.DEFAULT, DialectRule.DETECT);
    }

    static EmbeddedChannel server(Limits limits, DialectRule rule) {
        return new EmbeddedChannel(new RequestDecoder(limits, rule, ALONE));
    }

    /** A client that has sent {@code requests} and expects to be answered. */
    static EmbeddedChannel client(StoreRequest... requests) {
        var decoder = new ReplyDecoder(Limits.DEFAULT);
        for (var request : requests) decoder.expect(request);
        return new EmbeddedChannel(decoder);
    }

    static ByteBuf hello() {
        var out = Unpooled.buffer();
        new RequestEncoder(Dialect.C).writeHello(out);
        return out;
    }

    static ByteBuf bytesOf(StoreRequest request) {
        return bytesOf(request, Dialect.C);
    }

    static ByteBuf bytesOf(StoreRequest request, Dialect dialect) {
        var out = Unpooled.buffer();
        new RequestEncoder(dialect).write(request, out);
        return out;
    }

    static ByteBuf bytesOf(StoreReply reply) {
        var out = Unpooled.buffer();
        ReplyEncoder.write(reply, out);
        return out;
    }

    /** Everything that {@code channel} has made of its bytes so far, in order. */
    static List<Object> readFrom(EmbeddedChannel channel) {
        var messages = new ArrayList<Object>();
        for (Object m = channel.readInbound(); m != null; m = channel.readInbound()) {
            messages.add(m);
        }
        return messages;
    }
}
