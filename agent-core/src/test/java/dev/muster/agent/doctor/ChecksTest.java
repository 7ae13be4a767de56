package dev.muster.agent.doctor;

import static dev.muster.agent.doctor.Finding.Verdict.FAIL;
import static dev.muster.agent.doctor.Finding.Verdict.OK;
import static dev.muster.agent.doctor.Finding.Verdict.WARN;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.agent.diagnose.DiskSpace;
import dev.muster.agent.home.AgentSockets;
import dev.muster.agent.home.RunOwner;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Each check on something real that is as it should be, and on something that is not. */
@BesideOthers
class ChecksTest {
    private static final long GIB = 1L << 30;

    @TempDir Path folder;

    @Test
    void an_interpreter_and_its_torch_are_named_with_their_versions() throws IOException {
        String python = program("python3", "echo 3.11.2; echo 2.13.0");

        assertThat(new PythonCheck(Map.of("PATH", folder.toString())).look())
                .extracting(Finding::verdict, Finding::check, Finding::found)
                .containsExactly(
                        tuple(OK, "python", "3.11.2 at %s (in PATH)".formatted(python)),
                        tuple(OK, "torch", "2.13.0"));
    }

    @Test
    void an_interpreter_without_torch_will_do_for_some_scripts() throws IOException {
        String python = program("other", "echo 3.11.2");

        List<Finding> findings = new PythonCheck(Map.of("PYTHON_EXEC", python)).look();

        assertThat(findings).extracting(Finding::verdict).containsExactly(OK, WARN);
        assertThat(findings.getLast().advice()).contains(python + " -m pip install torch");
    }

    @Test
    void no_interpreter_or_a_broken_one_will_do_for_none() throws IOException {
        String broken = program("broken", "exit 3");

        assertThat(new PythonCheck(Map.of("PATH", folder.toString())).look())
                .extracting(Finding::verdict)
                .containsExactly(FAIL);
        assertThat(new PythonCheck(Map.of("PYTHON_EXEC", broken)).look().getFirst().found())
                .contains("failed with exit code 3");
    }

    @Test
    void a_port_that_somebody_has_is_told_with_how_to_find_out_who() throws IOException {
        try (var taken =
                new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            int port = taken.getLocalPort();

            Finding finding = new PortsCheck(port).look().getFirst();

            assertThat(finding.verdict()).isEqualTo(WARN);
            assertThat(finding.found()).startsWith(port + " is taken");
            assertThat(finding.advice()).contains("ss -ltnp 'sport = :" + port);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.7, node1.cluster, OK",
        "10.0.0.7, other.cluster, WARN",
        "10.0.0.7, 10.0.0.7, WARN",
        "127.0.1.1, node1, WARN",
    })
    void a_name_is_to_lead_to_an_address_for_others_and_back(
            String address, String nameOfIt, Finding.Verdict verdict) throws IOException {
        assertThat(names(address, nameOfIt).look().getFirst().verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"50, OK", "1, WARN", "0, FAIL"})
    void a_disk_is_to_have_room(long freeGib, Finding.Verdict verdict) throws IOException {
        var check = new DiskCheck(folder, _ -> new DiskSpace(100 * GIB, freeGib * GIB));

        assertThat(check.look().getFirst().verdict()).isEqualTo(verdict);
    }

    @Test
    void a_clock_is_to_go_with_that_of_the_disk() throws IOException {
        Instant now = Instant.now();

        assertThat(clock(now)).isEqualTo(OK);
        assertThat(clock(now.plusSeconds(3600))).isEqualTo(WARN);
        assertThat(clock(Instant.EPOCH)).isEqualTo(FAIL);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_folder_for_agents_that_others_can_enter_is_a_failure() throws IOException {
        var sockets = AgentSockets.of(Map.of("MUSTER_HOME", folder.toString()));
        var check = new FoldersCheck(folder.resolve("state/muster"), sockets);

        assertThat(check.look()).extracting(Finding::verdict).containsExactly(OK);

        Files.createDirectory(sockets.folder());
        Files.setPosixFilePermissions(
                sockets.folder(), PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(check.look()).extracting(Finding::verdict).containsExactly(FAIL);
    }

    @Test
    void a_process_of_a_run_whose_agent_is_gone_is_named_and_that_of_another_is_not()
            throws IOException, InterruptedException {
        RunOwner us = RunOwner.ofThisProcess().orElseThrow();
        own("over", new RunOwner(us.pid(), 1, us.boot(), us.pidNamespace(), us.host()));
        own("alive", us);
        Process left = worker("over");
        Process busy = worker("alive");
        try {
            Finding finding = new LeftoversCheck(Path.of("/proc"), folder).look().getFirst();

            assertThat(finding.verdict()).isEqualTo(WARN);
            assertThat(finding.found())
                    .isEqualTo("run over is over, and left processes behind: " + left.pid());
        } finally {
            left.destroyForcibly().waitFor();
            busy.destroyForcibly().waitFor();
        }
        assertThat(new LeftoversCheck(Path.of("/proc"), folder).look())
                .extracting(Finding::verdict)
                .containsExactly(OK);
    }

    private static Process worker(String run) throws IOException {
        var builder = new ProcessBuilder("sh", "-c", "echo; exec sleep 600");
        builder.environment().put("MUSTER_WORKER", "agent/" + run + "/0/0");
        Process worker = builder.start();
        worker.inputReader().readLine(); // its environment can be read from now on
        return worker;
    }

    private void own(String run, RunOwner owner) throws IOException {
        Path file = Files.createDirectories(folder.resolve(run)).resolve("agent.pid");
        Files.writeString(file, owner.text());
    }

    private Finding.Verdict clock(Instant now) throws IOException {
        return new ClockCheck(folder, InstantSource.fixed(now)).look().getFirst().verdict();
    }

    private static NamesCheck names(String address, String nameOfIt) {
        return new NamesCheck(
                "node1",
                new NamesCheck.Names() {
                    @Override
                    public List<InetAddress> addresses(String host) {
                        return List.of(InetAddress.ofLiteral(address));
                    }

                    @Override
                    public String name(InetAddress ofIt) {
                        return nameOfIt;
                    }
                });
    }

    private String program(String name, String line) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }
}
