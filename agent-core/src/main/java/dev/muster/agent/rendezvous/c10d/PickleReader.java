package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.c10d.Pickled.Dict;
import dev.muster.agent.rendezvous.c10d.Pickled.Named;
import dev.muster.agent.rendezvous.c10d.Pickled.None;
import dev.muster.agent.rendezvous.c10d.Pickled.PyList;
import dev.muster.agent.rendezvous.c10d.Pickled.PySet;
import dev.muster.agent.rendezvous.c10d.Pickled.Raw;
import dev.muster.agent.rendezvous.c10d.Pickled.Text;
import dev.muster.agent.rendezvous.c10d.Pickled.Truth;
import dev.muster.agent.rendezvous.c10d.Pickled.Tuple;
import dev.muster.agent.rendezvous.c10d.Pickled.Whole;
import dev.muster.agent.rendezvous.c10d.UnreadableState.Foreign;
import dev.muster.store.protocol.Bytes;

import java.util.List;

/**
 * Reads what Python's pickle protocols 2 to 5 make of a rendezvous state, and no other pickle: its
 * opcodes and callables are all there are (elastic-agent §2.10). One reader reads one pickle.
 */
final class PickleReader {
    private static final int OLDEST_PROTOCOL = 2;
    private static final int NEWEST_PROTOCOL = 5;

    private final PickleInput input;
    private final PickleMachine machine;

    private PickleReader(Bytes pickle, PickleLimits limits) {
        this.input = new PickleInput(pickle, limits);
        this.machine = new PickleMachine(limits);
    }

    /**
     * The value that {@code pickle} holds.
     *
     * @throws UnreadableState if it is cut off, too large, or not a rendezvous state's
     */
    static Pickled read(Bytes pickle, PickleLimits limits) {
        return new PickleReader(pickle, limits).whole();
    }

    private Pickled whole() {
        if (input.unsignedByte() != Op.PROTO) throw input.corrupt("no pickle protocol");
        int protocol = input.unsignedByte();
        if (protocol < OLDEST_PROTOCOL || protocol > NEWEST_PROTOCOL) {
            throw new Foreign(
                    "pickle protocol: %d (expected: %d to %d)"
                            .formatted(protocol, OLDEST_PROTOCOL, NEWEST_PROTOCOL));
        }
        int opcode = input.unsignedByte();
        while (opcode != Op.STOP) {
            perform(opcode);
            opcode = input.unsignedByte();
        }
        if (input.remaining() > 0) {
            throw input.corrupt("%d bytes after its end".formatted(input.remaining()));
        }
        return machine.result();
    }

    private void perform(int opcode) {
        switch (opcode) {
            case Op.FRAME -> input.frame();
            case Op.SHORT_BINUNICODE -> push(new Text(input.text(input.unsignedByte())));
            case Op.BINUNICODE -> push(new Text(input.text(input.unsignedInt())));
            case Op.SHORT_BINBYTES -> push(new Raw(input.raw(input.unsignedByte())));
            case Op.BININT1 -> push(new Whole(input.unsignedByte()));
            case Op.BININT2 -> push(new Whole(input.unsignedShort()));
            case Op.BININT -> push(new Whole(input.signedInt()));
            case Op.LONG1 -> push(new Whole(input.signedLong()));
            case Op.NONE -> push(new None());
            case Op.NEWTRUE -> push(new Truth(true));
            case Op.NEWFALSE -> push(new Truth(false));
            case Op.GLOBAL -> push(new Named(PickleCallable.of(input.line(), input.line())));
            case Op.STACK_GLOBAL -> machine.global();
            case Op.EMPTY_TUPLE -> push(new Tuple(List.of()));
            case Op.TUPLE1 -> machine.tuple(1);
            case Op.TUPLE2 -> machine.tuple(2);
            case Op.TUPLE3 -> machine.tuple(3);
            case Op.TUPLE -> machine.tupleToMark();
            case Op.EMPTY_LIST -> push(new PyList());
            case Op.APPEND -> machine.append();
            case Op.APPENDS -> machine.appendToMark();
            case Op.EMPTY_SET -> push(new PySet());
            case Op.ADDITEMS -> machine.addToMark();
            case Op.EMPTY_DICT -> push(new Dict());
            case Op.SETITEM -> machine.setItem();
            case Op.SETITEMS -> machine.setItemsToMark();
            case Op.MARK -> machine.mark();
            case Op.NEWOBJ -> machine.newObject();
            case Op.REDUCE -> machine.reduce();
            case Op.BUILD -> machine.build();
            case Op.MEMOIZE -> machine.memoize();
            case Op.BINPUT -> machine.put(input.unsignedByte());
            case Op.LONG_BINPUT -> machine.put(input.unsignedInt());
            case Op.BINGET -> machine.get(input.unsignedByte());
            case Op.LONG_BINGET -> machine.get(input.unsignedInt());
            default ->
                    throw new Foreign(
                            "pickle opcode: 0x%02x before byte %d (expected: one of a rendezvous state)"
                                    .formatted(opcode, input.position()));
        }
    }

    private void push(Pickled value) {
        machine.push(value);
    }
}
