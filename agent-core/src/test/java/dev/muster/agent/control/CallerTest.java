package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.Role;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Who may ask for what over TCP: the whole table, so that nothing new is open to all unseen. */
class CallerTest {
    private static final KeyPin KEY = new KeyPin("SHA256:" + "a".repeat(43));

    @ParameterizedTest
    @CsvSource({
        "STRANGER, false, PAIR",
        "VIEWER, true, PAIR AGENT AGENT_EVENTS RUNS RUN EVENTS LOG STORE METRICS OPENAPI HEALTH"
                + " READY",
        "OPERATOR, true, PAIR AGENT AGENT_EVENTS RUNS RUN EVENTS LOG STORE METRICS OPENAPI HEALTH"
                + " READY COMMAND STACKS",
        "ADMIN, false, PAIR AGENT AGENT_EVENTS RUNS RUN EVENTS LOG STORE METRICS OPENAPI HEALTH"
                + " READY COMMAND STACKS",
        "ADMIN, true, PAIR AGENT AGENT_EVENTS RUNS RUN EVENTS LOG STORE METRICS OPENAPI HEALTH"
                + " READY COMMAND STACKS LAUNCH AGAIN"
    })
    void each_role_may_ask_for_that_and_nothing_else(Role role, boolean mayLaunch, String allowed) {
        var caller = new Caller("somebody", role, Optional.of(KEY), mayLaunch);

        Set<String> open =
                Arrays.stream(Endpoint.values())
                        .filter(endpoint -> caller.whyNot(endpoint).isEmpty())
                        .map(Endpoint::name)
                        .collect(Collectors.toSet());

        assertThat(open).containsExactlyInAnyOrder(allowed.split(" "));
    }

    @Test
    void a_program_of_this_user_is_called_what_it_calls_itself_and_who_is_elsewhere_is_not() {
        Caller here = Caller.here("java, process 7");
        var elsewhere = new Caller("ada's laptop", Role.OPERATOR, Optional.of(KEY), false);

        assertThat(here.calling("muster stop")).isEqualTo("muster stop (java, process 7)");
        assertThat(here.calling("")).isEqualTo("java, process 7");
        assertThat(elsewhere.calling("muster stop")).isEqualTo("ada's laptop (muster stop)");
    }
}
