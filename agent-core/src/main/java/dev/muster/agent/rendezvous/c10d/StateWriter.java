package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.protocol.Bytes;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Pickles a state in the order of attributes that Python writes, for readers of one dialect. */
final class StateWriter {
    private static final int LAST_YEAR = 9_999;

    private final PickleWriter out = new PickleWriter();
    private final StateDialect dialect;

    private StateWriter(StateDialect dialect) {
        this.dialect = dialect;
    }

    /**
     * @throws IllegalArgumentException if {@code dialect} cannot say what {@code state} does
     */
    static Bytes write(RendezvousState state, StateDialect dialect) {
        if (!dialect.spares() && !state.redundancyList().isEmpty()) {
            throw new IllegalArgumentException(
                    "spare nodes: %s (expected: none, for dialect %s has no place for them)"
                            .formatted(state.redundancyList(), dialect));
        }
        var writer = new StateWriter(dialect);
        writer.state(state);
        return writer.out.end();
    }

    private void state(RendezvousState state) {
        object(
                PickleCallable.STATE,
                () -> {
                    name("round").whole(state.round());
                    name("complete").truth(state.complete());
                    name("deadline");
                    state.deadline().ifPresentOrElse(this::moment, () -> out.op(Op.NONE));
                    name("closed").truth(state.closed());
                    name("participants");
                    byNode(state.participants(), rank -> out.whole(rank));
                    name("wait_list");
                    nodes(state.waitList());
                    if (dialect.spares()) {
                        name("redundancy_list");
                        nodes(state.redundancyList());
                    }
                    name("last_heartbeats");
                    byNode(state.lastHeartbeats(), this::moment);
                });
    }

    private void node(Node node) {
        out.shared(
                node,
                () ->
                        object(
                                PickleCallable.NODE,
                                () -> {
                                    name(dialect.addressField()).text(node.address());
                                    name("pid").whole(node.pid());
                                    name("local_id").whole(node.localId());
                                }));
    }

    private void object(PickleCallable type, Runnable attributes) {
        out.callable(type).op(Op.EMPTY_TUPLE, Op.NEWOBJ, Op.EMPTY_DICT, Op.MARK);
        attributes.run();
        out.op(Op.SETITEMS, Op.BUILD);
    }

    private PickleWriter name(String attribute) {
        return out.shared(attribute, () -> out.text(attribute));
    }

    private <T> void byNode(Map<Node, T> values, Consumer<T> write) {
        out.op(Op.EMPTY_DICT, Op.MARK);
        values.forEach(
                (node, value) -> {
                    node(node);
                    write.accept(value);
                });
        out.op(Op.SETITEMS);
    }

    private void nodes(Set<Node> nodes) {
        out.op(Op.EMPTY_SET, Op.MARK);
        nodes.forEach(this::node);
        out.op(Op.ADDITEMS);
    }

    /** To the microsecond, which is all that Python has. */
    private void moment(Instant instant) {
        var at = instant.atOffset(ZoneOffset.UTC);
        out.callable(PickleCallable.DATETIME).raw(packed(at));
        if (dialect.zoned()) {
            out.shared(ZoneOffset.UTC, this::utc).op(Op.TUPLE2, Op.REDUCE);
        } else {
            out.op(Op.TUPLE1, Op.REDUCE);
        }
    }

    private void utc() {
        out.callable(PickleCallable.TIMEZONE).callable(PickleCallable.TIMEDELTA);
        out.whole(0).whole(0).whole(0).op(Op.TUPLE3, Op.REDUCE, Op.TUPLE1, Op.REDUCE);
    }

    private static byte[] packed(OffsetDateTime at) {
        if (at.getYear() < 1 || at.getYear() > LAST_YEAR) {
            throw new IllegalArgumentException(
                    "year: %d (expected: 1 to 9999)".formatted(at.getYear()));
        }
        int micros = at.getNano() / 1_000;
        return ByteBuffer.allocate(10)
                .putShort((short) at.getYear())
                .put((byte) at.getMonthValue())
                .put((byte) at.getDayOfMonth())
                .put((byte) at.getHour())
                .put((byte) at.getMinute())
                .put((byte) at.getSecond())
                .put((byte) (micros >> 16))
                .putShort((short) micros)
                .array();
    }
}
