package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.ROLE;
import static dev.muster.agent.launch.LaunchField.WORKING_DIRECTORY;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.WorkerStreams;

import java.nio.file.Path;
import java.util.Optional;

/**
 * One check of one draft. Every part notes its own problems and goes on with something harmless, so
 * that all problems are found in one go; the spec is built only when there were none.
 */
final class DraftCheck {
    private final LaunchDraft draft;
    private final Machine machine;
    private final Findings findings = new Findings();
    private final NumberChecks numbers;
    private final OneNodeChecks oneNode;

    DraftCheck(LaunchDraft draft, Machine machine) {
        this.draft = draft;
        this.machine = machine;
        numbers = new NumberChecks(draft, machine, findings);
        oneNode = new OneNodeChecks(draft, findings);
    }

    Resolution resolve() {
        var files = new FileChecks(machine, findings);
        Path directory = files.workingDirectory(draft.text(WORKING_DIRECTORY));
        var programs = new ProgramChecks(draft, machine, findings, files);
        Optional<Entrypoint> entrypoint = programs.entrypoint();
        Optional<Path> python = programs.python();
        int workers = numbers.workers(python);
        var devices = new DeviceChecks(draft, machine, findings).devices(workers);
        int maxRestarts = numbers.maxRestarts();
        var stopping = new StopChecks(draft, machine, findings).terms();
        WorkerStreams streams = new StreamChecks(draft, machine, findings, files).streams();
        var others = new NodeChecks(draft, findings);
        boolean alone = others.isAlone();
        Optional<JobNodes> nodes = alone ? Optional.empty() : others.nodes();
        if (alone) others.checkAlone();
        Optional<Integer> masterPort =
                alone ? numbers.masterPort(oneNode.portOfEndpoint()) : Optional.empty();
        if (!findings.none() || entrypoint.isEmpty()) {
            return new Resolution.Refused(findings.sorted());
        }
        return new Resolution.Ready(
                new JobSpec(
                        entrypoint.get(),
                        python,
                        draft.arguments(),
                        workers,
                        maxRestarts,
                        given(ROLE).orElse("default"),
                        OneNodeChecks.rendezvousId(draft, alone),
                        nodes,
                        directory,
                        draft.environment(),
                        devices,
                        streams,
                        masterPort,
                        stopping));
    }

    private Optional<String> given(LaunchField field) {
        return Optional.of(draft.text(field)).filter(text -> !text.isEmpty());
    }
}
