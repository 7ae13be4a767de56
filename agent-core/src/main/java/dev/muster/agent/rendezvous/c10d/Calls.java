package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.c10d.Pickled.Moment;
import dev.muster.agent.rendezvous.c10d.Pickled.Named;
import dev.muster.agent.rendezvous.c10d.Pickled.NoOffset;
import dev.muster.agent.rendezvous.c10d.Pickled.PyList;
import dev.muster.agent.rendezvous.c10d.Pickled.PySet;
import dev.muster.agent.rendezvous.c10d.Pickled.Raw;
import dev.muster.agent.rendezvous.c10d.Pickled.Text;
import dev.muster.agent.rendezvous.c10d.Pickled.Utc;
import dev.muster.agent.rendezvous.c10d.Pickled.Whole;
import dev.muster.agent.rendezvous.c10d.UnreadableState.Corrupt;
import dev.muster.agent.rendezvous.c10d.UnreadableState.Foreign;
import dev.muster.store.protocol.Bytes;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** What the calls in a pickled state come to. Nothing is called: each is taken at its word. */
final class Calls {
    /** Year (2), month, day, hour, minute, second, microsecond (3), big-endian. */
    private static final int MOMENT_BYTES = 10;

    /** In the month's byte: which of two equal wall-clock times is meant; UTC has no such. */
    private static final int FOLD = 0x80;

    private Calls() {}

    static PickleCallable classNamed(Pickled type) {
        if (type instanceof Named(var callable)
                && (callable == PickleCallable.STATE || callable == PickleCallable.NODE)) {
            return callable;
        }
        throw new Corrupt("the pickled state makes an object of " + type.kind());
    }

    static Pickled result(PickleCallable callable, List<Pickled> arguments) {
        return switch (callable) {
            case DATETIME -> moment(arguments);
            case TIMEZONE -> utc(arguments);
            case TIMEDELTA -> noOffset(arguments);
            case SET, PYTHON_2_SET -> set(arguments);
            case ENCODE -> encoded(arguments);
            case STATE, NODE -> throw unexpected(callable);
        };
    }

    private static Moment moment(List<Pickled> arguments) {
        boolean zoned = arguments.size() == 2 && arguments.get(1) instanceof Utc;
        if (arguments.isEmpty()
                || arguments.size() > (zoned ? 2 : 1)
                || !(arguments.getFirst() instanceof Raw(var packed))
                || packed.length() != MOMENT_BYTES) {
            throw unexpected(PickleCallable.DATETIME);
        }
        try {
            var local =
                    LocalDateTime.of(
                            number(packed, 0, 2),
                            number(packed, 2, 1) & ~FOLD,
                            number(packed, 3, 1),
                            number(packed, 4, 1),
                            number(packed, 5, 1),
                            number(packed, 6, 1),
                            Math.multiplyExact(number(packed, 7, 3), 1_000));
            return new Moment(local.toInstant(ZoneOffset.UTC), zoned);
        } catch (DateTimeException | ArithmeticException e) {
            throw new Corrupt("the pickled state has an impossible time: " + e.getMessage());
        }
    }

    private static Utc utc(List<Pickled> arguments) {
        if (arguments.size() == 1 && arguments.getFirst() instanceof NoOffset) return new Utc();
        throw unexpected(PickleCallable.TIMEZONE);
    }

    private static NoOffset noOffset(List<Pickled> arguments) {
        boolean zero =
                arguments.size() == 3
                        && arguments.stream()
                                .allMatch(each -> each instanceof Whole(var value) && value == 0);
        if (zero) return new NoOffset();
        throw new Foreign("the pickled state has a time zone other than UTC");
    }

    private static PySet set(List<Pickled> arguments) {
        if (arguments.size() == 1 && arguments.getFirst() instanceof PyList(var items)) {
            return new PySet(new ArrayList<>(items));
        }
        throw unexpected(PickleCallable.SET);
    }

    /** Only times are written so, hence nothing longer than a time is. */
    private static Raw encoded(List<Pickled> arguments) {
        if (arguments.size() == 2
                && arguments.get(0) instanceof Text(var text)
                && arguments.get(1) instanceof Text(var charset)
                && charset.equals("latin1")
                && text.length() == MOMENT_BYTES
                && text.chars().allMatch(each -> each <= 0xff)) {
            return new Raw(Bytes.adopt(text.getBytes(StandardCharsets.ISO_8859_1)));
        }
        throw unexpected(PickleCallable.ENCODE);
    }

    private static int number(Bytes packed, int from, int length) {
        int value = 0;
        for (int i = from; i < from + length; i++) {
            value = value << Byte.SIZE | Byte.toUnsignedInt(packed.at(i));
        }
        return value;
    }

    private static Corrupt unexpected(PickleCallable callable) {
        return new Corrupt(
                "the pickled state calls %s.%s with arguments that no state has"
                        .formatted(callable.module(), callable.called()));
    }
}
