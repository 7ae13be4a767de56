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
import static dev.muster.store.wire.Operation.WATCH_KEY;

import dev.muster.store.protocol.Dialect;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which number is which operation, dialect by dialect (tcpstore §3). */
enum Opcodes {
    A(0, legacyAnd(WATCH_KEY, DELETE_KEY)),
    B(0, legacyAnd(DELETE_KEY, APPEND, MULTI_GET, MULTI_SET, CANCEL_WAIT)),
    /** What A and B have in common, for a connection that has used nothing else yet. */
    A_OR_B(0, legacyAnd()),
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

    /** No dialect has a higher one that a connection could begin with. */
    static final int LAST_LEGACY = B.operations.size() - 1;

    private final int first;
    private final List<Operation> operations;

    Opcodes(int first, List<Operation> operations) {
        this.first = first;
        this.operations = operations;
    }

    static Opcodes of(Dialect dialect) {
        return switch (dialect) {
            case A -> A;
            case B -> B;
            case C -> C;
        };
    }

    /** Empty for a number that means nothing here. */
    Optional<Operation> operation(int opcode) {
        int index = opcode - first;
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
        return first + index;
    }

    private static List<Operation> legacyAnd(Operation... more) {
        return Stream.concat(
                        Stream.of(SET, COMPARE_SET, GET, ADD, CHECK, WAIT, GETNUMKEYS),
                        Stream.of(more))
                .toList();
    }
}
