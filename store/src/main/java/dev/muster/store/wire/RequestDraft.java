package dev.muster.store.wire;

import dev.muster.store.protocol.Beginning;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Incoming;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.Value;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One request while its fields are coming in. */
final class RequestDraft {
    /** Stands where no request has begun; holds nothing and never will. */
    static final RequestDraft NONE = new RequestDraft(Operation.PING);

    /** What a name or a value takes besides its bytes. */
    private static final int HOLDING = 64;

    /** As many names, or names and values, are served together, in some ten microseconds. */
    static final int PART = 256;

    /** Likewise of values that are large. */
    private static final int PART_BYTES = 1 << 20;

    private final Operation operation;
    private final List<Key> keys = new ArrayList<>(1);
    private final List<Value> values = new ArrayList<>(2);
    private int count;
    private long number;
    private long position;
    private long heldBytes;

    RequestDraft(Operation operation) {
        this.operation = operation;
    }

    /** The same fields, read as those of {@code another} operation. */
    RequestDraft as(Operation another) {
        var draft = new RequestDraft(another);
        draft.keys.addAll(keys);
        draft.values.addAll(values);
        draft.position = position;
        draft.heldBytes = heldBytes;
        return draft;
    }

    Operation operation() {
        return operation;
    }

    /** What the fields take that have come in. */
    long heldBytes() {
        return heldBytes;
    }

    /** Whether so much of a long request is here that it is to be served now. */
    boolean isPart() {
        return switch (operation) {
            case WAIT, CHECK, MULTI_GET -> keys.size() >= PART;
            case MULTI_SET ->
                    keys.size() == values.size()
                            && (values.size() >= PART || heldBytes >= PART_BYTES);
            default -> false;
        };
    }

    /**
     * What is here, for itself. A MULTI_SET is as many SETs, so nobody can tell; of the others it
     * is the beginning.
     */
    Incoming takePart() {
        var here = request();
        keys.clear();
        values.clear();
        heldBytes = 0;
        return operation == Operation.MULTI_SET ? here : new Beginning(here);
    }

    boolean isComplete() {
        return position == operation.fieldCount(count);
    }

    /** The field that comes next in an incomplete draft. */
    Field next() {
        return operation.field(position);
    }

    void key(Bytes name) {
        keys.add(new Key(name));
        heldBytes += HOLDING + name.length();
        position++;
    }

    void value(Bytes content) {
        values.add(new Value(content));
        heldBytes += HOLDING + content.length();
        position++;
    }

    void count(int read) {
        count = read;
        position++;
    }

    /** A NUMBER or a NONCE. */
    void number(long read) {
        number = read;
        position++;
    }

    /** The request that a complete draft has become, or a part by itself. */
    StoreRequest request() {
        return switch (operation) {
            case SET -> new StoreRequest.Set(keys.getFirst(), values.getFirst());
            case COMPARE_SET ->
                    new StoreRequest.CompareSet(
                            keys.getFirst(), values.getFirst(), values.getLast());
            case GET -> new StoreRequest.Get(keys.getFirst());
            case ADD -> new StoreRequest.Add(keys.getFirst(), number);
            case CHECK -> new StoreRequest.Check(keys);
            case WAIT -> new StoreRequest.Wait(keys);
            case GETNUMKEYS -> new StoreRequest.GetNumKeys();
            case DELETE_KEY -> new StoreRequest.Delete(keys.getFirst());
            case APPEND -> new StoreRequest.Append(keys.getFirst(), values.getFirst());
            case MULTI_GET -> new StoreRequest.MultiGet(keys);
            case MULTI_SET -> new StoreRequest.MultiSet(entries());
            case CANCEL_WAIT -> new StoreRequest.CancelWait();
            case PING -> new StoreRequest.Ping((int) number);
            case QUEUE_PUSH -> new StoreRequest.QueuePush(keys.getFirst(), values.getFirst());
            case QUEUE_POP -> new StoreRequest.QueuePop(keys.getFirst());
            case QUEUE_LEN -> new StoreRequest.QueueLength(keys.getFirst());
            case LIST_KEYS -> new StoreRequest.ListKeys();
            case WATCH_KEY -> new StoreRequest.Watch(keys.getFirst());
            case BARRIER -> new StoreRequest.Barrier(keys.getFirst(), number);
        };
    }

    private List<Entry> entries() {
        return IntStream.range(0, keys.size())
                .mapToObj(i -> new Entry(keys.get(i), values.get(i)))
                .toList();
    }
}
