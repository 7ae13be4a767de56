package dev.muster.store.wire;

import static dev.muster.store.wire.Field.COUNT;
import static dev.muster.store.wire.Field.KEY;
import static dev.muster.store.wire.Field.NONCE;
import static dev.muster.store.wire.Field.NUMBER;
import static dev.muster.store.wire.Field.VALUE;

import java.util.List;

/** What a request asks, by the protocol's own name, and the fields that follow its opcode. */
public enum Operation {
    SET(List.of(KEY, VALUE)),
    COMPARE_SET(List.of(KEY, VALUE, VALUE)),
    GET(List.of(KEY)),
    ADD(List.of(KEY, NUMBER)),
    CHECK(List.of(COUNT), List.of(KEY)),
    WAIT(List.of(COUNT), List.of(KEY)),
    GETNUMKEYS(List.of()),
    DELETE_KEY(List.of(KEY)),
    APPEND(List.of(KEY, VALUE)),
    MULTI_GET(List.of(COUNT), List.of(KEY)),
    MULTI_SET(List.of(COUNT), List.of(KEY, VALUE)),
    CANCEL_WAIT(List.of()),
    PING(List.of(NONCE)),
    QUEUE_PUSH(List.of(KEY, VALUE)),
    QUEUE_POP(List.of(KEY)),
    QUEUE_LEN(List.of(KEY)),
    LIST_KEYS(List.of()),
    BARRIER(List.of(KEY, NUMBER)),
    WATCH_KEY(List.of(KEY));

    private final List<Field> fields;
    private final List<Field> repeated;

    Operation(List<Field> fields) {
        this(fields, List.of());
    }

    Operation(List<Field> fields, List<Field> repeated) {
        this.fields = fields;
        this.repeated = repeated;
    }

    /** How many fields a request has whose COUNT is {@code count}. */
    long fieldCount(int count) {
        return fields.size() + (long) count * repeated.size();
    }

    /** The field at {@code position}, counted from 0. */
    Field field(long position) {
        return position < fields.size()
                ? fields.get((int) position)
                : repeated.get((int) ((position - fields.size()) % repeated.size()));
    }
}
