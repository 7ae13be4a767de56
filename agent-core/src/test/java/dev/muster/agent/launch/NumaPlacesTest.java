package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.NumaMode;
import dev.muster.agent.launch.NumaPlaces.Deal.Dealt;
import dev.muster.agent.launch.NumaPlaces.Deal.Impossible;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A machine with two sockets of two NUMA nodes each. A node has six cores of two threads, which are
 * numbered 24 apart; of them four share one cache, and two another.
 */
class NumaPlacesTest {
    private static final int THREADS = 48;

    @TempDir private Path sys;

    @BeforeEach
    void theMachine() throws IOException {
        write("devices/system/node/possible", "0-3");
        for (int node = 0; node < 4; node++) {
            write("devices/system/node/node%d/cpulist".formatted(node), threads(6 * node, 6));
        }
        for (int thread = 0; thread < THREADS; thread++) {
            int core = thread % 24;
            int place = core % 6;
            String cpu = "devices/system/cpu/cpu%d/".formatted(thread);
            write(cpu + "topology/physical_package_id", Integer.toString(core / 12));
            write(cpu + "topology/thread_siblings_list", threads(core, 1));
            cache(cpu + "cache/index0/", "Data", 1, threads(core, 1));
            cache(cpu + "cache/index1/", "Instruction", 9, "0-47");
            String complex = place < 4 ? threads(core - place, 4) : threads(core - place + 4, 2);
            cache(cpu + "cache/index3/", "Unified", 3, complex);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "NODE @ 0 @ 0-5,24-29",
                "NODE @ 3 @ 18-23,42-47",
                "SOCKET @ 0 @ 0-11,24-35",
                "SOCKET @ 3 @ 12-23,36-47",
                "EXCLUSIVE @ 0 @ 0-5,24-29",
                "CORE_COMPLEX @ 0 @ 0-3,24-27",
            })
    void a_worker_keeps_to_the_processors_near_its_gpu(NumaMode mode, int node, String processors)
            throws IOException {
        assertThat(dealt(mode, "0-47", node)).containsExactly(processors);
    }

    @Test
    void gpus_of_one_node_share_its_cores_evenly_and_the_first_get_what_is_left()
            throws IOException {
        assertThat(dealt(NumaMode.EXCLUSIVE, "0-47", 0, 0, 0, 0))
                .containsExactly("0-1,24-25", "2-3,26-27", "4,28", "5,29");
        assertThat(dealt(NumaMode.EXCLUSIVE, "0-47", 1, 0, 1))
                .containsExactly("6-8,30-32", "0-5,24-29", "9-11,33-35");
    }

    @Test
    void gpus_of_one_node_take_turns_at_its_caches_the_largest_first() throws IOException {
        assertThat(dealt(NumaMode.CORE_COMPLEX, "0-47", 0, 0, 0))
                .containsExactly("0-3,24-27", "4-5,28-29", "0-3,24-27");
    }

    @Test
    void only_processors_that_the_agent_may_use_are_dealt() throws IOException {
        assertThat(dealt(NumaMode.NODE, "2-7", 0)).containsExactly("2-5");
        assertThat(dealt(NumaMode.SOCKET, "2-7", 0)).containsExactly("2-7");
        assertThat(dealt(NumaMode.EXCLUSIVE, "2-7", 0, 0)).containsExactly("2-3", "4-5");
        assertThat(dealt(NumaMode.CORE_COMPLEX, "3-5", 0)).containsExactly("4-5");
    }

    @Test
    void what_cannot_be_dealt_is_said() throws IOException {
        assertThat(because(NumaMode.NODE, "0-5", 1))
                .isEqualTo("of NUMA node 1, where GPU 0 is, no processor may be used");
        assertThat(because(NumaMode.EXCLUSIVE, "0-1,24-25", 0, 0, 0))
                .isEqualTo(
                        "There are only 2 physical cores on NUMA node 0, but there are 3 GPUs"
                                + " associated with this NUMA node");
        assertThat(new NumaPlaces(topology("0-47"), List.of(0)).deal(NumaMode.NODE, 2))
                .isInstanceOf(Impossible.class);
    }

    @Test
    void a_gpu_that_says_nothing_of_its_node_is_near_the_first() throws IOException {
        write("bus/pci/devices/0000:dc:00.0/numa_node", "-1");
        write("bus/pci/devices/0000:dd:00.0/numa_node", "2");

        assertThat(NumaTopology.nodeOf(sys, "0000:dc:00.0")).isZero();
        assertThat(NumaTopology.nodeOf(sys, "0000:dd:00.0")).isEqualTo(2);
    }

    private List<String> dealt(NumaMode mode, String allowed, Integer... nodeOfGpu)
            throws IOException {
        var deal =
                new NumaPlaces(topology(allowed), List.of(nodeOfGpu)).deal(mode, nodeOfGpu.length);
        assertThat(deal).isInstanceOf(Dealt.class);
        return ((Dealt) deal).processors().stream().map(CpuSet::toString).toList();
    }

    private String because(NumaMode mode, String allowed, Integer... nodeOfGpu) throws IOException {
        var deal =
                new NumaPlaces(topology(allowed), List.of(nodeOfGpu)).deal(mode, nodeOfGpu.length);
        assertThat(deal).isInstanceOf(Impossible.class);
        return ((Impossible) deal).because();
    }

    private NumaTopology topology(String allowed) throws IOException {
        return NumaTopology.read(sys, CpuSet.parse(allowed));
    }

    private void cache(String folder, String type, int level, String shared) throws IOException {
        write(folder + "type", type);
        write(folder + "level", Integer.toString(level));
        write(folder + "shared_cpu_list", shared);
    }

    /** So many cores from that one on, with both their threads. */
    private static String threads(int core, int count) {
        int last = core + count - 1;
        return "%d-%d,%d-%d".formatted(core, last, core + 24, last + 24);
    }

    private void write(String file, String text) throws IOException {
        Path there = sys.resolve(file);
        Files.createDirectories(there.getParent());
        Files.writeString(there, text + "\n");
    }
}
