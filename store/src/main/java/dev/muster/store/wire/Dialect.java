package dev.muster.store.wire;

import static dev.muster.store.wire.Operation.ADD;
import static dev.muster.store.wire.Operation.APPEND;
import static dev.muster.store.wire.Operation.BARRIER;
import static dev.muster.store.wire.Operation.CANCEL_WAIT;
import static dev.muster.store.wire.Operation.CHECK;
import static dev.muster.store.wire.Operation.COMPARE_SET;
import static dev.muster.store.wire.Operation.DELETE_KEY;
import static dev.muster.store.wire.Operation.GET;
import static dev.muster.store.wire.Operation.GETNUMKEYS;
import static dev.muster.store.wire.Operation.LIST_KEYS;
import static dev.muster.store.wire.Operation.MULTI_GET;
import static dev.muster.store.wire.Operation.MULTI_SET;
import static dev.muster.store.wire.Operation.PING;
import static dev.muster.store.wire.Operation.QUEUE_LEN;
import static dev.muster.store.wire.Operation.QUEUE_POP;
import static dev.muster.store.wire.Operation.QUEUE_PUSH;
import static dev.muster.store.wire.Operation.SET;
import static dev.muster.store.wire.Operation.WAIT;

import java.util.List;
import java.util.Optional;

/**
 * Which number means what. The meaning of an opcode depends on the client's release and no version
 * is ever sent (tcpstore §1).
 */
public enum Dialect {
    /** PyTorch 2.2 and later. A connection begins with {@link #HELLO}. */
    C(
            1,
            List.of(
                    SET,
                    COMPARE_SET,
                    GET,
                    ADD,
                    CHECK,
                    WAIT,
                    GETNUMKEYS,
                    DELETE_KEY,
                    APPEND,
                    MULTI_GET,
                    MULTI_SET,
                    CANCEL_WAIT,
                    PING,
                    QUEUE_PUSH,
                    QUEUE_POP,
                    QUEUE_LEN,
                    LIST_KEYS,
                    BARRIER));

    /** VALIDATE, the first byte of a dialect C connection. */
    static final int HELLO = 0;

    /** What follows {@link #HELLO}, as a little-endian u32. */
    static final int HELLO_NUMBER = 0x3C85F7CE;

    private final int firstOpcode;
    private final List<Operation> operations;

    Dialect(int firstOpcode, List<Operation> operations) {
        this.firstOpcode = firstOpcode;
        this.operations = operations;
    }

    /** Empty for a number that means nothing in this dialect. */
    Optional<Operation> operation(int opcode) {
        int index = opcode - firstOpcode;
        return index >= 0 && index < operations.size()
                ? Optional.of(operations.get(index))
                : Optional.empty();
    }

    /** The number of an operation that this dialect has. */
    int opcode(Operation operation) {
        int index = operations.indexOf(operation);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "operation: %s (expected: one of dialect %s)".formatted(operation, this));
        }
        return firstOpcode + index;
    }
}
