package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Agents of torchrun 1.x that meet on this store, in a job of their own. */
@Tag("proof")
@Needs(TestGroup.OLD_TORCH)
class OldTorchrunTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("GLOO_SOCKET_IFNAME", "lo", "OMP_NUM_THREADS", "1");

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final PythonPrograms programs = new PythonPrograms();

    @AfterEach
    void end() {
        programs.close();
        server.close();
    }

    @Test
    void two_agents_meet_and_their_workers_add_up_their_ranks(@TempDir Path folder)
            throws IOException {
        var outputs = List.of(folder.resolve("one"), folder.resolve("two"));
        var agents = new ArrayList<Process>();

        for (Path output : outputs) {
            agents.add(programs.start(torchrun("all_reduce.py"), ENVIRONMENT, output));
        }

        for (int i = 0; i < 2; i++) {
            PythonPrograms.assertEndsWell(agents.get(i), outputs.get(i));
        }
        String printed = Files.readString(outputs.get(0)) + Files.readString(outputs.get(1));
        assertThat(printed)
                .contains(
                        "rank 0 of 4, attempt 0 sum 6",
                        "rank 1 of 4, attempt 0 sum 6",
                        "rank 2 of 4, attempt 0 sum 6",
                        "rank 3 of 4, attempt 0 sum 6");
    }

    /** On Python 3.11 it can only start when told to redirect the streams of no rank at all. */
    private List<String> torchrun(String script) {
        var address = server.address();
        return List.of(
                TestPython.ofOldTorch().toString(),
                "-um",
                "torch.distributed.run",
                "--redirects=9:1",
                "--tee=9:1",
                "--nnodes=2",
                "--nproc_per_node=2",
                "--rdzv_backend=c10d",
                "--rdzv_endpoint=%s:%d".formatted(address.getHostString(), address.getPort()),
                "--rdzv_conf=is_host=0",
                "--rdzv_id=old",
                PythonPrograms.path(script).toString());
    }
}
