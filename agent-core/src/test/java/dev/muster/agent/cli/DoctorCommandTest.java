package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.doctor.Finding;
import dev.muster.agent.doctor.Finding.Verdict;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

@BesideOthers
class DoctorCommandTest {
    private static final Finding WELL = new Finding("disk", Verdict.OK, "9 GiB are free", "");
    private static final Finding SO_SO = new Finding("torch", Verdict.WARN, "none", "install it");
    private static final Finding ILL = new Finding("python", Verdict.FAIL, "none", "install it");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void each_finding_is_a_line_and_what_to_do_another() {
        command().tell(List.of(WELL, SO_SO));

        assertThat(out.toString(UTF_8))
                .isEqualTo(
                        """
                        ok    disk       9 GiB are free
                        warn  torch      none
                                         → install it
                        """);
    }

    @Test
    void only_what_hinders_every_run_is_a_failure_of_the_call() {
        assertThat(command().tell(List.of(WELL, SO_SO))).isEqualTo(ExitCodes.OK);
        assertThat(command().tell(List.of(WELL, ILL, SO_SO))).isEqualTo(ExitCodes.BROKEN);
    }

    @Test
    void scripts_get_the_findings_of_this_machine_as_json() {
        int exitCode = command().call(List.of("-o", "json"));

        var findings = JsonMapper.shared().readTree(out.toString(UTF_8));
        assertThat(findings.findValuesAsString("check"))
                .contains("python", "ports", "names", "folders", "disk", "clock", "leftovers");
        assertThat(findings.findValuesAsString("verdict"))
                .allMatch(List.of("ok", "warn", "fail")::contains);
        assertThat(exitCode).isIn(ExitCodes.OK, ExitCodes.BROKEN);
    }

    private DoctorCommand command() {
        var print = new PrintStream(out, true, UTF_8);
        return new DoctorCommand(Terminal.ofThisProcess(print, print));
    }
}
