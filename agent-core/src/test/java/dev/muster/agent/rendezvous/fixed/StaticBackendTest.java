package dev.muster.agent.rendezvous.fixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousParameters;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Optional;

/** elastic-agent §2.2: what nodes that are told their ranks have to be told. */
class StaticBackendTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''        | node0:29500 | rank is absent in RendezvousParameters.Try add --node-rank to the cmd request
                    rank=0    | ''          | endpoint is absent in RendezvousParametersTry add --master-port and --master-addr to the cmd request
                    rank=0    | node0       | Port is absent in endpoint: node0. Try launching with --master-port
                    rank=2    | node0:29500 | The node rank is 2, and with 2 nodes it must be from 0 to 1.
                    rank=0,timeout=0 | node0:29500 | The rendezvous timeout is 0 s, and it must be positive.
                    """)
    void what_is_missing_or_cannot_be_is_said(String config, String endpoint, String message) {
        var parameters =
                new RendezvousParameters(
                        "static",
                        endpoint,
                        "job",
                        2,
                        2,
                        Optional.empty(),
                        RendezvousConfig.parse(config));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StaticBackend().create(parameters, _ -> {}))
                .withMessage(message);
    }

    @Test
    void its_name_is_static() {
        assertThat(new StaticBackend().name()).isEqualTo("static");
    }
}
