package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.JobNodes;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.Optional;

class MasterHostTest {
    @ParameterizedTest
    @CsvSource({
        "localhost:29400, '', 127.0.0.1",
        "127.0.0.1:29400, '', 127.0.0.1",
        "localhost:29400, 127.0.0.7, 127.0.0.7",
        "node0.invalid:29400, 127.0.0.7, 127.0.0.7",
        "node0.invalid:29400, '', own-name",
    })
    void workers_meet_at_the_address_that_was_given_or_the_one_toward_the_meeting_place(
            String endpoint, String localAddress, String told) {
        var given = Optional.of(localAddress).filter(address -> !address.isEmpty());
        var nodes = new JobNodes(1, 2, 0, "c10d", endpoint, Map.of(), given);

        assertThat(MasterHost.of(nodes, "own-name").name()).isEqualTo(told);
    }
}
