package dev.muster.agent.rendezvous.c10d;

import dev.muster.store.protocol.Bytes;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a pickle is made of. Containers are filled after they were referred to, and may well contain
 * themselves, so none of these may be compared, hashed or printed as a whole.
 */
sealed interface Pickled {
    record Text(String value) implements Pickled {}

    record Whole(long value) implements Pickled {}

    record Truth(boolean value) implements Pickled {}

    record None() implements Pickled {}

    record Raw(Bytes bytes) implements Pickled {}

    record Tuple(List<Pickled> items) implements Pickled {}

    record Named(PickleCallable callable) implements Pickled {}

    /** Python's {@code timedelta(0)}, the only one in a state. */
    record NoOffset() implements Pickled {}

    record Utc() implements Pickled {}

    /**
     * @param zoned whether it came with its time zone, which is UTC either way
     */
    record Moment(Instant at, boolean zoned) implements Pickled {}

    record PyList(List<Pickled> items) implements Pickled {
        PyList() {
            this(new ArrayList<>());
        }
    }

    record PySet(List<Pickled> items) implements Pickled {
        PySet() {
            this(new ArrayList<>());
        }
    }

    record Dict(List<Entry> entries) implements Pickled {
        record Entry(Pickled key, Pickled value) {}

        Dict() {
            this(new ArrayList<>());
        }
    }

    /** An object of one of PyTorch's classes. */
    final class Instance implements Pickled {
        private final PickleCallable type;
        private Optional<Map<String, Pickled>> attributes = Optional.empty();

        Instance(PickleCallable type) {
            this.type = type;
        }

        PickleCallable type() {
            return type;
        }

        /** Empty until the pickle has built it. */
        Optional<Map<String, Pickled>> attributes() {
            return attributes;
        }

        void build(Map<String, Pickled> content) {
            attributes = Optional.of(content);
        }
    }

    /** What it is, as a Python programmer would call it. */
    default String kind() {
        return switch (this) {
            case Text _ -> "a str";
            case Whole _ -> "an int";
            case Truth _ -> "a bool";
            case None _ -> "None";
            case Raw _ -> "bytes";
            case Tuple _ -> "a tuple";
            case Named(var callable) -> callable.called() + " itself";
            case NoOffset _ -> "a timedelta";
            case Utc _ -> "a timezone";
            case Moment _ -> "a datetime";
            case PyList _ -> "a list";
            case PySet _ -> "a set";
            case Dict _ -> "a dict";
            case Instance object -> "a " + object.type().called();
        };
    }
}
