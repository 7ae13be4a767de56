package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

@BesideOthers
class CompletionCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "muster run --nproc-p, --nproc-per-node",
        "muster run --numa-binding ex, exclusive",
        "muster run --rdzv-backend c1, c10d",
        "muster comp, completion",
        "muster completion f, fish",
        "muster store --dia, --dialect",
    })
    @Needs(TestGroup.SHELLS)
    void bash_completes_a_word(String typed, String word) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("bash", "--norc", resource("complete.bash")));
        words.add(script("bash").toString());
        words.addAll(List.of(typed.split(" ")));

        assertThat(lines(words)).containsExactly(word);
    }

    @Test
    void bash_offers_files_where_there_is_nothing_else_to_offer() throws IOException {
        assertThat(script("bash"))
                .content()
                .contains("complete -F _complete_muster -o default muster")
                .doesNotContain("+o default");
    }

    @ParameterizedTest
    @CsvSource({
        "muster run --nproc-p, muster run --nproc-per-node=",
        "muster run --numa-binding ex, muster run --numa-binding exclusive",
        "muster run --rdzv-backend=c1, muster run --rdzv-backend=c10d",
        "muster comp, muster completion",
        "muster completion f, muster completion fish",
        "muster store --dia, muster store --dialect=",
    })
    @Needs(TestGroup.SHELLS)
    void zsh_completes_a_word(String typed, String line) throws IOException, InterruptedException {
        var words = List.of("zsh", "-f", resource("complete.zsh"), script("zsh").toString(), typed);

        assertThat(lines(words)).extracting(String::strip).containsExactly(line);
    }

    @ParameterizedTest
    @CsvSource({
        "muster run --nproc-p, --nproc-per-node",
        "muster run --numa-binding ex, exclusive",
        "muster run --rdzv-backend=c1, --rdzv-backend=c10d",
        "muster comp, completion",
        "muster completion f, fish",
        "muster store --dia, --dialect",
    })
    @Needs(TestGroup.SHELLS)
    void fish_completes_a_word(String typed, String word) throws IOException, InterruptedException {
        var words =
                List.of(
                        "fish",
                        "--no-config",
                        "-c",
                        "source $argv[1]; complete -C $argv[2]",
                        script("fish").toString(),
                        typed);

        assertThat(lines(words)).extracting(line -> line.split("\t", -1)[0]).containsExactly(word);
    }

    @Test
    void a_shell_that_there_is_nothing_for_is_refused_with_those_that_there_is_something_for() {
        int exitCode = CompletionCommand.call(List.of("tcsh"), terminal());

        assertThat(exitCode).isEqualTo(ExitCodes.USAGE);
        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(err.toString(UTF_8))
                .isEqualTo(
                        "muster completion: found \"tcsh\", expected one of these shells: bash,"
                                + " zsh, fish\n");
    }

    @Test
    void torchruns_flag_for_it_prints_the_same() {
        int exitCode = new RunCommand(terminal()).call(List.of("--print-completion=fish"));
        String ofFlag = out.toString(UTF_8);
        out.reset();
        CompletionCommand.call(List.of("fish"), terminal());

        assertThat(exitCode).isZero();
        assertThat(ofFlag).isEqualTo(out.toString(UTF_8)).contains("nproc-per-node");
    }

    private Terminal terminal() {
        return new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    }

    private Path script(String shell) throws IOException {
        assertThat(CompletionCommand.call(List.of(shell), terminal())).isZero();
        return Files.writeString(folder.resolve("muster." + shell), out.toString(UTF_8));
    }

    private static String resource(String name) throws IOException {
        try {
            var url = Objects.requireNonNull(CompletionCommandTest.class.getResource(name));
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private List<String> lines(List<String> command) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .start();
        try (Stream<String> lines = process.inputReader().lines()) {
            List<String> said = lines.toList();
            assertThat(process.waitFor()).as(said.toString()).isZero();
            return said;
        }
    }
}
