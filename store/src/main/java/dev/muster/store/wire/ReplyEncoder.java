package dev.muster.store.wire;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.protocol.StoreReply.Checked;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.StoreReply.Listed;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Pong;
import dev.muster.store.protocol.StoreReply.Popped;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.WaitCancelled;
import dev.muster.store.protocol.StoreReply.Watching;
import dev.muster.store.protocol.Value;

import io.netty.buffer.ByteBuf;

/** Answers as bytes. They are the same in every dialect that has them. */
public final class ReplyEncoder {
    static final int ALL_PRESENT = 0;
    static final int NOT_ALL_PRESENT = 1;
    static final int WAIT_RELEASED = 0;
    static final int WAIT_CANCELLED = 1;
    private static final int WATCHING = 3;

    private ReplyEncoder() {}

    /** How many bytes {@link #write} will write. */
    public static long length(StoreReply reply) {
        return switch (reply) {
            case Got(var value) -> Blobs.length(value.content());
            case GotAll(var values) ->
                    values.stream().mapToLong(value -> Blobs.length(value.content())).sum();
            case Number _ -> Long.BYTES;
            case Checked _, Released _, WaitCancelled _ -> Byte.BYTES;
            case Pong _ -> Integer.BYTES;
            case Popped(_, var value) ->
                    Long.BYTES + value.map(popped -> Blobs.length(popped.content())).orElse(0L);
            case Watching _ -> Byte.BYTES;
            case Changed(var key, _, var before, var after) ->
                    Byte.BYTES
                            + Blobs.length(key.name())
                            + Blobs.length(before.content())
                            + Blobs.length(after.content());
            case Listed(var keys) ->
                    Long.BYTES + keys.stream().mapToLong(key -> Blobs.length(key.name())).sum();
        };
    }

    public static void write(StoreReply reply, ByteBuf out) {
        switch (reply) {
            case Got(var value) -> Blobs.write(value.content(), out);
            case GotAll(var values) -> {
                for (Value value : values) Blobs.write(value.content(), out);
            }
            case Number(var value) -> out.writeLongLE(value);
            case Checked(var allPresent) ->
                    out.writeByte(allPresent ? ALL_PRESENT : NOT_ALL_PRESENT);
            case Released() -> out.writeByte(WAIT_RELEASED);
            case WaitCancelled() -> out.writeByte(WAIT_CANCELLED);
            case Pong(var nonce) -> out.writeIntLE(nonce);
            case Popped(var lengthBefore, var value) -> {
                out.writeLongLE(lengthBefore);
                value.ifPresent(popped -> Blobs.write(popped.content(), out));
            }
            case Watching() -> out.writeByte(WATCHING);
            case Changed(var key, var change, var before, var after) -> {
                out.writeByte(number(change));
                Blobs.write(key.name(), out);
                Blobs.write(before.content(), out);
                Blobs.write(after.content(), out);
            }
            case Listed(var keys) -> {
                out.writeLongLE(keys.size());
                for (Key key : keys) Blobs.write(key.name(), out);
            }
        }
    }

    private static int number(Changed.Change change) {
        return switch (change) {
            case REPLACED -> 0;
            case CREATED -> 1;
            case DELETED -> 2;
        };
    }
}
