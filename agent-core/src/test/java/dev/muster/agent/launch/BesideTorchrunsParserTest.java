package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine.Model.CommandSpec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Lines as our flags read them and as a real torchrun's parser does. */
@Needs(TestGroup.TORCH)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BesideTorchrunsParserTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** What torchrun calls what our fields hold; of the others, {@link #kindOf} and arguments. */
    private static final Map<LaunchField, String> NAMES =
            Map.ofEntries(
                    Map.entry(LaunchField.SCRIPT, "training_script"),
                    Map.entry(LaunchField.WORKERS, "nproc_per_node"),
                    Map.entry(LaunchField.NODES, "nnodes"),
                    Map.entry(LaunchField.MAX_RESTARTS, "max_restarts"),
                    Map.entry(LaunchField.ROLE, "role"),
                    Map.entry(LaunchField.LOG_DIR, "log_dir"),
                    Map.entry(LaunchField.REDIRECTS, "redirects"),
                    Map.entry(LaunchField.TEE, "tee"),
                    Map.entry(LaunchField.RENDEZVOUS, "rdzv_backend"),
                    Map.entry(LaunchField.RENDEZVOUS_ENDPOINT, "rdzv_endpoint"),
                    Map.entry(LaunchField.RENDEZVOUS_ID, "rdzv_id"),
                    Map.entry(LaunchField.RENDEZVOUS_CONFIG, "rdzv_conf"),
                    Map.entry(LaunchField.NODE_RANK, "node_rank"),
                    Map.entry(LaunchField.MASTER_ADDRESS, "master_addr"),
                    Map.entry(LaunchField.MASTER_PORT, "master_port"),
                    Map.entry(LaunchField.LOCAL_ADDRESS, "local_addr"),
                    Map.entry(LaunchField.GRACE, "shutdown_timeout"),
                    Map.entry(LaunchField.NUMA_BINDING, "numa_binding"));

    private Process torchruns;
    private BufferedWriter lines;
    private BufferedReader answers;
    private JsonNode flags;

    @BeforeAll
    void startTorchrunsParser() throws IOException, URISyntaxException {
        var script = Objects.requireNonNull(getClass().getResource("torchrun_flags.py"));
        torchruns =
                new ProcessBuilder(TestPython.path().toString(), Path.of(script.toURI()).toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        lines = torchruns.outputWriter();
        answers = torchruns.inputReader();
        flags = JSON.readTree(answers.readLine());
    }

    @AfterAll
    void endTorchrunsParser() {
        torchruns.destroyForcibly();
    }

    @Test
    void every_flag_of_torchruns_is_here_and_takes_a_value_where_its_does() {
        var ours = CommandSpec.forAnnotatedObject(new RunFlags(Map.of()));
        ours.mixinStandardHelpOptions(true);

        assertThat(flags.propertyNames())
                .hasSizeGreaterThan(40)
                .allSatisfy(
                        name -> {
                            var flag = ours.findOption(name.replace('_', '-'));
                            assertThat(flag).isNotNull();
                            assertThat(FlagSpelling.takesValue(flag))
                                    .isEqualTo(flags.path(name).asBoolean());
                        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "train.py",
                "--nproc-per-node 4 train.py --lr 0.1",
                "--nproc_per_node=4 --max-restarts=3 train.py",
                "--nproc-per 4 --max-r 1 --rdzv-b c10d train.py",
                "--log_d=/tmp/a=b --red 3 train.py",
                "-r 3 -t0:1,1:2 train.py",
                "-r=3 -t=1 train.py",
                "-mt3 package.train -m",
                "--module package.train --module other",
                "--no-python ./job.sh --no-python",
                "--no_python --run_path /jobs/train.py",
                "--nnodes 1:4 --node-rank 2 --master-addr a --master-port 1 --local-addr b x.py",
                "--rdzv-backend=c10d --rdzv-endpoint=h:1 --rdzv-id=7 --rdzv-conf=a=1,b=2 x.py",
                "--max-restarts -1 train.py",
                "--shutdown-timeout 5 --virtual-local-rank --numa-binding core-complex x.py",
                "--role a --role b train.py",
                "train.py -- a",
                "train.py -- -- a",
                "-- train.py -- a",
                "train.py a -- b",
                "-- --tee x",
                "train.py --nproc-per-node 9 --help -h @file -x=1 --",
                "--tee= train.py",
                "--tee 3 -",
            })
    void a_line_means_the_same(String line) throws IOException {
        List<String> words = List.of(line.split(" ", -1));

        JsonNode theirs = torchruns(words);
        LaunchReading ours = RunFlags.read(words, Map.of());

        assertThat(theirs.path("error").asString("")).isEmpty();
        assertThat(ours.problems()).isEmpty();
        assertThat(ours.draft().arguments()).isEqualTo(texts(theirs.path("training_script_args")));
        assertThat(ours.draft().kind()).isEqualTo(kindOf(theirs));
        assertThat(given(ours.draft())).isEqualTo(given(theirs));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--bogus train.py",
                "-x train.py",
                "--rdzv 1 train.py",
                "--nproc-per-node --tee 3 train.py",
                "--numa-binding all train.py",
                "--standalone=1 train.py",
            })
    void a_line_that_torchrun_refuses_is_refused(String line) throws IOException {
        List<String> words = List.of(line.split(" ", -1));

        assertThat(torchruns(words).has("error")).isTrue();
        assertThat(refusals(words)).isNotEmpty();
    }

    private static List<LaunchProblem> refusals(List<String> words) {
        LaunchReading reading = RunFlags.read(words, Map.of());
        var problems = new ArrayList<>(reading.problems());
        if (LaunchChecks.onThisMachine().check(reading.draft())
                instanceof Resolution.Refused(var more)) {
            more.stream().filter(one -> one.field() != LaunchField.SCRIPT).forEach(problems::add);
        }
        return problems;
    }

    private JsonNode torchruns(List<String> words) throws IOException {
        lines.write(JSON.writeValueAsString(words));
        lines.newLine();
        lines.flush();
        return JSON.readTree(answers.readLine());
    }

    /** What was said, where it is not the default. */
    private static Map<String, String> given(LaunchDraft draft) {
        var given = new TreeMap<String, String>();
        NAMES.forEach(
                (field, name) -> {
                    if (!draft.text(field).isEmpty()) given.put(name, draft.text(field));
                });
        return withoutDefaults(given);
    }

    private static Map<String, String> given(JsonNode namespace) {
        var given = new TreeMap<String, String>();
        for (String name : NAMES.values()) {
            JsonNode value = namespace.path(name);
            if (!value.isNull() && !value.asString().isEmpty()) given.put(name, value.asString());
        }
        return withoutDefaults(given);
    }

    private static Map<String, String> withoutDefaults(Map<String, String> given) {
        TORCHRUNS_DEFAULTS.forEach(given::remove);
        return given;
    }

    /** elastic-agent §5.1; what has none there is absent. */
    private static final Map<String, String> TORCHRUNS_DEFAULTS =
            Map.of(
                    "nnodes", "1:1",
                    "nproc_per_node", "1",
                    "max_restarts", "0",
                    "role", "default",
                    "redirects", "0",
                    "tee", "0",
                    "rdzv_backend", "static",
                    "rdzv_id", "none",
                    "node_rank", "0",
                    "master_addr", "127.0.0.1");

    private static LaunchDraft.Kind kindOf(JsonNode namespace) {
        if (namespace.path("run_path").asBoolean()) return LaunchDraft.Kind.SCRIPT;
        if (namespace.path("no_python").asBoolean()) return LaunchDraft.Kind.PROGRAM;
        return namespace.path("module").asBoolean()
                ? LaunchDraft.Kind.MODULE
                : LaunchDraft.Kind.SCRIPT;
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(each -> texts.add(each.asString()));
        return texts;
    }
}
