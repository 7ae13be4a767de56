package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Unmodified PyTorch programs on this store. */
@Needs(TestGroup.TORCH)
class RealTorchTest {
    private static final int WORLD_SIZE = 2;

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final PythonPrograms programs = new PythonPrograms();

    @AfterEach
    void end() {
        programs.close();
        server.close();
    }

    @Test
    void every_operation_of_a_real_client_does_what_its_caller_expects(@TempDir Path folder)
            throws IOException {
        var output = folder.resolve("output");
        var address = server.address();

        var client =
                programs.start(
                        "every_operation.py",
                        List.of(address.getHostString(), "" + address.getPort()),
                        Map.of(),
                        output);

        PythonPrograms.assertEndsWell(client, output);
        assertThat(output).content().contains("all as expected");
    }

    @Test
    void ranks_join_with_gloo_and_join_again_at_the_same_address_once_it_is_cleared(
            @TempDir Path folder) throws IOException {
        for (int attempt = 0; attempt < 2; attempt++) {
            joinWithGloo(attempt, folder);
            server.clear();
        }
    }

    @Tag("proof")
    @RepeatedTest(20)
    void they_do_every_time(@TempDir Path folder) throws IOException {
        for (int attempt = 0; attempt < 3; attempt++) {
            joinWithGloo(attempt, folder);
            server.clear();
        }
    }

    private void joinWithGloo(int attempt, Path folder) throws IOException {
        var outputs = new ArrayList<Path>();
        var ranks = new ArrayList<Process>();
        for (int rank = 0; rank < WORLD_SIZE; rank++) {
            outputs.add(folder.resolve("attempt %d rank %d".formatted(attempt, rank)));
            var environment = environment(rank, attempt);
            ranks.add(programs.start("all_reduce.py", List.of(), environment, outputs.get(rank)));
        }
        for (int rank = 0; rank < WORLD_SIZE; rank++) {
            PythonPrograms.assertEndsWell(ranks.get(rank), outputs.get(rank));
            assertThat(outputs.get(rank))
                    .content()
                    .contains("rank %d of 2, attempt %d sum 1".formatted(rank, attempt));
        }
    }

    /** What an agent that hosts the store tells its workers. */
    private Map<String, String> environment(int rank, int attempt) {
        return Map.of(
                "MASTER_ADDR",
                server.address().getHostString(),
                "MASTER_PORT",
                "" + server.address().getPort(),
                "RANK",
                "" + rank,
                "WORLD_SIZE",
                "" + WORLD_SIZE,
                "TORCHELASTIC_USE_AGENT_STORE",
                "True",
                "TORCHELASTIC_RESTART_COUNT",
                "" + attempt,
                "TORCHELASTIC_RUN_ID",
                "store-test",
                "GLOO_SOCKET_IFNAME",
                "lo",
                "OMP_NUM_THREADS",
                "1");
    }
}
