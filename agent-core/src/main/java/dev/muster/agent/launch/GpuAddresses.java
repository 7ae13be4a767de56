package dev.muster.agent.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where on the PCI bus the GPUs are that workers see, in the order they see them. */
sealed interface GpuAddresses {
    record Found(List<String> addresses) implements GpuAddresses {
        public Found {
            addresses = List.copyOf(addresses);
        }
    }

    /** {@code reason} continues a sentence: "…, but nvidia-smi is not in PATH". */
    record Unknown(String reason) implements GpuAddresses {}

    /** Asks NVIDIA's driver, which may take a moment. */
    static GpuAddresses ask(Machine machine) {
        var program = machine.programInPath("nvidia-smi");
        if (program.isEmpty()) return new Unknown("nvidia-smi is not in PATH");
        var question =
                List.of(
                        program.get().toString(),
                        "--query-gpu=index,uuid,pci.bus_id",
                        "--format=csv,noheader");
        return switch (BriefQuestion.ask(question, machine.environment(), BriefQuestion.LIMIT)) {
            case BriefQuestion.Answer.Said(var lines) ->
                    new Found(visible(lines, VisibleGpus.of(machine.environment())));
            case BriefQuestion.Answer.Nothing(var reason) -> new Unknown(reason);
        };
    }

    /** The addresses, as /sys has them, of the listed GPUs that are visible. */
    static List<String> visible(List<String> listing, VisibleGpus visible) {
        List<List<String>> gpus =
                listing.stream().map(line -> List.of(line.split(",\\s*", -1))).toList();
        if (visible.chosen().isEmpty()) return gpus.stream().map(GpuAddresses::address).toList();
        var addresses = new ArrayList<String>();
        for (String chosen : visible.chosen().get()) {
            Optional<List<String>> gpu =
                    gpus.stream().filter(listed -> isCalled(listed, chosen.strip())).findFirst();
            if (gpu.isEmpty()) break; // as with CUDA: whatever follows is not visible either
            addresses.add(address(gpu.get()));
        }
        return addresses;
    }

    private static boolean isCalled(List<String> gpu, String name) {
        return gpu.getFirst().equals(name)
                || (name.startsWith("GPU-") && gpu.get(1).startsWith(name));
    }

    /** From {@code 00000000:DC:00.0} to {@code 0000:dc:00.0}. */
    private static String address(List<String> gpu) {
        String address = gpu.get(2).strip().toLowerCase(Locale.ROOT);
        int domain = address.indexOf(':');
        return domain > 4 ? address.substring(domain - 4) : address;
    }
}
