package dev.muster.agent.supervise.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;

/** How a marker is found among a process's variables. */
class ProcessTableTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MUSTER_WORKER=a/r/0/1                | true",
                "PATH=/bin~MUSTER_WORKER=a/r/0/1~HOME=/ | true",
                "PATH=/bin~MUSTER_WORKER=a/           | true",
                "PATH=/bin~MUSTER_WORKER=ab/r/0/1     | false",
                "PATH=/bin~OTHER=MUSTER_WORKER=a/r    | false",
                "PATH=/bin~XMUSTER_WORKER=a/r         | false",
                "MUSTER_WORKER=a                      | false",
                "~~~                                  | false"
            })
    void a_marker_is_the_beginning_of_a_variable_and_nothing_else(String variables, boolean found) {
        byte[] environment = variables.replace('~', '\0').getBytes(StandardCharsets.UTF_8);

        boolean has = ProcessTable.hasVariable(environment, Marker.ofAgent("a").bytes());

        assertThat(has).isEqualTo(found);
    }
}
