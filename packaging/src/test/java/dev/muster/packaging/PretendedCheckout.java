package dev.muster.packaging;

import dev.muster.testing.TestProgram;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A checkout with the real launcher, and with a Maven and a JDK that only write down that they were
 * called: what the launcher decides shows without a build of minutes. PATH holds the tools the
 * launcher itself uses and nothing else: no Python, no apt-get, unless a test puts one there.
 */
final class PretendedCheckout {
    private static final List<String> NEEDED =
            List.of(
                    "cat",
                    "env",
                    "find",
                    "flock",
                    "grep",
                    "id",
                    "mkdir",
                    "readlink",
                    "rm",
                    "sleep",
                    "tail",
                    "touch");

    private final Path root;
    private final Path tools;

    PretendedCheckout(Path folder) throws IOException {
        root = folder.resolve("checkout");
        tools = folder.resolve("tools");
        Path launcher = Files.createDirectories(root.resolve("packaging/sh"));
        Files.copy(Path.of("muster"), script(), StandardCopyOption.COPY_ATTRIBUTES);
        try (var parts = Files.newDirectoryStream(Path.of("sh"))) {
            for (var part : parts) Files.copy(part, launcher.resolve(part.getFileName()));
        }
        Files.createFile(root.resolve("pom.xml"));
        Files.createFile(root.resolve("packaging/pom.xml"));
        Files.createDirectories(sources());
        Files.createFile(source());
        for (var name : NEEDED) {
            program(name, "exec " + TestProgram.find(name).orElseThrow() + " \"$@\"");
        }
        maven(
                "mkdir -p packaging/target/app/lib",
                "touch packaging/target/app/lib/a.jar packaging/target/app/assembled");
        jdk("25.0.1", "for word in \"$@\"; do echo \"$word\"; done");
    }

    /** The launcher, with this checkout's JDK and Maven. */
    Launch launch() {
        var environment =
                Map.of(
                        "PATH", tools.toString(),
                        "HOME", tools.toString(),
                        "MUSTER_JAVA_HOME", jdk().toString());
        return new Launch(script(), environment, tools);
    }

    Path script() {
        return root.resolve("packaging/muster");
    }

    Path sources() {
        return root.resolve("store/src/main/java");
    }

    Path source() {
        return sources().resolve("Store.java");
    }

    Path jdk() {
        return tools.resolve("jdk");
    }

    /** From now on Maven does this. */
    void maven(String... lines) throws IOException {
        var script = new ArrayList<>(List.of("echo build >>" + tools + "/builds"));
        script.addAll(List.of(lines));
        program("mvn", script.toArray(String[]::new));
    }

    /** From now on PATH has a program of this name, which does this. */
    void program(String name, String... lines) throws IOException {
        Files.deleteIfExists(tools.resolve(name));
        Launch.program(tools.resolve(name), lines);
    }

    void remove(String program) throws IOException {
        Files.delete(tools.resolve(program));
    }

    /** From now on the JDK has this version, and its {@code java} does this. */
    void jdk(String version, String... lines) throws IOException {
        Launch.program(jdk().resolve("bin/java"), lines);
        Launch.program(jdk().resolve("bin/javac"), "echo javac " + version);
        Files.writeString(jdk().resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    int builds() throws IOException {
        Path notes = tools.resolve("builds");
        return Files.exists(notes) ? Files.readAllLines(notes).size() : 0;
    }

    /** Dates the file as if it had been written after the build. */
    static void edit(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(2)));
    }
}
