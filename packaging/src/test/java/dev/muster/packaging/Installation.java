package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One of the packages this build has made, put where it belongs below a scratch folder. Its calls
 * know of no JDK and of no checkout.
 */
record Installation(Path root, Path command, Path home) {
    private static final Path MADE = Path.of("target", "dist");

    /** An archive unpacked, as its user would. */
    static Installation unpacked(String nameBegins, Path scratch)
            throws IOException, InterruptedException {
        Path root = Files.createDirectories(scratch.resolve("root"));
        succeed("tar", "-xzf", made(nameBegins, ".tar.gz").toString(), "-C", root.toString());
        try (Stream<Path> folders = Files.list(root)) {
            Path folder = folders.findAny().orElseThrow();
            return new Installation(root, folder.resolve("bin/muster"), home(scratch));
        }
    }

    /** The Debian package, by dpkg, into a system that has nothing else in it. */
    static Installation installed(Path scratch) throws IOException, InterruptedException {
        Path root = Files.createDirectories(scratch.resolve("root"));
        Path admin = root.resolve("var/lib/dpkg");
        Files.createDirectories(admin.resolve("updates"));
        Files.createDirectories(admin.resolve("info"));
        Files.createFile(admin.resolve("status"));
        var system = new Installation(root, root.resolve("usr/bin/muster"), home(scratch));
        system.install();
        return system;
    }

    void install() throws IOException, InterruptedException {
        dpkg(root, "--force-depends", "--install", debianPackage().toString());
    }

    static Path debianPackage() throws IOException {
        return made("muster_", ".deb");
    }

    void purge() throws IOException, InterruptedException {
        dpkg(root, "--purge", "muster");
    }

    /** All that is below {@code usr}, and is no folder. */
    TreeSet<String> installedFiles() throws IOException {
        Path usr = root.resolve("usr");
        if (!Files.exists(usr)) return new TreeSet<>();
        try (Stream<Path> files = Files.walk(usr)) {
            return files.filter(file -> !Files.isDirectory(file))
                    .map(file -> usr.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    Launch launch() {
        var environment =
                Map.of(
                        "PATH", System.getenv("PATH"),
                        "HOME", home.toString(),
                        "MUSTER_HOME", home.resolve("muster").toString(),
                        "LANG", "C.UTF-8");
        return new Launch(command, environment, home);
    }

    /** Ends with 0, or the test fails with what it said. */
    static String succeed(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static void dpkg(Path root, String... words) throws IOException, InterruptedException {
        String[] start = {"dpkg", "--root=" + root, "--force-not-root", "--log=/dev/null"};
        succeed(Stream.concat(Stream.of(start), Stream.of(words)).toArray(String[]::new));
    }

    private static Path home(Path scratch) throws IOException {
        return Files.createDirectories(scratch.resolve("home"));
    }

    private static Path made(String nameBegins, String nameEnds) throws IOException {
        try (Stream<Path> files = Files.list(MADE)) {
            return files.filter(file -> file.getFileName().toString().startsWith(nameBegins))
                    .filter(file -> file.getFileName().toString().endsWith(nameEnds))
                    .findAny()
                    .orElseThrow()
                    .toAbsolutePath();
        }
    }
}
