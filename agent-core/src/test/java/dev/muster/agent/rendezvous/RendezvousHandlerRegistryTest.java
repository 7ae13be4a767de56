package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.function.Consumer;

/** elastic-agent §2.1: which backend is meant. */
class RendezvousHandlerRegistryTest {
    private final RendezvousHandlerRegistry registry = new RendezvousHandlerRegistry();

    @Test
    void a_handler_is_made_by_the_backend_asked_for() {
        registry.register(new Dummy("other", "other"));
        registry.register(new Dummy("dummy", "dummy"));

        assertThat(registry.createHandler(asking("dummy"), _ -> {}).runId()).isEqualTo("run");
        assertThat(registry.names()).containsExactly("dummy", "other");
    }

    @Test
    void a_backend_without_a_name_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.register(new Dummy("", "")))
                .withMessage("The rendezvous backend name must be a non-empty string.");
    }

    @Test
    void the_same_backend_may_be_registered_again_and_another_may_not() {
        registry.register(new Dummy("dummy", "a"));
        registry.register(new Dummy("dummy", "a"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.register(new Dummy("dummy", "b")))
                .withMessage(
                        "The rendezvous backend 'dummy' cannot be registered with"
                                + " 'Dummy[name=dummy, claims=b]' as it is already registered with"
                                + " 'Dummy[name=dummy, claims=a]'.");
    }

    @Test
    void an_unknown_backend_is_said_to_be_unknown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.createHandler(asking("dummy"), _ -> {}))
                .withMessage(
                        "The rendezvous backend 'dummy' is not registered. Did you forget to call"
                                + " `register`?");
    }

    @Test
    void torchruns_old_etcd_backends_are_refused_with_those_to_use() {
        registry.register(new Dummy("c10d", "c10d"));
        registry.register(new Dummy("etcd-v3", "etcd-v3"));
        registry.register(new Dummy("static", "static"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.createHandler(asking("etcd-v2"), _ -> {}))
                .withMessage(
                        "The rendezvous backend 'etcd-v2' needs etcd's API of version 2, which is"
                                + " no longer maintained; this agent has: c10d, etcd-v3, static.");
    }

    @Test
    void a_handler_that_calls_itself_otherwise_is_refused() {
        registry.register(new Dummy("dummy", "else"));

        assertThatIllegalStateException()
                .isThrownBy(() -> registry.createHandler(asking("dummy"), _ -> {}))
                .withMessage(
                        "The rendezvous backend 'else' does not match the requested backend"
                                + " 'dummy'.");
    }

    @Test
    void a_backend_that_does_not_say_what_it_goes_by_is_given_anything() {
        registry.register(new Dummy("dummy", "dummy"));

        assertThat(told("dummy", "x=1")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "join_timout=3, did you mean join_timeout?",
        "lastcall_timeout=3, did you mean last_call_timeout?",
        "Keep_Alive_Interval=3, did you mean keep_alive_interval?",
        "timeout=5, nodes are waited for as join_timeout says",
        "run_id=7, there is --rdzv-id for that",
        "rank=7, there is --node-rank for that",
        "min_nodes=7, there is --nnodes MIN:MAX for that",
        "ttl=7, 'it knows close_timeout, heartbeat_timeout, join_timeout, keep_alive_interval,"
                + " keep_alive_max_attempt, last_call_timeout, on_node_loss, speed'",
    })
    void an_option_that_nobody_goes_by_is_told_of_and_changes_nothing(String option, String hint) {
        registry.register(new Choosy());

        String key = option.substring(0, option.indexOf('='));
        assertThat(told("choosy", "join_timeout=9," + option))
                .containsExactly(
                        "--rdzv-conf: choosy knows no \"%s\", which is ignored; %s"
                                .formatted(key, hint));
    }

    private List<String> told(String backend, String config) {
        var told = new ArrayList<String>();
        var _ =
                registry.createHandler(
                        asking(backend, RendezvousConfig.parse(config)),
                        news -> told.add(news.because()));
        return told;
    }

    @Test
    void a_broken_plug_in_is_told_of_and_the_others_are_there() {
        var told = new ArrayList<String>();
        var plugIns =
                List.of(new Dummy("a", "a"), new Dummy("broken", ""), new Dummy("b", "b"))
                        .iterator();
        Iterator<RendezvousBackend> found =
                new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return plugIns.hasNext();
                    }

                    @Override
                    public RendezvousBackend next() {
                        var next = plugIns.next();
                        if (!next.claims().isEmpty()) return next;
                        throw new ServiceConfigurationError("no such class");
                    }
                };

        registry.registerAll(found, told::add);

        assertThat(registry.names()).containsExactly("a", "b");
        assertThat(told).containsExactly("a rendezvous backend is left out: no such class");
    }

    private static RendezvousParameters asking(String backend) {
        return asking(backend, RendezvousConfig.EMPTY);
    }

    private static RendezvousParameters asking(String backend, RendezvousConfig config) {
        return new RendezvousParameters(backend, "", "run", 1, 1, Optional.empty(), config);
    }

    /** Says what it goes by. */
    private record Choosy() implements RendezvousBackend {
        @Override
        public String name() {
            return "choosy";
        }

        @Override
        public Set<String> options() {
            return RendezvousSettings.optionsAnd(Set.of("speed"));
        }

        @Override
        public RendezvousHandler create(
                RendezvousParameters parameters, Consumer<? super RendezvousNews> news) {
            return new DummyHandler(name(), parameters.runId());
        }
    }

    /** Makes handlers that claim to be of the backend {@code claims}. */
    private record Dummy(String name, String claims) implements RendezvousBackend {
        @Override
        public RendezvousHandler create(
                RendezvousParameters parameters, Consumer<? super RendezvousNews> news) {
            return new DummyHandler(claims, parameters.runId());
        }
    }

    private record DummyHandler(String backend, String runId) implements RendezvousHandler {
        @Override
        public RendezvousInfo nextRendezvous() {
            throw new RendezvousException.GracefulExit("nobody to meet");
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public void setClosed() {}

        @Override
        public int numNodesWaiting() {
            return 0;
        }

        @Override
        public void leave() {}

        @Override
        public boolean shutdown() {
            return true;
        }

        @Override
        public void close() {}
    }
}
