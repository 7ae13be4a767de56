package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.muster.agent.job.WorkerStreams;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

class SpecReaderTest {

    static Stream<Entrypoint> entrypoints() {
        return Stream.of(
                new Entrypoint.Script("./train.py"),
                new Entrypoint.Module("pkg.train"),
                new Entrypoint.Program("/bin/true"),
                new Entrypoint.Function("pkg.train", "Trainer.run"),
                new Entrypoint.JavaFunction("org.example.Train", "run"));
    }

    @ParameterizedTest
    @MethodSource("entrypoints")
    void whatever_is_run_comes_back_as_what_it_is(Entrypoint entrypoint) {
        JobSpec spec = SampleSpec.ofScript().entrypoint(entrypoint).build();

        assertThat(SpecReader.read(SpecJson.text(spec))).isEqualTo(spec);
    }

    @Test
    void a_plain_spec_comes_back_as_it_was_written() {
        JobSpec spec = SampleSpec.ofScript().build();

        assertThat(SpecReader.read(SpecJson.text(spec))).isEqualTo(spec);
    }

    @Test
    void a_spec_with_everything_said_comes_back_too() {
        JobSpec spec = withEverythingSaid();

        assertThat(SpecReader.read(SpecJson.withValues(spec))).isEqualTo(spec);
    }

    @Test
    void nothing_that_can_be_said_is_left_out_above() {
        JobSpec plain = SampleSpec.ofScript().build();

        assertThat(same(withEverythingSaid(), plain))
                .as("fields that SpecReader may have forgotten")
                .isEmpty();
    }

    static JobSpec withEverythingSaid() {
        return SampleSpec.ofScript()
                .entrypoint(new Entrypoint.Program("train"))
                .withoutPython()
                .workingDirectory(Path.of("/elsewhere"))
                .environment(Map.of("TOKEN", "s3cret", "EMPTY", ""))
                .stopping(
                        new StopTerms(
                                Duration.ofMillis(4500),
                                Optional.of(new SaveFirst(new Signal(10), Duration.ofSeconds(20))),
                                List.of(Signal.TERM, new Signal(12))))
                .arguments("--lr", "0.1", "", "ü 漢")
                .workers(4)
                .maxRestarts(3)
                .role("trainer")
                .rendezvousId("sweep/7")
                .nodes(
                        new JobNodes(
                                1,
                                4,
                                0,
                                "c10d",
                                "gpu-a:29400",
                                Map.of("timeout", "900"),
                                Optional.of("10.0.0.7")))
                .devices(
                        new WorkerDevices(
                                true,
                                Optional.of(new NumaBinding(NumaMode.SOCKET, List.of("0-3")))))
                .redirects("0:1,2:3")
                .tee("2")
                .logDir(Path.of("/logs"))
                .localRanksFilter(0, 3)
                .duplicates(Map.of(LogStream.STDERR, List.of("loss", "a,b")))
                .linePrefix("[${rank}] ")
                .masterPort(29500)
                .build();
    }

    /** The names of the components that are alike, those of records within included. */
    private static List<String> same(Record left, Record right) {
        var alike = new ArrayList<String>();
        for (RecordComponent component : left.getClass().getRecordComponents()) {
            Object one = value(component, left);
            Object other = value(component, right);
            if (one.equals(other)) {
                alike.add(component.getName());
            } else if (one instanceof WorkerStreams || one instanceof StopTerms) {
                alike.addAll(same((Record) one, (Record) other));
            }
        }
        return alike;
    }

    private static Object value(RecordComponent component, Record of) {
        try {
            return component.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void of_the_environment_the_values_come_back_only_where_they_were_meant_to_be_kept() {
        JobSpec spec = SampleSpec.ofScript().environment(Map.of("TOKEN", "s3cret")).build();

        assertThat(SpecReader.read(SpecJson.withValues(spec))).isEqualTo(spec);
        assertThat(SpecReader.read(SpecJson.text(spec)).environment()).isEmpty();
        assertThat(SpecJson.text(spec)).contains("TOKEN").doesNotContain("s3cret");
    }

    @Test
    void what_cannot_be_a_job_is_refused_with_the_reason() {
        String text = SpecJson.text(SampleSpec.ofScript().build());

        assertThatThrownBy(() -> SpecReader.read(text.replace("\"workers\":2", "\"workers\":0")))
                .isInstanceOf(UnreadableRecord.class)
                .hasMessage("workers: 0 (expected: >= 1)");
        assertThatThrownBy(() -> SpecReader.read(text.replace("\"script\"", "\"scroll\"")))
                .hasMessage("found nothing to run, expected a script, module, program or function");
    }
}
