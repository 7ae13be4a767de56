package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.NUMA_BINDING;
import static dev.muster.agent.launch.LaunchField.VIRTUAL_LOCAL_RANK;

import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.NumaMode;
import dev.muster.agent.job.WorkerDevices;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The fields that say which GPU and which processors a worker gets. */
final class DeviceChecks {
    private final LaunchDraft draft;
    private final Machine machine;
    private final Findings findings;

    DeviceChecks(LaunchDraft draft, Machine machine, Findings findings) {
        this.draft = draft;
        this.machine = machine;
        this.findings = findings;
    }

    WorkerDevices devices(int workers) {
        return new WorkerDevices(virtualLocalRank(workers), numa(workers));
    }

    private boolean virtualLocalRank(int workers) {
        if (draft.text(VIRTUAL_LOCAL_RANK).isEmpty()) return false;
        var gpus = VisibleGpus.of(machine.environment());
        if (!gpus.suffice(workers)) {
            findings.add(
                    VIRTUAL_LOCAL_RANK,
                    "local_rank %d exceeds available GPUs in CUDA_VISIBLE_DEVICES=%s; name a GPU for each of the %d workers there, or unset it"
                            .formatted(
                                    gpus.chosen().orElseThrow().size(),
                                    machine.environment().get(VisibleGpus.VARIABLE),
                                    workers));
        }
        return true;
    }

    private Optional<NumaBinding> numa(int workers) {
        String text = draft.text(NUMA_BINDING);
        if (text.isEmpty()) return Optional.empty();
        Optional<NumaMode> mode = NumaMode.of(text);
        if (mode.isEmpty()) {
            findings.add(
                    NUMA_BINDING,
                    "found \"%s\", expected one of %s"
                            .formatted(
                                    text,
                                    Arrays.stream(NumaMode.values())
                                            .map(NumaMode::flag)
                                            .collect(Collectors.joining(", "))));
            return Optional.empty();
        }
        if (machine.programInPath("numactl").isEmpty()) {
            findings.add(
                    NUMA_BINDING,
                    "numactl CLI is required for NUMA binding, and there is none in PATH; install"
                            + " it, or leave the flag out");
            return Optional.empty();
        }
        return switch (GpuAddresses.ask(machine)) {
            case GpuAddresses.Found(var addresses) -> bind(mode.get(), workers, addresses);
            case GpuAddresses.Unknown(var reason) -> {
                findings.add(
                        NUMA_BINDING,
                        "found \"%s\", but %s, so no worker has a GPU to be near; leave it out"
                                .formatted(text, reason));
                yield Optional.empty();
            }
        };
    }

    private Optional<NumaBinding> bind(NumaMode mode, int workers, List<String> addresses) {
        try {
            var nodeOfGpu = new ArrayList<Integer>();
            for (String address : addresses) {
                nodeOfGpu.add(NumaTopology.nodeOf(machine.sys(), address));
            }
            var topology = NumaTopology.read(machine.sys(), Processors.allowed());
            return switch (new NumaPlaces(topology, nodeOfGpu).deal(mode, workers)) {
                case NumaPlaces.Deal.Dealt(var processors) ->
                        Optional.of(
                                new NumaBinding(
                                        mode, processors.stream().map(CpuSet::toString).toList()));
                case NumaPlaces.Deal.Impossible(var because) -> {
                    findings.add(NUMA_BINDING, because + "; leave the flag out");
                    yield Optional.empty();
                }
            };
        } catch (IOException | IllegalArgumentException e) {
            findings.add(
                    NUMA_BINDING,
                    "where the processors are cannot be read (%s); leave the flag out"
                            .formatted(e));
            return Optional.empty();
        }
    }
}
