package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** One line, given to a real torchrun and to {@code muster run}: what their workers find. */
@BesideOthers
@Needs(TestGroup.TORCH)
@Timeout(240)
class SameWorkersTest {
    /** Ours alone: how its workers are found again, and how they can be asked for their stacks. */
    private static final Set<String> OURS =
            Set.of("MUSTER_HOME", "MUSTER_WORKER", "TORCH_WORKER_SERVER_SOCKET");

    /** Chosen anew by each launch: where the workers' store is, and where their error goes. */
    private static final Set<String> OF_THE_LAUNCH =
            Set.of("MASTER_PORT", "TORCHELASTIC_ERROR_FILE");

    /** Besides, where torchrun makes up the meeting place: the id, and the name of this machine. */
    private static final Set<String> MADE_UP = Set.of("TORCHELASTIC_RUN_ID", "MASTER_ADDR");

    private final Map<String, String> environment = new HashMap<>();
    private String report = "";
    @TempDir private Path folder;

    @BeforeEach
    void theScript() {
        report = resource("report.py");
    }

    @Test
    void a_plain_line_with_arguments_of_all_kinds() throws IOException, InterruptedException {
        var line =
                List.of(
                        "--nproc-per-node",
                        "2",
                        report,
                        "OUT",
                        "$local_rank/${local_rank}",
                        "x${rank}y$$HOME $$",
                        "--nproc-per-node=9",
                        "--",
                        "-m",
                        "",
                        "a b");

        sameBut(MADE_UP, 2, line);
    }

    /** With a rank in its name, since to torchrun that is an argument like any other. */
    @Test
    void a_script_that_is_named_from_where_it_is_called() throws IOException, InterruptedException {
        Path scripts = Files.createDirectory(folder.resolve("scripts"));
        for (int rank = 0; rank < 2; rank++) {
            Files.copy(Path.of(report), scripts.resolve("report" + rank + ".py"));
        }

        List<JsonNode> ours =
                sameBut(
                        MADE_UP,
                        2,
                        List.of("--nproc-per-node=2", ".//scripts/report$local_rank.py", "OUT"));

        assertThat(ours.get(1).path("argv").path(0).asString()).isEqualTo(".//scripts/report1.py");
    }

    @Test
    void the_same_id_role_and_budget_and_one_gpu_each() throws IOException, InterruptedException {
        environment.put("CUDA_VISIBLE_DEVICES", "4, GPU-7f3a");
        environment.put("OMP_NUM_THREADS", "3");
        environment.put("TORCH_NCCL_ASYNC_ERROR_HANDLING", "0");
        var line =
                "--rdzv-backend=c10d --rdzv-endpoint=localhost:0 --rdzv-id=job7 --nproc_per_node=2"
                        + " --max_restarts=2 --role=trainer --virtual-local-rank --local-addr="
                        + "127.0.0.1";

        List<JsonNode> ours = sameBut(Set.of(), 2, words(line));

        assertThat(variables(ours.get(1)))
                .containsEntry("LOCAL_RANK", "0")
                .containsEntry("CUDA_VISIBLE_DEVICES", "GPU-7f3a")
                .containsEntry("TORCHELASTIC_RUN_ID", "job7")
                .containsEntry("OMP_NUM_THREADS", "3");
    }

    @Test
    void a_program_that_variables_ask_for() throws IOException, InterruptedException {
        environment.put("PET_NO_PYTHON", "1");
        environment.put("PET_NPROC_PER_NODE", "2");
        environment.put("PET_STANDALONE", "1");
        var program = folder.resolve("bin/python");
        Files.createDirectory(program.getParent());
        Files.createSymbolicLink(program, TestPython.path());
        environment.put("PET_MODULE", "0");

        sameBut(MADE_UP, 2, List.of("./bin//python", report, "OUT", "$local_rank"));
    }

