package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.NumaMode;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.launch.LaunchDraft.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

class TorchrunLineTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("HOME", "/home/ada", "NGPU", "4", "FLAGS", "--max-restarts 2");

    static Stream<Arguments> pastedLines() {
        return Stream.of(
                line("torchrun train.py", draft("train.py")),
                line("  $ torchrun train.py  ", draft("train.py")),
                line(
                        "torchrun --nproc_per_node=4 --max-restarts 3 train.py --lr 0.1",
                        draft("train.py", "--lr", "0.1")
                                .with(LaunchField.WORKERS, "4")
                                .with(LaunchField.MAX_RESTARTS, "3")),
                line(
                        "torchrun \\\n    --nproc-per-node=4 \\  \n    train.py \\\n    --lr 1",
                        draft("train.py", "--lr", "1").with(LaunchField.WORKERS, "4")),
                line(
                        "torchrun --nproc-per-node=4 \\\r\n train.py\r\n",
                        draft("train.py").with(LaunchField.WORKERS, "4")),
                line(
                        "torchrun train.py --name 'my run' \"it's \\\"one\\\"\" a\\ b ''",
                        draft("train.py", "--name", "my run", "it's \"one\"", "a b", "")),
                line(
                        "python -m torch.distributed.run --standalone train.py",
                        draft("train.py").with(LaunchField.PYTHON, "python")),
                line(
                        "venv/bin/python3.11 -u -mtorch.distributed.run -m package.train",
                        draft("package.train")
                                .with(Kind.MODULE)
                                .with(LaunchField.PYTHON, "venv/bin/python3.11")),
                line(
                        "python3 -m torch.distributed.launch --nproc_per_node 2 train.py --lr 1",
                        draft("train.py", "--local-rank=${local_rank}", "--lr", "1")
                                .with(LaunchField.PYTHON, "python3")
                                .with(LaunchField.WORKERS, "2")),
                line(
                        "python3 -m torch.distributed.launch --use_env train.py",
                        draft("train.py").with(LaunchField.PYTHON, "python3")),
                line(
                        "torchrun --virtual-local-rank --numa-binding=socket train.py",
                        draft("train.py")
                                .with(LaunchField.VIRTUAL_LOCAL_RANK, LaunchField.ON)
                                .with(LaunchField.NUMA_BINDING, "socket")),
                line(
                        "~/venv/bin/torchrun ~/train.py",
                        draft("/home/ada/train.py")
                                .with(LaunchField.PYTHON, "/home/ada/venv/bin/python3")),
                line(
                        "OMP_NUM_THREADS=2 NAME='a b' torchrun train.py",
                        draft("train.py")
                                .withEnvironment(Map.of("OMP_NUM_THREADS", "2", "NAME", "a b"))),
                line(
                        "export N=2\ncd ~/project && torchrun --nproc-per-node $N train.py",
                        draft("train.py")
                                .with(LaunchField.WORKERS, "2")
                                .with(LaunchField.WORKING_DIRECTORY, "/home/ada/project")
                                .withEnvironment(Map.of("N", "2"))),
                line(
                        "PET_NPROC_PER_NODE=3 torchrun train.py",
                        draft("train.py")
                                .with(LaunchField.WORKERS, "3")
                                .withEnvironment(Map.of("PET_NPROC_PER_NODE", "3"))),
                line(
                        "torchrun --nproc-per-node=$NGPU $FLAGS train.py ${SIZE:-small} \"$FLAGS\"",
                        draft("train.py", "small", "--max-restarts 2")
                                .with(LaunchField.WORKERS, "4")
                                .with(LaunchField.MAX_RESTARTS, "2")),
                line(
                        "torchrun train.py --rank '${local_rank}' # a comment",
                        draft("train.py", "--rank", "${local_rank}")),
                line(
                        "nohup env A=1 torchrun train.py &",
                        draft("train.py").withEnvironment(Map.of("A", "1"))),
                line(
                        "muster run --python ./py --no-python ./job.sh --flag=x",
                        draft("./job.sh", "--flag=x")
                                .with(Kind.PROGRAM)
                                .with(LaunchField.PYTHON, "./py")),
                line(
                        "muster run --nproc-per-node 2 --function package.train:main 3 '\"a\"'",
                        draft("package.train:main", "3", "\"a\"")
                                .with(Kind.FUNCTION)
                                .with(LaunchField.WORKERS, "2")),
                line(
                        "muster run --java-function package.Train::main '[1, 2]'",
                        draft("package.Train::main", "[1, 2]").with(Kind.JAVA_FUNCTION)),
                line(
                        "torchrun --rdzv-backend=c10d --rdzv-endpoint=localhost:29400 --rdzv-id=7"
                                + " --nnodes=1 train.py",
                        draft("train.py")
                                .with(LaunchField.RENDEZVOUS, "c10d")
                                .with(LaunchField.RENDEZVOUS_ENDPOINT, "localhost:29400")
                                .with(LaunchField.RENDEZVOUS_ID, "7")
                                .with(LaunchField.NODES, "1")));
    }

    @ParameterizedTest
    @MethodSource("pastedLines")
    void a_pasted_line_becomes_a_draft(String line, LaunchDraft expected) {
        LaunchReading reading = TorchrunLine.parse(line, ENVIRONMENT);

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.draft()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "torchrun train.py | tee log.txt @ everything from | on is left out",
                "torchrun train.py > log.txt 2>&1 @ everything from > on is left out",
                "torchrun train.py 2> log.txt @ everything from > on is left out",
                "pip install x && torchrun train.py @ \"pip install x\" is left out",
                "torchrun train.py; echo done @ what follows the torchrun line is left out",
                "python -O -m torch.distributed.run train.py @ Python's -O is left out",
                "torchrun --logs-specs x train.py @ --logs-specs names a plug-in written in Python",
            })
    void what_cannot_be_taken_over_is_said_and_the_rest_is_filled_in(String line, String said) {
        LaunchReading reading = TorchrunLine.parse(line, ENVIRONMENT);

        assertThat(reading.problems())
                .singleElement()
                .extracting(LaunchProblem::forTerminal)
                .asString()
                .startsWith(said);
        assertThat(reading.draft().text(LaunchField.SCRIPT)).isEqualTo("train.py");
        assertThat(reading.draft().arguments()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "torchrun train.py $MISSING @ $MISSING is not set here",
                "torchrun train.py $(date) @ a command in $(…) is not run from here",
                "torchrun train.py `date` @ a command in `…` is not run from here",
                "torchrun train.py data/*.json @ the file pattern * is not filled in here",
                "torchrun train.py 'open @ a ' is not closed",
                "torchrun train.py \"open @ a \" is not closed",
            })
    void what_only_a_shell_could_fill_in_is_said(String line, String said) {
        LaunchReading reading = TorchrunLine.parse(line, ENVIRONMENT);

        assertThat(reading.problems().getFirst().forTerminal()).startsWith(said);
        assertThat(reading.draft().text(LaunchField.SCRIPT)).isEqualTo("train.py");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "'' @ nothing to run is given, expected a line that begins with torchrun",
                "mpirun -n 2 train.py @ found \"mpirun -n 2 train.py\", expected",
                "python train.py @ found \"python train.py\", expected a line that begins",
                "A=1 @ nothing to run is given",
            })
    void a_line_without_torchrun_in_it_is_refused(String line, String said) {
        LaunchReading reading = TorchrunLine.parse(line, ENVIRONMENT);

        assertThat(reading.problems())
                .singleElement()
                .extracting(LaunchProblem::forTerminal)
                .asString()
                .startsWith(said);
        assertThat(reading.draft()).isEqualTo(LaunchDraft.EMPTY);
    }

    @Test
    void the_line_back_names_only_what_differs_from_the_default() {
        assertThat(TorchrunLine.of(spec(List.of("--lr", "0.1"))))
                .isEqualTo(
                        "cd /jobs/it && /usr/bin/python3 -m torch.distributed.run --nproc-per-node"
                                + " 4 train.py --lr 0.1");
    }

    @Test
    void the_line_back_is_quoted_so_that_a_shell_reads_the_same_words() {
        List<String> awkward =
                List.of("a b", "it's", "", "$HOME", "${local_rank}", "~", "*", "a\nb", "é;|&");

        LaunchReading reading = TorchrunLine.parse(TorchrunLine.of(spec(awkward)), Map.of());

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.draft().arguments()).isEqualTo(awkward);
    }

    @Test
    void the_line_back_says_everything_that_was_set() {
        var spec =
                new JobSpec(
                        new Entrypoint.Program("/opt/my job"),
                        Optional.empty(),
                        List.of(),
                        2,
                        3,
                        "trainer",
                        Optional.of("job 7"),
                        Optional.empty(),
                        Path.of("/jobs/it"),
                        Map.of("B", "x y", "A", "1"),
                        new WorkerDevices(
                                true,
                                Optional.of(new NumaBinding(NumaMode.CORE_COMPLEX, List.of("0")))),
                        new WorkerStreams(
                                StdByRank.parse("3"),
                                StdByRank.parse("0:1,1:2"),
                                Optional.of(Path.of("/logs")),
                                Set.of(1, 0),
                                Map.of(LogStream.STDOUT, List.of("a,b", "it's")),
                                new LinePrefix("${rank} | ")),
                        Optional.of(29500),
                        new StopTerms(Duration.ofMillis(4500)));

        assertThat(TorchrunLine.of(spec))
                .isEqualTo(
                        "cd /jobs/it && A=1 B='x y'"
                                + " TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE='${rank} | '"
                                + " torchrun --nproc-per-node 2 --max-restarts 3"
                                + " --role trainer --virtual-local-rank --numa-binding core-complex"
                                + " --master-port 29500 --rdzv-id 'job 7'"
                                + " --redirects 3 --tee 0:1,1:2 --log-dir /logs"
                                + " --local-ranks-filter=0,1"
                                + " '--duplicate-stdout-filters=a,,b,it'\\''s'"
                                + " --shutdown-timeout 5 --no-python '/opt/my job'");
    }

    @Test
    void the_line_of_muster_run_says_what_torchrun_has_no_flag_for_too() {
        JobSpec spec =
                SampleSpec.ofScript()
                        .stopping(
                                new StopTerms(
                                        Duration.ofMillis(4500),
                                        Optional.of(
                                                new SaveFirst(
                                                        Signal.named("SIGUSR1").orElseThrow(),
                                                        Duration.ofSeconds(90))),
                                        StopTerms.DEFAULT_SIGNALS))
                        .build();

        String line = MusterLine.of(spec);
        LaunchReading reading = TorchrunLine.parse(line, Map.of());

        assertThat(line).contains(" && muster run ");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.draft().text(LaunchField.GRACE)).isEqualTo("4.5");
        assertThat(reading.draft().text(LaunchField.SAVE_SIGNAL)).isEqualTo("SIGUSR1");
        assertThat(reading.draft().text(LaunchField.SAVE_TIMEOUT)).isEqualTo("90");
    }

    private static JobSpec spec(List<String> arguments) {
        return new JobSpec(
                new Entrypoint.Script("train.py"),
                Optional.of(Path.of("/usr/bin/python3")),
                arguments,
                4,
                0,
                "default",
                Optional.empty(),
                Optional.empty(),
                Path.of("/jobs/it"),
                Map.of(),
                WorkerDevices.ALL,
                WorkerStreams.PLAIN,
                Optional.empty(),
                StopTerms.DEFAULT);
    }

    private static Arguments line(String line, LaunchDraft expected) {
        return Arguments.of(line, expected);
    }

    private static LaunchDraft draft(String script, String... arguments) {
        return LaunchDraft.EMPTY.with(LaunchField.SCRIPT, script).withArguments(List.of(arguments));
    }
}
