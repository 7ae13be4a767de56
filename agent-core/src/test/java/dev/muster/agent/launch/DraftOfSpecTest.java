package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.NumaMode;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

class DraftOfSpecTest extends CheckedLaunch {
    private static final StopTerms SAVING =
            new StopTerms(
                    Duration.ofMillis(2500),
                    Optional.of(new SaveFirst(new Signal(10), Duration.ofSeconds(90))),
                    List.of(Signal.TERM, new Signal(40)));

    private static final WorkerDevices ONE_EACH = new WorkerDevices(true, Optional.empty());

    /** What can be said of a job, one thing after the other. */
    @SuppressWarnings("unused") // by name, below
    static final List<UnaryOperator<SampleSpec>> SAYINGS =
            List.of(
                    spec -> spec,
                    spec -> spec.arguments("--lr", "0.1", "--name", "my run", "", "it's"),
                    spec -> spec.workers(7).maxRestarts(3).role("trainer"),
                    spec -> spec.rendezvousId("sweep/7"),
                    spec -> spec.rendezvousId("none"),
                    spec -> spec.entrypoint(new Entrypoint.Module("package.train")),
                    spec -> spec.entrypoint(new Entrypoint.Function("jobs.a", "Trainer.main")),
                    spec ->
                            spec.entrypoint(new Entrypoint.JavaFunction("jobs.A", "main"))
                                    .withoutPython(),
                    spec -> spec.environment(Map.of("A", "1", "B", "x 'y' $z")),
                    spec -> spec.redirects("0:1,2:3").tee("2"),
                    spec -> spec.tee("3").linePrefix(" ${rank} on ${hostname}: "),
                    spec -> spec.localRanksFilter(2, 0, -1),
                    spec ->
                            spec.duplicates(
                                    Map.of(
                                            LogStream.STDOUT,
                                            List.of("loss", "a,b", " "),
                                            LogStream.STDERR,
                                            List.of("Error"))),
                    spec -> spec.stopping(SAVING),
                    spec -> spec.stopping(new StopTerms(Duration.ZERO)),
                    spec -> spec.devices(ONE_EACH),
                    spec -> spec.rendezvousId("none").nodes(nodes("static", "gpu-a:29500")),
                    spec -> spec.rendezvousId("job7").nodes(nodes("c10d", "gpu-a:29400")),
                    spec -> spec.rendezvousId("job7").nodes(nodes("etcd-v3", "e0:2379,e1:2379")));

    @ParameterizedTest
    @FieldSource("SAYINGS")
    void a_spec_that_was_put_into_a_form_comes_out_of_it_as_it_was(UnaryOperator<SampleSpec> with) {
        JobSpec spec = with.apply(here()).build();

        LaunchReading read = DraftOfSpec.of(spec, environment);

        assertThat(read.problems()).isEmpty();
        assertThat(ready(read.draft())).isEqualTo(spec);
        assertThat(ready(LaunchChecks.inAForm(read.draft()).draft())).isEqualTo(spec);
    }

    @Test
    void a_plain_spec_leaves_most_of_the_form_empty() {
        LaunchDraft plain = DraftOfSpec.of(here().build(), environment).draft();

        assertThat(plain.texts())
                .containsOnlyKeys(
                        LaunchField.SCRIPT,
                        LaunchField.PYTHON,
                        LaunchField.WORKERS,
                        LaunchField.WORKING_DIRECTORY);
    }

    @Test
    void what_every_process_here_has_in_its_environment_is_not_typed() {
        environment.put("LANG", "C.UTF-8");
        var variables = Map.of("LANG", "C.UTF-8", "HOME", "/elsewhere", "SEED", "7");

        LaunchDraft draft =
                DraftOfSpec.of(here().environment(variables).build(), environment).draft();

        assertThat(draft.environment())
                .containsOnly(Map.entry("HOME", "/elsewhere"), Map.entry("SEED", "7"));
    }

    @Test
    void a_usual_value_is_said_where_the_environment_has_another() {
        environment.put("TORCH_ELASTIC_SHUTDOWN_TIMEOUT", "5");
        environment.put("TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE", "${rank}:");

        JobSpec spec = here().build();

        assertThat(ready(DraftOfSpec.of(spec, environment).draft())).isEqualTo(spec);
    }

    @Test
    void a_binding_to_processors_is_asked_for_anew() {
        var numa = new NumaBinding(NumaMode.CORE_COMPLEX, List.of("0-3", "4-7"));
        var devices = new WorkerDevices(false, Optional.of(numa));

        LaunchDraft draft = DraftOfSpec.of(here().devices(devices).build(), environment).draft();

        assertThat(draft.text(LaunchField.NUMA_BINDING)).isEqualTo("core-complex");
    }

    @Test
    void an_id_that_cannot_be_kept_is_told() {
        LaunchReading read = DraftOfSpec.of(here().masterPort(29500).build(), environment);

        assertThat(read.problems())
                .extracting(LaunchProblem::forTerminal)
                .containsExactly(
                        "--rdzv-id: beside a store port, a job without an id is called none, and"
                                + " not by its run's own id");
    }

    private SampleSpec here() {
        return SampleSpec.ofScript()
                .entrypoint(new Entrypoint.Script("train.py"))
                .python(here.resolve("bin/python3"))
                .workingDirectory(here);
    }

    private static JobNodes nodes(String backend, String endpoint) {
        boolean told = backend.equals("static");
        var options =
                told
                        ? Map.of("rank", "1", "timeout", "900")
                        : Map.of("join_timeout", "60", "timeout", "900");
        return new JobNodes(
                2, told ? 2 : 4, told ? 1 : 0, backend, endpoint, options, Optional.of("gpu-b"));
    }
}