    @Test
    void a_module_whose_store_has_a_port_of_the_users_own()
            throws IOException, InterruptedException {
        Files.copy(Path.of(report), folder.resolve("report_module.py"));
        String port = Integer.toString(FreePort.onLoopback());

        List<JsonNode> ours =
                sameBut(
                        Set.of(),
                        1,
                        List.of("--master-port", port, "-m", "report_module", "OUT", "--tee=3"));

        assertThat(variables(ours.getFirst()))
                .containsEntry("MASTER_ADDR", "127.0.0.1")
                .containsEntry("MASTER_PORT", port)
                .containsEntry("TORCHELASTIC_RUN_ID", "none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"env://", "tcp://"})
    void workers_meet_by_either_of_torchs_ways(String method)
            throws IOException, InterruptedException {
        environment.put("GLOO_SOCKET_IFNAME", "lo");
        var line = List.of("--nproc-per-node=3", resource("meet.py"), method);

        Process muster = start("muster", line, 0);

        assertThat(muster.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(said()).contains("sum 3\nsum 3\nsum 3\n");
    }

    @Test
    void two_nodes_that_were_told_their_ranks() throws IOException, InterruptedException {
        var line = "--nnodes=2 --nproc-per-node=2 --master-addr=127.0.0.1 --master-port=PORT";

        sameOnTwoNodes(line + " --node-rank=0", line + " --node-rank=1");
    }

    @Test
    void two_nodes_that_find_each_other() throws IOException, InterruptedException {
        var line =
                "--nnodes=2 --nproc-per-node=2 --rdzv-backend=c10d --rdzv-endpoint=127.0.0.1:PORT"
                        + " --rdzv-id=job --max-restarts=1 --local-addr=";

        sameOnTwoNodes(line + "127.0.0.1", line + "localhost");
    }

    private void sameOnTwoNodes(String... lines) throws IOException, InterruptedException {
        var both = List.of(words(lines[0]), words(lines[1]));

        List<JsonNode> torchruns = reports("torchrun", 4, both);
        List<JsonNode> ours = reports("muster", 4, both);

        for (int rank = 0; rank < 4; rank++) {
            assertSame(torchruns.get(rank), ours.get(rank), Set.of());
        }
    }

    /** Flags of one word each, with the script behind. */
    private List<String> words(String flags) {
        var words = new ArrayList<>(List.of(flags.split(" ", -1)));
        words.addAll(List.of(report, "OUT"));
        return words;
    }

    private List<JsonNode> sameBut(Set<String> different, int workers, List<String> line)
            throws IOException, InterruptedException {
        List<JsonNode> torchruns = reports("torchrun", workers, List.of(line));
        List<JsonNode> ours = reports("muster", workers, List.of(line));

        for (int rank = 0; rank < workers; rank++) {
            assertSame(torchruns.get(rank), ours.get(rank), different);
        }
        return ours;
    }

    private static void assertSame(JsonNode torchruns, JsonNode ours, Set<String> different) {
        assertThat(ours.path("argv")).isEqualTo(torchruns.path("argv"));
        assertThat(ours.path("executable")).isEqualTo(torchruns.path("executable"));
        assertThat(ours.path("unbuffered")).isEqualTo(torchruns.path("unbuffered"));
        assertThat(ours.path("signals")).isEqualTo(torchruns.path("signals"));
        assertThat(ours.path("cwd")).isEqualTo(torchruns.path("cwd"));
        assertThat(ours.path("leads its session").asBoolean()).isTrue();
        Map<String, String> theirs = variables(torchruns);
        Map<String, String> own = variables(ours);
        own.keySet().removeAll(OURS);
        theirs.keySet().remove("MUSTER_HOME"); // of the launch, and nothing to torchrun
        assertThat(own).containsOnlyKeys(theirs.keySet());
        assertThat(endOf(own.getOrDefault("TORCHELASTIC_ERROR_FILE", "")))
                .isEqualTo(endOf(theirs.getOrDefault("TORCHELASTIC_ERROR_FILE", "")));
        for (Set<String> names : List.of(OF_THE_LAUNCH, different)) {
            own.keySet().removeAll(names);
            theirs.keySet().removeAll(names);
        }
        assertThat(own).containsExactlyInAnyOrderEntriesOf(theirs);
    }

    /** {@code attempt_0/<local rank>/error.json}. */
    private static Path endOf(String errorFile) {
        Path file = Path.of(errorFile);
        return file.subpath(file.getNameCount() - 3, file.getNameCount());
    }

    private static Map<String, String> variables(JsonNode report) {
        var variables = new TreeMap<String, String>();
        report.path("env").forEachEntry((name, value) -> variables.put(name, value.asString()));
        return variables;
    }

    /** What the workers of all nodes report, in the order of their ranks. */
    private List<JsonNode> reports(String launcher, int workers, List<List<String>> lines)
            throws IOException, InterruptedException {
        Path out = Files.createDirectory(folder.resolve("reports"));
        String port = Integer.toString(FreePort.onLoopback());
        var nodes = new ArrayList<Process>();
        try {
            for (List<String> line : lines) {
                var words = new ArrayList<String>();
                for (String word : line) {
                    words.add(word.equals("OUT") ? out.toString() : word.replace("PORT", port));
                }
                nodes.add(start(launcher, words, nodes.size()));
            }
            for (Process node : nodes) {
                assertThat(node.waitFor(120, TimeUnit.SECONDS)).isTrue();
                assertThat(node.exitValue()).as(said()).isZero();
            }
        } finally {
            nodes.forEach(Process::destroyForcibly);
        }
        var reports = new ArrayList<JsonNode>();
        for (int rank : IntStream.range(0, workers).toArray()) {
            reports.add(JsonMapper.shared().readTree(out.resolve(rank + ".json").toFile()));
        }
        Files.move(out, folder.resolve("reports of " + launcher)); // the name is an argument
        return reports;
    }

    private Process start(String launcher, List<String> line, int node) throws IOException {
        String python = TestPython.path().toString();
        var words = new ArrayList<>(List.of(python, resource("as_by_a_shell.py")));
        if (launcher.equals("muster")) {
            words.addAll(MusterProcess.command("run"));
        } else {
            words.addAll(List.of(python, "-m", "torch.distributed.run"));
        }
        words.addAll(line);
        var builder =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("talk" + node).toFile());
        Map<String, String> variables = builder.environment();
        variables.clear();
        variables.put("PATH", System.getenv("PATH"));
        variables.put("HOME", folder.toString());
        variables.put("LANG", "C.UTF-8");
        variables.put("MUSTER_HOME", MusterProcess.home(folder).toString());
        variables.put("PYTHON_EXEC", python);
        variables.putAll(environment);
        return builder.start();
    }

    private static String resource(String name) {
        var found = Objects.requireNonNull(SameWorkersTest.class.getResource(name));
        return Path.of(URI.create(found.toString())).toString();
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("talk0"));
    }
}
