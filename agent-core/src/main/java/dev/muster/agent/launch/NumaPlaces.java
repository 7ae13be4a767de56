package dev.muster.agent.launch;

import dev.muster.agent.job.NumaMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Deals processors to workers, each near the GPU whose number is its local rank, as torchrun does
 * (spec/elastic-agent §4.10). Decides; never acts.
 *
 * @param nodeOfGpu the NUMA node of each visible GPU in turn
 */
record NumaPlaces(NumaTopology topology, List<Integer> nodeOfGpu) {
    /** The processors of each worker, or why they cannot be dealt. */
    sealed interface Deal {
        record Dealt(List<CpuSet> processors) implements Deal {
            public Dealt {
                processors = List.copyOf(processors);
            }
        }

        /** {@code because} is a sentence without a full stop. */
        record Impossible(String because) implements Deal {}
    }

    NumaPlaces {
        nodeOfGpu = List.copyOf(nodeOfGpu);
    }

    Deal deal(NumaMode mode, int workers) {
        if (workers > nodeOfGpu.size()) {
            return new Deal.Impossible(
                    "there are %d workers and %d GPUs, and each worker keeps near its own"
                            .formatted(workers, nodeOfGpu.size()));
        }
        var processors = new ArrayList<CpuSet>();
        for (int gpu = 0; gpu < workers; gpu++) {
            int node = nodeOfGpu.get(gpu);
            CpuSet ofNode = topology.nodes().getOrDefault(node, CpuSet.of(List.of()));
            if (ofNode.isEmpty()) {
                return new Deal.Impossible(
                        "of NUMA node %d, where GPU %d is, no processor may be used"
                                .formatted(node, gpu));
            }
            if (mode == NumaMode.EXCLUSIVE && cores(ofNode).size() < neighbours(node).size()) {
                return new Deal.Impossible(
                        "There are only %d physical cores on NUMA node %d, but there are %d GPUs associated with this NUMA node"
                                .formatted(cores(ofNode).size(), node, neighbours(node).size()));
            }
            processors.add(
                    switch (mode) {
                        case NODE -> ofNode;
                        case SOCKET -> socketOf(ofNode);
                        case EXCLUSIVE -> share(ofNode, neighbours(node), gpu);
                        case CORE_COMPLEX -> complex(ofNode, neighbours(node).indexOf(gpu));
                    });
        }
        return new Deal.Dealt(processors);
    }

    /** All GPUs on that node. */
    private List<Integer> neighbours(int node) {
        return IntStream.range(0, nodeOfGpu.size())
                .filter(gpu -> nodeOfGpu.get(gpu) == node)
                .boxed()
                .toList();
    }

    private CpuSet socketOf(CpuSet ofNode) {
        int socket = socket(ofNode);
        return topology.nodes().values().stream()
                .filter(other -> socket(other) == socket)
                .reduce(ofNode, CpuSet::or);
    }

    private int socket(CpuSet ofNode) {
        return topology.sockets().getOrDefault(ofNode.first(), 0);
    }

    /** Whole cores; where they do not divide, the first GPUs get one more. */
    private CpuSet share(CpuSet ofNode, List<Integer> neighbours, int gpu) {
        List<CpuSet> cores = cores(ofNode);
        int place = neighbours.indexOf(gpu);
        int each = cores.size() / neighbours.size();
        int oneMore = cores.size() % neighbours.size();
        int start = place * each + Math.min(place, oneMore);
        int end = start + each + (place < oneMore ? 1 : 0);
        return cores.subList(start, end).stream().reduce(CpuSet.of(List.of()), CpuSet::or);
    }

    private List<CpuSet> cores(CpuSet ofNode) {
        return grouped(ofNode, processor -> sharing(topology.cores().get(processor), processor));
    }

    /** The largest first, and of equals the lowest. */
    private CpuSet complex(CpuSet ofNode, int place) {
        List<CpuSet> complexes =
                grouped(ofNode, processor -> sharing(topology.caches().get(processor), processor))
                        .stream()
                        .sorted(Comparator.comparingInt(CpuSet::count).reversed())
                        .toList();
        return complexes.get(place % complexes.size());
    }

    private static CpuSet sharing(@Nullable CpuSet known, int processor) {
        return known == null ? CpuSet.of(List.of(processor)) : known;
    }

    /** Those of the set that share something, in the order of the lowest that shares it. */
    private static List<CpuSet> grouped(CpuSet processors, IntFunction<CpuSet> sharing) {
        var groups = new TreeMap<Integer, CpuSet>();
        for (int processor : processors.numbers()) {
            groups.merge(
                    sharing.apply(processor).first(), CpuSet.of(List.of(processor)), CpuSet::or);
        }
        return List.copyOf(groups.values());
    }
}
