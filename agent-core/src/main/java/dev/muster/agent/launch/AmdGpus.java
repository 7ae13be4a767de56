package dev.muster.agent.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The GPUs of AMD, as the kernel's driver for computing on them (kfd) lists them. Its nodes are
 * processors as well, which have no number as a GPU; a GPU that a container may not use cannot be
 * read there.
 */
final class AmdGpus {
    private static final String NODES = "class/kfd/kfd/topology/nodes";
    private static final List<String> CHOICES =
            List.of("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES");

    private AmdGpus() {}

    /**
     * @param sys where the kernel shows its devices
     */
    static int installed(Path sys) {
        try (Stream<Path> nodes = Files.list(sys.resolve(NODES))) {
            return (int) nodes.filter(AmdGpus::isGpu).count();
        } catch (IOException _) {
            return 0; // there is no such driver
        }
    }

    /** How many of them every choice that the environment makes leaves. */
    static int visible(int installed, Map<String, String> environment) {
        int left = installed;
        for (String choice : CHOICES) left = Gpus.left(left, environment, choice);
        return left;
    }

    private static boolean isGpu(Path node) {
        try {
            return !Files.readString(node.resolve("gpu_id")).strip().matches("0*");
        } catch (IOException _) {
            return false;
        }
    }
}
