package dev.muster.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.home.MusterHome;
import dev.muster.agent.home.RunOwner;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.Std;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.journal.KeptSpec;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

class RunFolderTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir private Path temporary;

    private MusterHome home;
    private Path logs;
    private RandomGenerator random = new Random(1);

    @BeforeEach
    void twoFoldersThatAreNotThereYet() {
        home = new MusterHome(temporary.resolve("state"), temporary.resolve("config"));
        logs = temporary.resolve("logs");
    }

    @Test
    void the_log_directory_holds_exactly_torchruns_tree() throws IOException {
        RunFolder folder = create(SampleSpec.ofScript().logDir(logs).tee("3").build());

        for (int restartCount = 0; restartCount < 2; restartCount++) {
            String attempt = folder.beginAttempt(restartCount);
            folder.filesOf(attempt, new LocalRank(0));
            Files.createFile(folder.filesOf(attempt, new LocalRank(1)).error());
        }

        assertThat(tree(logs)).isEqualTo(recordedTree());
    }

    @Test
    void rank_folders_are_always_there_and_log_files_only_for_streams_that_were_asked_for()
            throws IOException {
        RunFolder folder =
                create(SampleSpec.ofScript().logDir(logs).redirects("0:1").tee("1:2").build());
        String attempt = folder.beginAttempt(0);

        WorkerFiles zero = folder.filesOf(attempt, new LocalRank(0));
        WorkerFiles one = folder.filesOf(attempt, new LocalRank(1));
        WorkerFiles two = folder.filesOf(attempt, new LocalRank(2));

        assertThat(tree(logs))
                .containsExactly(
                        "RUN/",
                        "RUN/attempt_0/",
                        "RUN/attempt_0/0/",
                        "RUN/attempt_0/0/stdout.log",
                        "RUN/attempt_0/1/",
                        "RUN/attempt_0/1/stderr.log",
                        "RUN/attempt_0/2/");
        assertThat(List.of(zero.stderr(), one.stdout(), two.stdout(), two.stderr()))
                .allSatisfy(file -> assertThat(file).startsWithRaw(home.runs()).isEmptyFile());
        assertThat(List.of(zero.error(), one.error(), two.error()))
                .allSatisfy(file -> assertThat(file).startsWithRaw(logs).doesNotExist());
    }

    @ParameterizedTest
    @EnumSource(Std.class)
    void every_mask_of_redirected_streams_has_its_files(Std mask) throws IOException {
        String flag = Integer.toString(mask.ordinal());
        RunFolder folder = create(SampleSpec.ofScript().logDir(logs).redirects(flag).build());

        WorkerFiles files = folder.filesOf(folder.beginAttempt(0), new LocalRank(0));

        for (var stream : LogStream.values()) {
            assertThat(files.of(stream).startsWith(logs)).isEqualTo(mask.has(stream));
        }
    }

    @Test
    void without_a_log_directory_everything_is_below_the_runs_own_folder() throws IOException {
        RunFolder folder = create(SampleSpec.ofScript().redirects("3").build());

        WorkerFiles files = folder.filesOf(folder.beginAttempt(0), new LocalRank(1));

        Path rank = home.runs().resolve(folder.run().value()).resolve("attempt_0/1");
        assertThat(files.of(LogStream.STDOUT)).isEqualTo(rank.resolve("stdout.log")).exists();
        assertThat(files.of(LogStream.STDERR)).isEqualTo(rank.resolve("stderr.log")).exists();
        assertThat(files.error()).isEqualTo(rank.resolve("error.json")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_restart_that_was_asked_for_never_writes_into_an_earlier_attempt(boolean withLogs)
            throws IOException {
        var spec = SampleSpec.ofScript().tee("3");
        RunFolder folder = create((withLogs ? spec.logDir(logs) : spec).build());

        String first = folder.beginAttempt(0);
        Files.writeString(folder.filesOf(first, new LocalRank(0)).stdout(), "first");
        String again = folder.beginAttempt(0);
        Path stdout = folder.filesOf(again, new LocalRank(0)).stdout();
        String andAgain = folder.beginAttempt(0);
        String afterFailure = folder.beginAttempt(1);

        assertThat(List.of(first, again, andAgain, afterFailure))
                .containsExactly("attempt_0", "attempt_0.1", "attempt_0.2", "attempt_1");
        assertThat(stdout).isEmptyFile();
    }

    @Test
    void duplicated_lines_of_all_workers_go_beside_their_folders_where_torchrun_has_them()
            throws IOException {
        var texts = Map.of(LogStream.STDOUT, List.of("loss"), LogStream.STDERR, List.of("E"));
        var folder = create(SampleSpec.ofScript().logDir(logs).duplicates(texts).build());

        var files = folder.duplicatesOf(folder.beginAttempt(0));

        assertThat(tree(logs))
                .containsExactly(
                        "RUN/",
                        "RUN/attempt_0/",
                        "RUN/attempt_0/filtered_stderr.log",
                        "RUN/attempt_0/filtered_stdout.log");
        assertThat(files.values()).allSatisfy(RunFolderTest::assertPrivate);
    }

    @Test
    @DisplayName("row 20: a log directory that was taken away is made again for the next attempt")
    void a_log_directory_that_was_taken_away_is_made_again() throws IOException {
        RunFolder folder = create(SampleSpec.ofScript().logDir(logs).tee("3").build());
        folder.filesOf(folder.beginAttempt(0), new LocalRank(0));
        for (Path path : everything(logs).reversed()) Files.delete(path);

        var files = folder.filesOf(folder.beginAttempt(1), new LocalRank(0));

        assertThat(files.stdout()).startsWithRaw(logs).isEmptyFile();
    }

    @Test
    void nobody_else_may_look_into_a_run() throws IOException {
        RunFolder folder = create(SampleSpec.ofScript().logDir(logs).tee("1").build());
        String attempt = folder.beginAttempt(0);
        folder.filesOf(attempt, new LocalRank(0));

        Path ours = home.runs().resolve(folder.run().value());
        assertThat(everything(ours)).allSatisfy(RunFolderTest::assertPrivate);
        assertThat(everything(onlyFolderIn(logs))).allSatisfy(RunFolderTest::assertPrivate);
        assertPrivate(home.runs());
    }

    @Test
    void a_run_is_named_after_its_moment_and_no_two_have_the_same_name() throws IOException {
        JobSpec spec = SampleSpec.ofScript().build();
        random = drawing(7, 7, 8);

        RunFolder first = create(spec);
        RunFolder second = create(spec);

        assertThat(first.run().value()).matches("20260[23]\\d\\d-\\d{6}-0007");
        assertThat(second.run().value()).endsWith("-0008");
    }

    @Test
    void the_tree_is_named_after_the_rendezvous_id_where_there_is_one() throws IOException {
        create(SampleSpec.ofScript().logDir(logs).rendezvousId("sweep-7").build());

        assertThat(onlyFolderIn(logs).getFileName().toString()).matches("sweep-7_[0-9a-f]{8}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"team/sweep 7", "../../outside", "..", "\u0000", "a\nb", "漢字"})
    void no_rendezvous_id_leads_out_of_the_log_directory(String id) throws IOException {
        RunFolder folder = create(SampleSpec.ofScript().logDir(logs).rendezvousId(id).build());

        WorkerFiles files = folder.filesOf(folder.beginAttempt(0), new LocalRank(0));

        Path tree = onlyFolderIn(logs);
        assertThat(files.error().normalize()).startsWithRaw(tree).hasFileName("error.json");
        assertThat(tree.getFileName().toString()).matches("[A-Za-z0-9._-]+_[0-9a-f]{8}");
    }

    @Test
    void a_rendezvous_id_may_be_longer_than_a_file_name() throws IOException {
        var spec = SampleSpec.ofScript().logDir(logs).rendezvousId("x".repeat(5000)).build();

        create(spec);

        assertThat(onlyFolderIn(logs).getFileName().toString()).startsWith("xxxx");
    }

    @Test
    void a_log_directory_that_cannot_be_used_leaves_no_run_behind() throws IOException {
        Files.createFile(logs);

        assertThatThrownBy(() -> create(SampleSpec.ofScript().logDir(logs).build()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("logs");

        assertThat(home.runs()).isEmptyDirectory();
    }

    @Test
    void what_was_asked_for_stands_in_the_folder() throws IOException {
        RunFolder folder = create(SampleSpec.ofScript().role("trainer").build());

        assertThat(home.runs().resolve(folder.run().value()).resolve("spec.json"))
                .content()
                .contains("\"role\":\"trainer\"");
        assertThat(folder.journal()).hasFileName("events.jsonl").doesNotExist();
    }

    @Test
    void the_same_can_be_started_again_with_the_values_of_its_environment() throws IOException {
        JobSpec spec = SampleSpec.ofScript().environment(Map.of("TOKEN", "s3cret")).build();

        Path file = home.runs().resolve(create(spec).run().value()).resolve("spec.json");

        assertThat(KeptSpec.read(file)).isEqualTo(new KeptSpec(spec, List.of()));
        assertPrivate(file);
    }

    @Test
    void the_agent_that_looks_after_a_run_is_named_in_its_folder() throws IOException {
        RunFolder folder = create(SampleSpec.ofScript().build());

        Path file = home.runs().resolve(folder.run().value()).resolve("agent.pid");
        RunOwner owner = RunOwner.read(file).orElseThrow();
        assertThat(owner.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(owner.presence()).isEqualTo(RunOwner.Presence.HERE);
        assertPrivate(file);
    }

    private RunFolder create(JobSpec spec) throws IOException {
        return RunFolder.create(home, spec, NOW, random);
    }

    /** torchrun's own tree after one restart of two workers, without names and sizes. */
    private static List<String> recordedTree() throws IOException {
        String resource = "torch-2.13-record_restart.tree.txt";
        try (var recorded =
                Objects.requireNonNull(RunFolderTest.class.getResourceAsStream(resource))) {
            return new String(recorded.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replaceFirst("  \\(.*", "").replaceFirst("^\\./[^/]+", "RUN"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> tree(Path logDir) throws IOException {
        Path run = onlyFolderIn(logDir);
        return everything(run).stream()
                .map(path -> name(run, path) + (Files.isDirectory(path) ? "/" : ""))
                .sorted()
                .toList();
    }

    private static String name(Path run, Path path) {
        return path.equals(run) ? "RUN" : "RUN/" + run.relativize(path);
    }

    private static List<Path> everything(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.sorted(Comparator.naturalOrder()).toList();
        }
    }

    private static Path onlyFolderIn(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> all = entries.toList();
            assertThat(all).hasSize(1);
            return all.getFirst();
        }
    }

    private static void assertPrivate(Path path) {
        try {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RandomGenerator drawing(int... numbers) {
        var left = new java.util.ArrayDeque<Integer>();
        for (int number : numbers) left.add(number);
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new UnsupportedOperationException("only numbers below a bound are drawn");
            }

            @Override
            public int nextInt(int bound) {
                return left.remove();
            }
        };
    }
}
