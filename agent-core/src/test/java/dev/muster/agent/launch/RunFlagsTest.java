package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.launch.LaunchDraft.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Locale;
import java.util.Map;

class RunFlagsTest {
    @ParameterizedTest
    @CsvSource({
        "--nproc-per-node 4 train.py, WORKERS, 4",
        "--nproc_per_node=4 train.py, WORKERS, 4",
        "--nproc 4 train.py, WORKERS, 4",
        "--max_rest=2 train.py, MAX_RESTARTS, 2",
        "-r 3 train.py, REDIRECTS, 3",
        "-t0:1 train.py, TEE, 0:1",
        "-mt3 train, TEE, 3",
        "--max-restarts -1 train.py, MAX_RESTARTS, -1",
        "--log_dir=/tmp/a=b train.py, LOG_DIR, /tmp/a=b",
        "--role trainer --role=ps train.py, ROLE, ps",
        "--rdzv_endpoint=localhost:0 train.py, RENDEZVOUS_ENDPOINT, localhost:0",
        "--rdzv_conf=timeout=3 train.py, RENDEZVOUS_CONFIG, timeout=3",
        "--local-addr 10.0.0.1 train.py, LOCAL_ADDRESS, 10.0.0.1",
        "--nnodes 1:4 train.py, NODES, 1:4",
        "-r=3 train.py, REDIRECTS, 3",
        "--virtual_local_rank train.py, VIRTUAL_LOCAL_RANK, on",
        "--numa-b exclusive train.py, NUMA_BINDING, exclusive",
    })
    void a_flag_is_understood_in_every_spelling_torchrun_takes(
            String line, LaunchField field, String text) {
        LaunchReading reading = read(line);

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.draft().text(field)).isEqualTo(text);
    }

    @Test
    void everything_after_the_script_belongs_to_the_script() {
        LaunchReading reading =
                read("--nproc-per-node 2 train.py --d --nproc-per-node 9 -- -m @file --bogus");

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.draft().text(LaunchField.SCRIPT)).isEqualTo("train.py");
        assertThat(reading.draft().text(LaunchField.WORKERS)).isEqualTo("2");
        assertThat(reading.draft().arguments())
                .containsExactly("--d", "--nproc-per-node", "9", "--", "-m", "@file", "--bogus");
    }

    @Test
    void a_beginning_that_torchrun_understands_is_torchruns() {
        assertThat(read("--p bash").problems()).isEmpty(); // and not our --python

        assertThat(new RunFlags(Map.of()).parse(List.of("--p", "bash")).draft().texts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "train.py -- a, a",
        "train.py -- -- a, -- a",
        "-- train.py -- a, -- a",
        "--nproc-per-node 2 train.py a -- b, a -- b",
        "train.py --, ''",
    })
    void two_dashes_are_taken_as_argparse_takes_them(String line, String arguments) {
        LaunchDraft draft = read(line).draft();

        assertThat(draft.text(LaunchField.SCRIPT)).isEqualTo("train.py");
        assertThat(String.join(" ", draft.arguments())).isEqualTo(arguments);
    }

    @Test
    void run_path_means_a_python_file_whatever_else_is_said() {
        LaunchReading reading = read("--no-python --module --run-path /jobs/train.py");

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.draft().kind()).isEqualTo(Kind.SCRIPT);
    }

    @Test
    void a_plug_in_written_in_python_is_refused_with_what_to_use_instead() {
        assertThat(problemsOf("--logs-specs mine train.py"))
                .singleElement()
                .asString()
                .contains("written in Python", "--log-dir, --redirects and --tee");
    }

    @Test
    void the_script_may_be_a_module_or_a_program() {
        assertThat(read("-m package.train").draft().kind()).isEqualTo(Kind.MODULE);
        assertThat(read("--no_python ./job.sh").draft().kind()).isEqualTo(Kind.PROGRAM);
        assertThat(read("train.py").draft().kind()).isEqualTo(Kind.SCRIPT);
    }

    @Test
    void no_python_and_module_together_are_refused_in_torchruns_words() {
        assertThat(problemsOf("--no-python --module package.train"))
                .containsExactly(
                        "Don't use both the '--no-python' flag and the '--module' flag at the same"
                                + " time.");
    }

    @Test
    void unknown_and_unclear_flags_are_all_told_at_once() {
        assertThat(problemsOf("--bogus=3 -x --rdzv 1 train.py"))
                .containsExactly(
                        "--bogus is not a flag of torchrun or muster run; leave it out",
                        "-x is not a flag of torchrun or muster run; leave it out",
                        "--rdzv is not clear, it could be --rdzv-backend or --rdzv-conf or"
                                + " --rdzv-endpoint or --rdzv-id");
    }

    @Test
    void a_flag_without_its_value_is_told() {
        assertThat(problemsOf("--nproc-per-node --tee 3 train.py"))
                .singleElement()
                .asString()
                .contains("--nproc-per-node");
    }

    @ParameterizedTest
    @CsvSource({
        "--nnodes 1:2 --rdzv-id= --rdzv-backend c10d train.py",
        "--nnodes 2 --rdzv-id= --rdzv-backend etcd-v3 train.py",
        "--nnodes 2 --rdzv-id= train.py",
    })
    void an_empty_run_id_is_refused_where_nodes_meet(String line) {
        assertThat(problemsOf(line))
                .singleElement()
                .asString()
                .startsWith("--rdzv-id: The run id must be a non-empty string. Give the same one");
    }

    /** As torchrun has it: a variable that is not set on a workstation is no reason to refuse. */
    @ParameterizedTest
    @CsvSource({
        "--rdzv-id= --rdzv-backend c10d train.py",
        "--rdzv-id= --master-port 29500 train.py",
        "--rdzv-id= --rdzv-endpoint localhost:29400 --nnodes 1:1 train.py",
    })
    void an_empty_run_id_is_any_where_one_node_has_a_place_to_meet(String line) {
        String one = read(line).draft().text(LaunchField.RENDEZVOUS_ID);
        String other = read(line).draft().text(LaunchField.RENDEZVOUS_ID);

        assertThat(problemsOf(line)).isEmpty();
        assertThat(one).isNotBlank().isNotEqualTo(other);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--nproc-per-node",
                "--max-restarts",
                "--node-rank",
                "--nnodes",
                "--master-port",
                "--monitor-interval",
                "--shutdown-timeout",
                "--rdzv-backend",
            })
    void an_empty_value_is_refused_where_torchrun_takes_none(String flag) {
        String variable = "PET_" + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
        String expected = "%s: found \"\", expected a value; give one, or leave it out";

        assertThat(problemsOf(flag + "= train.py")).containsExactly(expected.formatted(flag));
        assertThat(RunFlags.read(List.of(flag, "", "train.py"), Map.of()).problems()).hasSize(1);
        assertThat(RunFlags.read(List.of("train.py"), Map.of(variable, "")).problems())
                .extracting(LaunchProblem::sentence)
                .containsExactly(expected.formatted(variable));
        assertThat(RunFlags.read(List.of(flag, "1", "train.py"), Map.of(variable, "")).problems())
                .isEmpty();
    }

    @Test
    void an_empty_backend_does_not_matter_beside_standalone() {
        assertThat(problemsOf("--standalone --rdzv-backend= train.py")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rdzv-id= train.py", "--standalone --rdzv-id= --nnodes 1 train.py"})
    void an_empty_run_id_means_none_where_nobody_is_met(String line) {
        assertThat(problemsOf(line)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--rdzv-id jj train.py, ''",
        "--rdzv-id jj --nnodes 1:1 --rdzv-backend static train.py, ''",
        "--rdzv-id jj --rdzv-backend c10d train.py, jj",
        "--rdzv-id jj --rdzv-endpoint localhost:0 train.py, jj",
        "--rdzv-id jj --master-port 29500 train.py, jj",
        "--rdzv-id jj --nnodes 2 train.py, jj",
    })
    void an_id_counts_where_torchrun_does_not_make_one_up(String line, String id) {
        assertThat(read(line).draft().text(LaunchField.RENDEZVOUS_ID)).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "--rdzv-id jj train.py, 'one node that meets nobody has an id of its own, unless'",
        "--standalone --rdzv-id jj train.py, with --standalone each run has an id of its own",
    })
    void an_id_that_does_not_count_is_told(String line, String why) {
        var flags = new RunFlags(Map.of());
        flags.parse(List.of(line.split(" ", -1)));

        assertThat(flags.remarks())
                .singleElement()
                .asString()
                .startsWith("--rdzv-id jj is not looked at: " + why);
    }

    @ParameterizedTest
    @CsvSource({
        "-, 0",
        "--max-restarts=0 --nproc-per-node 1 - a, 0",
        "--nproc-per-node=2 --no-python -, 0",
        "--max-restarts=3 -, 1",
        "--nproc-per-node=2 - a, 1",
    })
    void a_script_that_not_all_of_its_workers_can_read_is_told_of(String line, int remarks) {
        var flags = new RunFlags(Map.of());
        flags.parse(List.of(line.split(" ")));

        assertThat(flags.remarks())
                .hasSize(remarks)
                .allMatch(remark -> remark.startsWith("the script - can be read once"));
    }

    @Test
    void standalone_overrides_what_is_said_of_the_rendezvous() {
        LaunchDraft draft =
                read("--standalone --rdzv-id 7 --rdzv-backend etcd --rdzv-endpoint far:1 train.py")
                        .draft();

        assertThat(draft.texts()).containsOnlyKeys(LaunchField.SCRIPT);
    }

    @Test
    void defaults_come_from_pet_variables_and_flags_win() {
        Map<String, String> environment =
                Map.of("PET_NPROC_PER_NODE", "8", "PET_MAX_RESTARTS", "2", "PET_MODULE", "1");

        LaunchDraft draft =
                RunFlags.read(List.of("--max-restarts", "5", "package.train"), environment).draft();

        assertThat(draft.text(LaunchField.WORKERS)).isEqualTo("8");
        assertThat(draft.text(LaunchField.MAX_RESTARTS)).isEqualTo("5");
        assertThat(draft.kind()).isEqualTo(Kind.MODULE);
    }

    @Test
    void a_pet_switch_set_to_zero_is_off() {
        assertThat(RunFlags.read(List.of("train.py"), Map.of("PET_MODULE", "0")).draft().kind())
                .isEqualTo(Kind.SCRIPT);
    }

    @Test
    void a_pet_switch_that_is_no_number_is_refused() {
        var reading = RunFlags.read(List.of("train.py"), Map.of("PET_STANDALONE", "yes"));

        assertThat(reading.problems())
                .extracting(LaunchProblem::forTerminal)
                .containsExactly("PET_STANDALONE: found \"yes\", expected 1 for on or 0 for off");
    }

    @Test
    void flags_that_torchrun_reads_no_variable_for_have_none() {
        var environment =
                Map.of(
                        "PET_LOGS_SPECS", "mine",
                        "PET_NUMA_BINDING", "node",
                        "PET_PRINT_COMPLETION", "bash",
                        "PET_USE_ENV", "1",
                        "PET_HELP", "1");

        var reading = RunFlags.read(List.of("train.py"), environment);

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.draft().texts()).containsOnlyKeys(LaunchField.SCRIPT);
    }

    private static List<String> problemsOf(String line) {
        return read(line).problems().stream().map(LaunchProblem::forTerminal).toList();
    }

    private static LaunchReading read(String line) {
        return RunFlags.read(List.of(line.split(" ", -1)), Map.of());
    }
}
