package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Keeps {@code CONFORMANCE.md} true. */
class ConformanceTest {
    private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern REASON = Pattern.compile("GPU|Windows|torch RPC|Python plug-in");
    private static final List<Path> TESTS =
            List.of(Path.of("src/test/java"), Path.of("../store/src/test/java"));

    @Test
    void every_test_that_is_named_is_there() throws IOException {
        Map<String, String> sources = testSources();

        List<String> leadingNowhere =
                lines().flatMap(line -> NAMED.matcher(line).results())
                        .filter(
                                name ->
                                        !sources.getOrDefault(name.group(1), "")
                                                .contains(" " + name.group(2) + "("))
                        .map(name -> name.group(1) + "#" + name.group(2))
                        .toList();

        assertThat(leadingNowhere).isEmpty();
    }

    @Test
    void every_case_that_has_tests_has_one_that_every_build_runs() throws IOException {
        Map<String, String> sources = testSources();

        List<String> inTheProofAlone =
                lines().filter(line -> NAMED.matcher(line).find())
                        .filter(
                                line ->
                                        NAMED.matcher(line)
                                                .results()
                                                .allMatch(name -> isProof(sources, name)))
                        .toList();

        assertThat(inTheProofAlone).isEmpty();
    }

    /** By what stands above the class or above the method. */
    private static boolean isProof(Map<String, String> sources, MatchResult name) {
        String source = sources.getOrDefault(name.group(1), "");
        String aboveClass = source.substring(0, source.indexOf("class " + name.group(1)));
        int method = source.indexOf(" " + name.group(2) + "(");
        String aboveMethod = source.substring(source.lastIndexOf("\n\n", method), method);
        return (aboveClass + aboveMethod).contains("@Tag(\"proof\")");
    }

    @Test
    void nine_cases_of_ten_have_a_test_and_the_others_a_reason() throws IOException {
        List<String> cases =
                lines().filter(line -> !line.startsWith("| Case ") && !line.startsWith("| --- "))
                        .toList();
        List<String> without = cases.stream().filter(line -> !NAMED.matcher(line).find()).toList();

        assertThat(without).hasSizeLessThanOrEqualTo(cases.size() / 10);
        assertThat(without).allMatch(line -> REASON.matcher(line).find());
    }

    /** Those of the tables, headings included. */
    private static Stream<String> lines() throws IOException {
        return Files.readAllLines(Path.of("CONFORMANCE.md")).stream()
                .filter(line -> line.startsWith("|"));
    }

    /** The text of each test class, by the name of the class. */
    private static Map<String, String> testSources() throws IOException {
        var sources = new HashMap<String, String>();
        for (Path tests : TESTS) {
            try (Stream<Path> files = Files.walk(tests)) {
                files.filter(file -> file.toString().matches(".*(Test|Contract)\\.java"))
                        .forEach(file -> sources.put(className(file), text(file)));
            }
        }
        return sources;
    }

    private static String className(Path file) {
        return String.valueOf(file.getFileName()).replace(".java", "");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
