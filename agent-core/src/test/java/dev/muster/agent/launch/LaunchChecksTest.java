package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.launch.LaunchDraft.Kind;
import dev.muster.agent.launch.Resolution.Ready;
import dev.muster.agent.launch.Resolution.Refused;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

class LaunchChecksTest {
    private static final String ONE_NODE = "since this version runs on one node";

    @TempDir private Path here;

    private final Map<String, String> environment = new HashMap<>();
    private Gpus gpus = new Gpus.Unknown("nvidia-smi is not in PATH");
    private Path denied = Path.of("/nothing is denied");
    private LaunchDraft draft = LaunchDraft.EMPTY.with(LaunchField.SCRIPT, "train.py");

    @BeforeEach
    void aFolderWithAScriptAndAnInterpreter() throws IOException {
        Files.createFile(here.resolve("train.py"));
        Files.createDirectory(here.resolve("bin"));
        executable("bin/python3");
        environment.put("PATH", here.resolve("bin").toString());
        environment.put("HOME", here.toString());
    }

    @Test
    void a_script_alone_is_enough_and_gets_torchruns_defaults() {
        JobSpec spec = ready(draft);

        assertThat(spec.entrypoint()).isEqualTo(new Entrypoint.Script(here.resolve("train.py")));
        assertThat(spec.python()).contains(here.resolve("bin/python3"));
        assertThat(spec.workers()).isEqualTo(1);
        assertThat(spec.maxRestarts()).isZero();
        assertThat(spec.role()).isEqualTo("default");
        assertThat(spec.workingDirectory()).isEqualTo(here);
        assertThat(spec.grace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(spec.masterPort()).isEmpty();
        assertThat(spec.logDir()).isEmpty();
        assertThat(spec.rendezvousId()).isEmpty();
    }

    @Test
    void all_problems_are_told_at_once_in_the_order_of_the_form() {
        LaunchDraft bad =
                draft.with(LaunchField.SCRIPT, "gone.py")
                        .with(LaunchField.GRACE, "soon")
                        .with(LaunchField.WORKERS, "0")
                        .with(LaunchField.PYTHON, "python9")
                        .with(LaunchField.TEE, "7");

        assertThat(problems(bad))
                .extracting(LaunchProblem::field)
                .containsExactly(
                        LaunchField.SCRIPT,
                        LaunchField.PYTHON,
                        LaunchField.WORKERS,
                        LaunchField.TEE,
                        LaunchField.GRACE);
    }

    @Test
    void a_missing_script_is_refused_with_the_place_it_was_looked_for() {
        assertThat(onlyProblem(LaunchField.SCRIPT, "gone.py"))
                .isEqualTo(
                        "script: there is nothing at "
                                + here.resolve("gone.py")
                                + ", expected a Python file; check the name and the working"
                                + " directory");
    }

    @Test
    void no_script_at_all_is_refused() {
        assertThat(onlyProblem(LaunchField.SCRIPT, ""))
                .isEqualTo("script: nothing is given, expected a Python file to run");
    }

    @Test
    void a_folder_is_no_script_unless_python_can_run_it() throws IOException {
        assertThat(onlyProblem(LaunchField.SCRIPT, "bin"))
                .isEqualTo(
                        "script: " + here.resolve("bin") + " is a folder, expected a Python file");

        Files.createFile(here.resolve("bin/__main__.py"));
        assertThat(ready(draft.with(LaunchField.SCRIPT, "bin")).entrypoint())
                .isEqualTo(new Entrypoint.Script(here.resolve("bin")));
    }

    @Test
    void a_script_that_may_not_be_read_is_refused() {
        denied = here.resolve("train.py");

        assertThat(onlyProblem(LaunchField.SCRIPT, "train.py"))
                .endsWith("may not be read by this user, expected a file that may");
    }

    @Test
    void a_name_that_no_file_can_have_is_refused() {
        assertThat(onlyProblem(LaunchField.SCRIPT, "a\0b")).contains("no file can have");
    }

    @ParameterizedTest
    @CsvSource({
        "gone/python, there is nothing at HERE/gone/python",
        "bin, there is no \"bin\" in PATH",
        "./bin, HERE/bin is a folder",
        "./train.py, HERE/train.py is not executable",
        "python9, there is no \"python9\" in PATH",
    })
    void an_interpreter_that_cannot_be_run_is_refused(String python, String said) {
        assertThat(onlyProblem(LaunchField.PYTHON, python))
                .startsWith("--python: " + said.replace("HERE", here.toString()))
                .contains("expected a Python interpreter");
    }

    @Test
    void the_interpreter_comes_from_the_flag_then_from_python_exec_then_from_path()
            throws IOException {
        Path other = executable("other");
        environment.put("PYTHON_EXEC", other.toString());

        assertThat(ready(draft).python()).contains(other);
        assertThat(ready(draft.with(LaunchField.PYTHON, "python3")).python())
                .contains(here.resolve("bin/python3"));
        environment.remove("PYTHON_EXEC");
        assertThat(ready(draft).python()).contains(here.resolve("bin/python3"));
    }

    @Test
    void a_bad_python_exec_is_named_as_where_the_interpreter_comes_from() {
        environment.put("PYTHON_EXEC", "/gone/python");

        assertThat(onlyProblem(LaunchField.PYTHON, ""))
                .isEqualTo(
                        "--python: there is nothing at /gone/python, expected a Python interpreter"
                                + " in PYTHON_EXEC");
    }

    @Test
    void without_any_python_the_sentence_says_what_to_do() throws IOException {
        Files.delete(here.resolve("bin/python3"));

        assertThat(onlyProblem(LaunchField.PYTHON, ""))
                .isEqualTo(
                        "--python: there is no python3 in PATH, expected a Python 3; install one,"
                                + " or name it here");
    }

    @Test
    void a_virtual_environments_interpreter_stays_the_link_that_it_is() throws IOException {
        Files.createDirectory(here.resolve("venv"));
        Path link = here.resolve("venv/python");
        Files.createSymbolicLink(link, here.resolve("bin/python3"));

        assertThat(ready(draft.with(LaunchField.PYTHON, "venv/python")).python()).contains(link);
    }

    @Test
    void a_program_needs_no_interpreter_and_must_be_one() throws IOException {
        Files.delete(here.resolve("bin/python3"));
        executable("bin/job");
        LaunchDraft program = draft.with(Kind.PROGRAM);

        assertThat(ready(program.with(LaunchField.SCRIPT, "job")).entrypoint())
                .isEqualTo(new Entrypoint.Program("job"));
        assertThat(ready(program.with(LaunchField.SCRIPT, "bin/job")).entrypoint())
                .isEqualTo(new Entrypoint.Program(here.resolve("bin/job").toString()));
        assertThat(problems(program.with(LaunchField.SCRIPT, "jab")))
                .extracting(LaunchProblem::forTerminal)
                .containsExactly(
                        "script: there is no \"jab\" in PATH, expected a program; check the name,"
                                + " or give its full path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"src/train.py", "train.py", "a b", ".train"})
    void a_module_is_a_dotted_name(String name) {
        LaunchDraft module = draft.with(Kind.MODULE).with(LaunchField.SCRIPT, name);

        assertThat(problems(module))
                .extracting(LaunchProblem::sentence)
                .containsExactly(
                        "found \"" + name + "\", expected a module's name, like package.train");
    }

    @Test
    void a_working_directory_must_be_a_folder_and_only_that_is_said() {
        assertThat(onlyProblem(LaunchField.WORKING_DIRECTORY, "gone"))
                .isEqualTo(
                        "--working-directory: there is nothing at "
                                + here.resolve("gone")
                                + ", expected a folder");
        assertThat(onlyProblem(LaunchField.WORKING_DIRECTORY, "train.py"))
                .endsWith("train.py is a file, expected a folder");
    }

    @Test
    void relative_paths_start_from_the_working_directory() throws IOException {
        Files.createDirectory(here.resolve("project"));
        Files.createFile(here.resolve("project/own.py"));

        JobSpec spec =
                ready(
                        draft.with(LaunchField.WORKING_DIRECTORY, "project")
                                .with(LaunchField.SCRIPT, "./own.py")
                                .with(LaunchField.LOG_DIR, "logs"));

        assertThat(spec.workingDirectory()).isEqualTo(here.resolve("project"));
        assertThat(spec.entrypoint())
                .isEqualTo(new Entrypoint.Script(here.resolve("project/own.py")));
        assertThat(spec.logDir()).contains(here.resolve("project/logs"));
    }

    @Test
    void a_tilde_is_the_home_folder() {
        assertThat(ready(draft.with(LaunchField.SCRIPT, "~/train.py")).entrypoint())
                .isEqualTo(new Entrypoint.Script(here.resolve("train.py")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "four", "1.5", "99999999999", "xpu"})
    void a_worker_count_that_is_none_is_refused(String count) {
        assertThat(onlyProblem(LaunchField.WORKERS, count))
                .isEqualTo(
                        "--nproc-per-node: found \""
                                + count
                                + "\", expected a whole number of 1 or more, or cpu, gpu or auto");
    }

    @Test
    void more_workers_than_a_machine_can_start_are_refused() {
        assertThat(ready(draft.with(LaunchField.WORKERS, "1024")).workers()).isEqualTo(1024);
        assertThat(onlyProblem(LaunchField.WORKERS, "1025"))
                .isEqualTo(
                        "--nproc-per-node: found \"1025\", expected at most 1024 workers on one"
                                + " machine");
    }

    @Test
    void workers_can_be_counted_by_processors_or_by_gpus() {
        int processors = Runtime.getRuntime().availableProcessors();

        assertThat(ready(draft.with(LaunchField.WORKERS, "3")).workers()).isEqualTo(3);
        assertThat(ready(draft.with(LaunchField.WORKERS, "cpu")).workers()).isEqualTo(processors);
        assertThat(ready(draft.with(LaunchField.WORKERS, "auto")).workers()).isEqualTo(processors);
        gpus = new Gpus.Counted(8);
        assertThat(ready(draft.with(LaunchField.WORKERS, "gpu")).workers()).isEqualTo(8);
        assertThat(ready(draft.with(LaunchField.WORKERS, "auto")).workers()).isEqualTo(8);
    }

    @Test
    void asking_for_gpus_where_there_are_none_is_refused_with_the_reason() {
        assertThat(onlyProblem(LaunchField.WORKERS, "gpu"))
                .isEqualTo(
                        "--nproc-per-node: found \"gpu\", but nvidia-smi is not in PATH; give a"
                                + " number, or cpu");
        gpus = new Gpus.Counted(0);
        assertThat(onlyProblem(LaunchField.WORKERS, "gpu")).contains("would see no GPU");
    }

    @Test
    void hidden_gpus_do_not_count() {
        List<String> listing = List.of("GPU 0: H100 (UUID: a)", "GPU 1: H100 (UUID: b)", "  MIG x");

        assertThat(Gpus.visible(listing, Map.of())).isEqualTo(2);
        assertThat(Gpus.visible(listing, Map.of("CUDA_VISIBLE_DEVICES", "1"))).isEqualTo(1);
        assertThat(Gpus.visible(listing, Map.of("CUDA_VISIBLE_DEVICES", "0,1,2"))).isEqualTo(2);
        assertThat(Gpus.visible(listing, Map.of("CUDA_VISIBLE_DEVICES", "0,-1,1"))).isEqualTo(1);
        assertThat(Gpus.visible(listing, Map.of("CUDA_VISIBLE_DEVICES", ""))).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "many", "0.5"})
    void a_restart_count_that_is_none_is_refused(String count) {
        assertThat(onlyProblem(LaunchField.MAX_RESTARTS, count))
                .isEqualTo(
                        "--max-restarts: found \""
                                + count
                                + "\", expected a whole number of 0 or more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "65536", "http"})
    void a_port_that_is_none_is_refused(String port) {
        assertThat(onlyProblem(LaunchField.MASTER_PORT, port))
                .isEqualTo(
                        "--master-port: found \""
                                + port
                                + "\", expected a port from 0 to 65535, where 0 takes any free"
                                + " one");
    }

    @Test
    void a_taken_port_is_refused_by_its_number() throws IOException {
        try (var taken =
                new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(onlyProblem(LaunchField.MASTER_PORT, port))
                    .startsWith("--master-port: port " + port + " of 127.0.0.1 is taken")
                    .endsWith("choose another, or none to get a free one");
            assertThat(onlyProblem(LaunchField.RENDEZVOUS_ENDPOINT, "localhost:" + port))
                    .contains("port " + port);
        }
    }

    @Test
    void a_free_port_is_taken_over_and_left_free() throws IOException {
        int port;
        try (var lookedFor = new ServerSocket(0)) {
            port = lookedFor.getLocalPort();
        }

        JobSpec spec = ready(draft.with(LaunchField.MASTER_PORT, Integer.toString(port)));

        assertThat(spec.masterPort()).contains(port);
        assertThat(LoopbackPort.whyTaken(port)).isEmpty();
    }

    @Test
    void port_0_means_any_free_one() {
        assertThat(ready(draft.with(LaunchField.MASTER_PORT, "0")).masterPort()).isEmpty();
    }

    @Test
    void a_log_directory_that_is_a_file_or_below_one_is_refused() {
        String said = "--log-dir: %s is a file, expected a folder or a new name inside one";

        assertThat(onlyProblem(LaunchField.LOG_DIR, "train.py"))
                .isEqualTo(said.formatted(here.resolve("train.py")));
        assertThat(onlyProblem(LaunchField.LOG_DIR, "train.py/logs"))
                .isEqualTo(said.formatted(here.resolve("train.py")));
    }

    @Test
    void a_log_directory_that_may_not_be_written_is_refused_whether_it_is_there_or_not() {
        denied = here.resolve("bin");
        String said =
                "--log-dir: %s may not be written by this user, expected a folder that may"
                        .formatted(denied);

        assertThat(problems(draft.with(LaunchField.LOG_DIR, "bin")))
                .extracting(LaunchProblem::forTerminal)
                .contains(said);
        assertThat(problems(draft.with(LaunchField.LOG_DIR, "bin/new/logs")))
                .extracting(LaunchProblem::forTerminal)
                .contains(said);
    }

    @Test
    void a_check_creates_nothing() throws IOException {
        ready(draft.with(LaunchField.LOG_DIR, "new/logs").with(LaunchField.MASTER_PORT, "0"));

        try (Stream<Path> files = Files.list(here)) {
            assertThat(files)
                    .containsExactlyInAnyOrder(here.resolve("bin"), here.resolve("train.py"));
        }
    }

    @Test
    void dev_null_means_no_log_tree() {
        assertThat(ready(draft.with(LaunchField.LOG_DIR, "/dev/null")).logDir()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"REDIRECTS, 4", "REDIRECTS, 0:5", "TEE, out", "TEE, '1:1,'"})
    void streams_are_given_with_torchruns_numbers(LaunchField field, String text) {
        assertThat(onlyProblem(field, text))
                .isEqualTo(
                        field.flag()
                                + ": found \""
                                + text
                                + "\", expected 0, 1, 2 or 3, or local ranks with one each like"
                                + " 0:1,1:3");
    }

    @ParameterizedTest
    @CsvSource({"4, 4000", "0, 0", "0.25, 250", "2.5, 2500"})
    void grace_is_in_seconds(String text, long millis) {
        assertThat(ready(draft.with(LaunchField.GRACE, text)).grace())
                .isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "soon", "1e99"})
    void grace_that_is_no_time_is_refused(String text) {
        assertThat(onlyProblem(LaunchField.GRACE, text))
                .isEqualTo(
                        "--shutdown-timeout: found \"" + text + "\", expected seconds, 0 or more");
    }

    @Test
    void grace_comes_from_torchs_variable_when_it_is_not_given() {
        environment.put("TORCH_ELASTIC_SHUTDOWN_TIMEOUT", "7");
        assertThat(ready(draft).grace()).isEqualTo(Duration.ofSeconds(7));

        environment.put("TORCH_ELASTIC_SHUTDOWN_TIMEOUT", "x");
        assertThat(onlyProblem(LaunchField.GRACE, ""))
                .contains("it comes from TORCH_ELASTIC_SHUTDOWN_TIMEOUT");
    }

    @ParameterizedTest
    @CsvSource({
        "NODES, 1:1",
        "NODES, 1",
        "NODE_RANK, 0",
        "RENDEZVOUS, static",
        "RENDEZVOUS, c10d",
        "RENDEZVOUS_ENDPOINT, localhost",
        "RENDEZVOUS_ENDPOINT, 127.0.0.1:0",
        "RENDEZVOUS_ENDPOINT, [::1]:0",
        "RENDEZVOUS_ENDPOINT, ::1",
        "MASTER_ADDRESS, 127.0.0.1",
        "MONITOR_INTERVAL, 0.5",
    })
    void flags_about_nodes_are_fine_while_they_mean_this_machine(LaunchField field, String text) {
        assertThat(ready(draft.with(field, text)).masterPort()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "NODES, 2, '1 or 1:1, " + ONE_NODE + "'",
        "NODES, 1:4, '1 or 1:1, " + ONE_NODE + "'",
        "NODE_RANK, 1, '0, " + ONE_NODE + "'",
        "RENDEZVOUS, etcd, static or c10d",
        "RENDEZVOUS_ENDPOINT, node0:29400, 'localhost, 127.0.0.1 or [::1]'",
        "RENDEZVOUS_ENDPOINT, localhost:70000, a port from 0 to 65535",
        "MASTER_ADDRESS, 10.0.0.4, 'localhost, 127.0.0.1 or ::1'",
        "MONITOR_INTERVAL, often, 'seconds, more than 0'",
    })
    void flags_about_other_nodes_are_refused(LaunchField field, String text, String expected) {
        assertThat(onlyProblem(field, text))
                .startsWith(
                        "%s: found \"%s\", expected %s".formatted(field.flag(), text, expected));
    }

    @Test
    void the_endpoints_port_is_the_stores_when_no_other_is_given() throws IOException {
        int port;
        try (var lookedFor = new ServerSocket(0)) {
            port = lookedFor.getLocalPort();
        }

        assertThat(
                        ready(draft.with(LaunchField.RENDEZVOUS_ENDPOINT, "localhost:" + port))
                                .masterPort())
                .contains(port);
    }

    @Test
    void on_one_node_a_draft_says_the_same_without_its_rendezvous() {
        LaunchDraft wordy =
                draft.with(LaunchField.NODES, "1:1")
                        .with(LaunchField.RENDEZVOUS, "c10d")
                        .with(LaunchField.RENDEZVOUS_ENDPOINT, "localhost:29400");

        LaunchReading reduced = LaunchChecks.onOneNode(wordy);

        assertThat(reduced.draft()).isEqualTo(draft.with(LaunchField.MASTER_PORT, "29400"));
        assertThat(reduced.problems()).isEmpty();
        assertThat(LaunchChecks.onOneNode(draft.with(LaunchField.NODES, "2")).problems())
                .extracting(LaunchProblem::forTerminal)
                .containsExactly("--nnodes: found \"2\", expected 1 or 1:1, " + ONE_NODE);
    }

    @Test
    void a_runs_own_variables_count_in_its_checks_and_stand_in_its_spec() throws IOException {
        Path other = executable("other");

        JobSpec spec = ready(draft.withEnvironment(Map.of("PYTHON_EXEC", other.toString())));

        assertThat(spec.python()).contains(other);
        assertThat(spec.environment()).containsEntry("PYTHON_EXEC", other.toString());
    }

    private Path executable(String name) throws IOException {
        Path file = Files.createFile(here.resolve(name));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private JobSpec ready(LaunchDraft checked) {
        return switch (check(checked)) {
            case Ready(var spec) -> spec;
            case Refused(var problems) -> throw new AssertionError("refused: " + problems);
        };
    }

    private List<LaunchProblem> problems(LaunchDraft checked) {
        return check(checked) instanceof Refused(var problems) ? problems : List.of();
    }

    private String onlyProblem(LaunchField field, String text) {
        List<LaunchProblem> problems = problems(draft.with(field, text));
        assertThat(problems).hasSize(1);
        return problems.getFirst().forTerminal();
    }

    private Resolution check(LaunchDraft checked) {
        return new LaunchChecks(new Machine(environment, here, new AllBut(denied), _ -> gpus))
                .check(checked);
    }

    /** A user who may do everything, except anything with one file. */
    private record AllBut(Path denied) implements FileAccess {
        @Override
        public boolean readable(Path file) {
            return !file.equals(denied);
        }

        @Override
        public boolean writable(Path file) {
            return !file.equals(denied);
        }

        @Override
        public boolean executable(Path file) {
            return !file.equals(denied) && Files.isExecutable(file);
        }
    }
}
