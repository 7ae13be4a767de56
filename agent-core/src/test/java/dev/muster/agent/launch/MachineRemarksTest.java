package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.diagnose.DiskSpace;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.SampleSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class MachineRemarksTest {
    private static final DiskSpace PLENTY = new DiskSpace(1L << 40, 1L << 39);
    private static final DiskSpace LITTLE = new DiskSpace(1L << 40, 3L << 20);

    private final Map<String, String> known = new HashMap<>(Map.of("gpu-b", "10.0.0.7"));

    @TempDir private Path here;

    @Test
    void where_there_is_room_and_every_name_is_known_nothing_is_said() {
        known.put("gpu-a", "10.0.0.6");

        assertThat(said(PLENTY, among("gpu-a:29400", Optional.of("gpu-b")))).isEmpty();
        assertThat(said(PLENTY, SampleSpec.ofScript().build())).isEmpty();
    }

    @Test
    void little_room_for_logs_is_said_at_the_folder_that_was_named() {
        JobSpec elsewhere = SampleSpec.ofScript().logDir(here.resolve("not/there/yet")).build();

        assertThat(said(LITTLE, elsewhere))
                .containsExactly(
                        "--log-dir: the disk of %s has 3.0 MiB left for logs".formatted(here));
        assertThat(said(LITTLE, SampleSpec.ofScript().build()))
                .containsExactly("the disk of %s has 3.0 MiB left for logs".formatted(here));
    }

    @Test
    void a_disk_that_does_not_say_is_told_too() {
        var remarks =
                new MachineRemarks(
                        _ -> {
                            throw new IOException("stale file handle");
                        },
                        new Book(),
                        here);

        assertThat(remarks.on(SampleSpec.ofScript().build()))
                .extracting(LaunchProblem::sentence)
                .singleElement()
                .asString()
                .contains("is not known", "stale file handle");
    }

    @Test
    void a_name_that_is_not_known_is_said_at_its_field() {
        assertThat(said(PLENTY, among("gpu-a:29400", Optional.of("gpu-x"))))
                .containsExactly(
                        "--rdzv-endpoint: gpu-a is a name that is not known on this machine; give"
                                + " one that is, or an address",
                        "--local-addr: gpu-x is a name that is not known on this machine; give one"
                                + " that is, or an address");
    }

    @Test
    void a_name_of_this_machine_that_means_itself_is_of_no_use_to_the_others() {
        known.put("here", "127.0.1.1");

        assertThat(said(PLENTY, among("gpu-b:29400", Optional.empty())))
                .containsExactly(
                        "--local-addr: this machine's name, here, is 127.0.1.1; give an address"
                                + " that the other nodes can reach");
    }

    private List<String> said(DiskSpace space, JobSpec spec) {
        return new MachineRemarks(_ -> space, new Book(), here)
                .on(spec).stream().map(LaunchProblem::forTerminal).toList();
    }

    private static JobSpec among(String endpoint, Optional<String> localAddress) {
        return SampleSpec.ofScript()
                .nodes(new JobNodes(2, 4, 0, "c10d", endpoint, Map.of(), localAddress))
                .build();
    }

    private final class Book implements MachineRemarks.Names {
        @Override
        public List<InetAddress> of(String host) {
            try {
                String address = known.get(host);
                return address == null ? List.of() : List.of(InetAddress.getByName(address));
            } catch (UnknownHostException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public String own() {
            return "here";
        }
    }
}
