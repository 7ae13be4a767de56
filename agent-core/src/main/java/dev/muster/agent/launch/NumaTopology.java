package dev.muster.agent.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which processors lie near each other, of those that this process may use.
 *
 * @param nodes the processors of each NUMA node that has any
 * @param sockets the socket of each processor
 * @param cores of each processor, all that share its core
 * @param caches of each processor, all that share its last cache for data
 */
record NumaTopology(
        Map<Integer, CpuSet> nodes,
        Map<Integer, Integer> sockets,
        Map<Integer, CpuSet> cores,
        Map<Integer, CpuSet> caches) {

    NumaTopology {
        nodes = Map.copyOf(nodes);
        sockets = Map.copyOf(sockets);
        cores = Map.copyOf(cores);
        caches = Map.copyOf(caches);
    }

    /**
     * Reads the kernel's files.
     *
     * @param sys {@code /sys}
     * @throws IOException when one of them is not there
     */
    static NumaTopology read(Path sys, CpuSet allowed) throws IOException {
        Path system = sys.resolve("devices/system");
        var nodes = new TreeMap<Integer, CpuSet>();
        for (int node : list(system.resolve("node/possible")).numbers()) {
            Path processors = system.resolve("node/node%d/cpulist".formatted(node));
            if (!Files.exists(processors)) continue;
            CpuSet usable = list(processors).and(allowed);
            if (!usable.isEmpty()) nodes.put(node, usable);
        }
        var sockets = new HashMap<Integer, Integer>();
        var cores = new HashMap<Integer, CpuSet>();
        var caches = new HashMap<Integer, CpuSet>();
        for (CpuSet processors : nodes.values()) {
            for (int processor : processors.numbers()) {
                Path folder = system.resolve("cpu/cpu" + processor);
                sockets.put(processor, number(folder.resolve("topology/physical_package_id")));
                cores.put(processor, list(folder.resolve("topology/thread_siblings_list")));
                caches.put(processor, lastCache(folder.resolve("cache"), processor));
            }
        }
        return new NumaTopology(nodes, sockets, cores, caches);
    }

    /** The NUMA node of a device on the PCI bus; one without counts as on the first. */
    static int nodeOf(Path sys, String pciAddress) throws IOException {
        return Math.max(0, number(sys.resolve("bus/pci/devices/" + pciAddress + "/numa_node")));
    }

    private static CpuSet lastCache(Path folder, int processor) throws IOException {
        int last = -1;
        CpuSet sharing = CpuSet.of(List.of(processor));
        if (!Files.isDirectory(folder)) return sharing; // of some virtual machines nothing is known
        for (Path cache : caches(folder)) {
            if (!List.of("Data", "Unified").contains(text(cache.resolve("type")))) continue;
            int level = number(cache.resolve("level"));
            if (level <= last) continue;
            last = level;
            sharing = list(cache.resolve("shared_cpu_list"));
        }
        return sharing;
    }

    private static List<Path> caches(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> entry.getFileName().toString().matches("index\\d+"))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static CpuSet list(Path file) throws IOException {
        return CpuSet.parse(text(file));
    }

    private static int number(Path file) throws IOException {
        return Integer.parseInt(text(file));
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file).strip();
    }
}
