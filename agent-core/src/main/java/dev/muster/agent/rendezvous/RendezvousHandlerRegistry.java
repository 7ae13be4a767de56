package dev.muster.agent.rendezvous;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The backends by their names (elastic-agent §2.1). Lives on one thread. */
public final class RendezvousHandlerRegistry {
    /** What torchrun has and we do not: they need etcd's API of version 2. */
    private static final Set<String> UNMAINTAINED = Set.of("etcd", "etcd-v2");

    private final SortedMap<String, RendezvousBackend> backends = new TreeMap<>();

    /**
     * Registers what {@code found} yields. One that is broken is told of and left out.
     *
     * @param found a {@link java.util.ServiceLoader}'s iterator
     */
    public void registerAll(Iterator<RendezvousBackend> found, Consumer<String> broken) {
        while (true) {
            try {
                if (!found.hasNext()) return;
                register(found.next());
            } catch (ServiceConfigurationError | IllegalArgumentException unusable) {
                broken.accept("a rendezvous backend is left out: " + unusable.getMessage());
            }
        }
    }

    public void register(RendezvousBackend backend) {
        String name = backend.name();
        if (name.isEmpty()) throw new IllegalArgumentException(RendezvousParameters.EMPTY_NAME);
        RendezvousBackend before = backends.putIfAbsent(name, backend);
        if (before == null || before.equals(backend)) return;
        throw new IllegalArgumentException(
                ("The rendezvous backend '%s' cannot be registered with '%s' as it is already"
                                + " registered with '%s'.")
                        .formatted(name, backend, before));
    }

    /** The names that can be asked for. */
    public SortedSet<String> names() {
        return new TreeSet<>(backends.keySet());
    }

    /** See {@link RendezvousBackend#create}. */
    public RendezvousHandler createHandler(
            RendezvousParameters parameters, Consumer<? super RendezvousNews> news) {
        String asked = parameters.backend();
        RendezvousBackend backend = backends.get(asked);
        if (backend == null) throw unknown(asked);
        Set<String> known = backend.options();
        if (!known.isEmpty()) {
            UnknownOptions.told(asked, known, parameters.config())
                    .forEach(each -> news.accept(new RendezvousNews.Noticed(each)));
        }
        RendezvousHandler handler = backend.create(parameters, news);
        if (handler.backend().equals(asked)) return handler;
        throw new IllegalStateException(
                "The rendezvous backend '%s' does not match the requested backend '%s'."
                        .formatted(handler.backend(), asked));
    }

    private IllegalArgumentException unknown(String name) {
        if (UNMAINTAINED.contains(name)) {
            return new IllegalArgumentException(
                    ("The rendezvous backend '%s' needs etcd's API of version 2, which is no"
                                    + " longer maintained; this agent has: %s.")
                            .formatted(name, String.join(", ", backends.keySet())));
        }
        return new IllegalArgumentException(
                ("The rendezvous backend '%s' is not registered. Did you forget to call"
                                + " `register`?")
                        .formatted(name));
    }
}
