package dev.muster.gui.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeLossBoxTest {
    @ParameterizedTest
    @CsvSource({
        "'', reform",
        "join_timeout=60, reform",
        "'join_timeout=60,on_node_loss=wait', wait",
        "'on_node_loss=wait, on_node_loss=stop', stop",
    })
    void the_choice_is_what_the_options_say(String options, String policy) {
        assertThat(NodeLossBox.in(options)).isEqualTo(policy);
    }

    @ParameterizedTest
    @CsvSource({
        "stop, '', on_node_loss=stop",
        "stop, 'on_node_loss=wait,join_timeout=60', 'join_timeout=60,on_node_loss=stop'",
        "reform, 'on_node_loss=wait,join_timeout=60', join_timeout=60",
    })
    void another_choice_leaves_the_other_options_alone(
            String policy, String options, String expected) {
        assertThat(NodeLossBox.with(policy, options)).isEqualTo(expected);
    }
}
