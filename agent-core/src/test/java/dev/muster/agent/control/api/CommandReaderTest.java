package dev.muster.agent.control.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.journal.UnreadableRecord;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class CommandReaderTest {
    private static final RunId RUN = new RunId("run-1");
    private static final Aim AIM = new Aim(RUN, 2, 4);
    private static final Duration GRACE = Duration.ofMillis(2_500);

    static Stream<AgentCommand> oneOfEachKind() {
        return Stream.of(
                new AgentCommand.Restart(AIM),
                new AgentCommand.Stop(AIM, GRACE),
                new AgentCommand.SaveAndStop(AIM, GRACE),
                new AgentCommand.Leave(AIM, GRACE),
                new AgentCommand.SkipWaiting(AIM),
                new AgentCommand.ForceStop(AIM),
                new AgentCommand.Scale(AIM, 2, 8),
                new AgentCommand.SignalWorker(AIM, new LocalRank(3), new Signal(34)));
    }

    @ParameterizedTest
    @MethodSource("oneOfEachKind")
    void a_command_comes_back_as_it_was_sent(AgentCommand command) {
        String body = CommandJson.text(command);

        assertThat(CommandReader.read(RUN, body)).isEqualTo(command);
    }

    @Test
    void the_samples_have_every_kind() {
        Set<Class<?>> sampled =
                oneOfEachKind().map(AgentCommand::getClass).collect(Collectors.toSet());

        assertThat(sampled).containsExactlyInAnyOrder(AgentCommand.class.getPermittedSubclasses());
    }

    @Test
    void a_script_need_not_name_the_round_of_a_job_of_one_node() {
        var command = CommandReader.read(RUN, "{\"command\":\"restart\",\"attempt\":1}");

        assertThat(command).isEqualTo(new AgentCommand.Restart(new Aim(RUN, 1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"command":"restart"}                                   | attempt: found nothing
                    {"command":"dance","attempt":0}                         | found "dance"
                    {"command":"stop","attempt":0}                          | grace: found nothing
                    {"command":"stop","attempt":0,"grace":-1}               | grace: found -1 s
                    {"command":"stop","attempt":0,"grace":1e9}              | grace: found 1000000000 s
                    {"command":"scale","attempt":0,"min":3,"max":2}         | nodes: 3:2
                    {"command":"signal","attempt":0,"localRank":0,"signal":"SIGNO"} | found "SIGNO"
                    {"command":"signal","attempt":0,"localRank":-1,"signal":"HUP"}  | local rank: -1
                    {"command":                                             | not JSON
                    ["restart"]                                             | expected an object
                    """)
    void what_is_no_command_is_refused_with_what_was_found(String body, String sentence) {
        assertThatThrownBy(() -> CommandReader.read(RUN, body))
                .isInstanceOf(UnreadableRecord.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void an_outcome_comes_back_as_it_was_answered_and_a_refusal_is_a_problem_too() {
        var accepted = new CommandOutcome.Accepted("restart asked for by you");
        var refused = new CommandOutcome.Refused("rank 3 is not running");

        assertThat(OutcomeJson.read(OutcomeJson.text(accepted))).isEqualTo(accepted);
        assertThat(OutcomeJson.read(OutcomeJson.text(refused))).isEqualTo(refused);
        assertThat(Problem.read(OutcomeJson.text(refused)))
                .isEqualTo(new Problem(409, "Refused", "rank 3 is not running"));
    }
}
