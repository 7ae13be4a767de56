package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.WantedDifference.Seen;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** Whatever real clients ask, they see here what they see on PyTorch's own store. */
@Needs(TestGroup.TORCH)
@BesideOthers
class SameAsPyTorchTest {
    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final PythonPrograms programs = new PythonPrograms();

    @AfterEach
    void end() {
        programs.close();
        server.close();
    }

    static LongStream manySeeds() {
        return LongStream.range(100, 108);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = 1)
    void callers_see_the_same_as_on_pytorchs_own_store(long seed, @TempDir Path folder)
            throws IOException {
        compare(seed, 120, folder);
    }

    @Tag("proof")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("manySeeds")
    void they_do_for_thousands_of_operations(long seed, @TempDir Path folder) throws IOException {
        compare(seed, 600, folder);
    }

    private void compare(long seed, int count, Path folder) throws IOException {
        var output = folder.resolve("output");
        var address = server.address();
        var arguments =
                List.of(address.getHostString(), "" + address.getPort(), "" + seed, "" + count);

        var program =
                programs.start(
                        "same_on_both.py",
                        arguments,
                        Map.of("TORCH_CPP_LOG_LEVEL", "FATAL"),
                        output);

        PythonPrograms.assertEndsWell(program, output);
        var seen = read(output);
        assertThat(seen).hasSizeGreaterThan(count);
        assertThat(seen).filteredOn(Predicate.not(Seen::isWanted)).isEmpty();
    }

    private static List<Seen> read(Path output) throws IOException {
        var json = new ObjectMapper();
        try (var lines = Files.lines(output)) {
            return lines.filter(line -> line.startsWith("{"))
                    .map(json::readTree)
                    .map(SameAsPyTorchTest::seen)
                    .toList();
        }
    }

    private static Seen seen(JsonNode row) {
        return new Seen(
                row.get("op").asString() + " " + row.get("of"),
                row.get("theirs").asString(),
                row.get("ours").asString());
    }
}
