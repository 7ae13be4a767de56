package dev.muster.store.wire;

import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.ListKeys;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.QueueLength;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.StoreRequest.Watch;
import dev.muster.store.protocol.Value;

import io.netty.buffer.ByteBuf;

import java.util.List;

/** Requests as bytes, in one dialect. */
public record RequestEncoder(Dialect dialect) {
    /** What a connection of dialect C begins with. */
    public void writeHello(ByteBuf out) {
        out.writeByte(Opcodes.HELLO);
        out.writeIntLE(Opcodes.HELLO_NUMBER);
    }

    public void write(StoreRequest request, ByteBuf out) {
        switch (request) {
            case StoreRequest.Set(var key, var value) -> {
                opcode(Operation.SET, out);
                key(key, out);
                value(value, out);
            }
            case CompareSet(var key, var expected, var desired) -> {
                opcode(Operation.COMPARE_SET, out);
                key(key, out);
                value(expected, out);
                value(desired, out);
            }
            case Get(var key) -> {
                opcode(Operation.GET, out);
                key(key, out);
            }
            case Add(var key, var delta) -> {
                opcode(Operation.ADD, out);
                key(key, out);
                out.writeLongLE(delta);
            }
            case Check(var keys) -> {
                opcode(Operation.CHECK, out);
                keys(keys, out);
            }
            case Wait(var keys) -> {
                opcode(Operation.WAIT, out);
                keys(keys, out);
            }
            case GetNumKeys() -> opcode(Operation.GETNUMKEYS, out);
            case Delete(var key) -> {
                opcode(Operation.DELETE_KEY, out);
                key(key, out);
            }
            case Append(var key, var tail) -> {
                opcode(Operation.APPEND, out);
                key(key, out);
                value(tail, out);
            }
            case MultiGet(var keys) -> {
                opcode(Operation.MULTI_GET, out);
                keys(keys, out);
            }
            case MultiSet(var entries) -> {
                opcode(Operation.MULTI_SET, out);
                out.writeLongLE(entries.size());
                for (Entry entry : entries) {
                    key(entry.key(), out);
                    value(entry.value(), out);
                }
            }
            case CancelWait() -> opcode(Operation.CANCEL_WAIT, out);
            case Ping(var nonce) -> {
                opcode(Operation.PING, out);
                out.writeIntLE(nonce);
            }
            case QueuePush(var name, var value) -> {
                opcode(Operation.QUEUE_PUSH, out);
                key(name, out);
                value(value, out);
            }
            case QueuePop(var name) -> {
                opcode(Operation.QUEUE_POP, out);
                key(name, out);
            }
            case QueueLength(var name) -> {
                opcode(Operation.QUEUE_LEN, out);
                key(name, out);
            }
            case ListKeys() -> opcode(Operation.LIST_KEYS, out);
            case Watch(var key) -> {
                opcode(Operation.WATCH_KEY, out);
                key(key, out);
            }
            case Barrier(var key, var worldSize) -> {
                opcode(Operation.BARRIER, out);
                key(key, out);
                out.writeLongLE(worldSize);
            }
        }
    }

    private void opcode(Operation operation, ByteBuf out) {
        out.writeByte(Opcodes.of(dialect).opcode(operation));
    }

    private static void key(Key key, ByteBuf out) {
        Blobs.write(key.name(), out);
    }

    private static void value(Value value, ByteBuf out) {
        Blobs.write(value.content(), out);
    }

    private static void keys(List<Key> keys, ByteBuf out) {
        out.writeLongLE(keys.size());
        for (Key key : keys) key(key, out);
    }
}
