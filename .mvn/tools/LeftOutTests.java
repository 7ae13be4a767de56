import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Says, at the end of the build, which groups of tests this machine could not run. Where
 * MUSTER_REQUIRE_ALL_TESTS is 1 it fails the build if there was one.
 *
 * <p>Arguments: the project's folder, and when the build began; a note older than that is another
 * build's.
 */
final class LeftOutTests {
    public static void main(String[] args) throws IOException {
        var root = Path.of(args[0]);
        var buildStarted = Instant.parse(args[1]);
        Map<String, TreeSet<String>> testsByGroup = new TreeMap<>();
        for (var module : List.of("store", "agent-core", "gui", "packaging")) {
            for (var note : notes(root.resolve(module, "target", "left-out"), buildStarted)) {
                for (var line : Files.readAllLines(note)) {
                    var column = line.split("\t");
                    var group =
                            "%s: needs %s; %s"
                                    .formatted(note.getFileName(), column[2], column[3]);
                    testsByGroup.computeIfAbsent(group, _ -> new TreeSet<>()).add(column[0]);
                }
            }
        }
        report(testsByGroup);
        if (!testsByGroup.isEmpty() && "1".equals(System.getenv("MUSTER_REQUIRE_ALL_TESTS"))) {
            System.err.println("MUSTER_REQUIRE_ALL_TESTS=1: leaving tests out is a failure here.");
            System.exit(1);
        }
    }

    private static List<Path> notes(Path folder, Instant buildStarted) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> notes = Files.list(folder)) {
            return notes.filter(note -> !isOlderThan(buildStarted, note)).sorted().toList();
        }
    }

    private static boolean isOlderThan(Instant buildStarted, Path note) {
        return Instant.ofEpochMilli(note.toFile().lastModified()).isBefore(buildStarted);
    }

    /** Boxed: the last thing a reader of the build's output should miss. */
    private static void report(Map<String, TreeSet<String>> testsByGroup) {
        if (testsByGroup.isEmpty()) {
            System.out.println("No group of tests was left out.");
            return;
        }
        System.out.println("#".repeat(100));
        System.out.println("# TESTS LEFT OUT on this machine:");
        testsByGroup.forEach(
                (group, tests) ->
                        System.out.println(
                                "#   " + group + "\n#     in " + String.join(", ", tests)));
        System.out.println("#".repeat(100));
    }
}
