package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.doctor.Doctor;
import dev.muster.agent.doctor.Finding;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Locale;

/** {@code muster doctor}: whether this machine can do what a run needs. Changes nothing. */
@Command(
        name = "muster doctor",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description =
                "Looks whether this machine can do what runs need, and says what to do where it"
                        + " cannot. Ends with 1 when no run would work.")
final class DoctorCommand {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Terminal terminal;
    @Mixin private final OutputFlag output = new OutputFlag();

    DoctorCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> words) {
        try {
            if (!CallWords.read(words, this, terminal)) return ExitCodes.OK;
        } catch (CommandLine.ParameterException e) {
            terminal.err()
                    .println("muster doctor: " + VisibleText.of(String.valueOf(e.getMessage())));
            return ExitCodes.USAGE;
        }
        try {
            return tell(Doctor.ofThisMachine(OwnEnvironment.read()).examine());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ExitCodes.BROKEN;
        }
    }

    int tell(List<Finding> findings) {
        output.print(
                findings.stream().map(DoctorCommand::json).toList(),
                terminal,
                () -> table(findings));
        boolean failed = findings.stream().anyMatch(one -> one.verdict() == Finding.Verdict.FAIL);
        return failed ? ExitCodes.BROKEN : ExitCodes.OK;
    }

    private void table(List<Finding> findings) {
        for (Finding one : findings) {
            terminal.out()
                    .printf(
                            "%-4s  %-9s  %s%n",
                            word(one), one.check(), VisibleText.of(one.found()));
            if (!one.advice().isEmpty()) {
                terminal.out().printf("%17s%s%n", "", VisibleText.of("→ " + one.advice()));
            }
        }
    }

    private static ObjectNode json(Finding one) {
        ObjectNode json =
                JSON.createObjectNode()
                        .put("check", one.check())
                        .put("verdict", word(one))
                        .put("found", one.found());
        if (!one.advice().isEmpty()) json.put("advice", one.advice());
        return json;
    }

    private static String word(Finding one) {
        return one.verdict().name().toLowerCase(Locale.ROOT);
    }
}
