package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The user guide's blocks, as they stand, on the archive this build has made. */
@Tag("dist")
@Needs(TestGroup.CURL)
class GuideTest {
    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"terminal", "api", "nodes"})
    @Needs(TestGroup.PYTHON)
    void a_page_does_what_it_says(String page) throws IOException, InterruptedException {
        var archive = Installation.unpacked("muster-0", scratch);
        Path folder = archive.command().resolveSibling(".");
        Path script =
                Launch.program(
                        scratch.resolve(page),
                        "set -eu",
                        "stop_agents() { for socket in \"$MUSTER_HOME\"/run/*.sock; do",
                        "name=${socket##*/}; kill \"${name%%-*}\" 2>/dev/null || :; done; }",
                        "trap stop_agents EXIT",
                        blocks(page));

        var ended =
                new Launch(script, archive.launch().environment(), archive.home())
                        .with("PATH", folder.normalize() + ":" + System.getenv("PATH"))
                        .call();

        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    }

    private static String blocks(String page) throws IOException {
        String text = Files.readString(Path.of("docs", "guide", page + ".md"));
        return BLOCK.matcher(text)
                .results()
                .map(block -> Objects.requireNonNull(block.group(1)))
                .collect(Collectors.joining("\n"));
    }
}
