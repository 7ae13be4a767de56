package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Which part of a start the system refused: it answers a number and does not say of what. */
final class SpawnRefusal {
    private static final int ENOENT = 2;
    private static final int E2BIG = 7;
    private static final Map<Integer, String> NAMES =
            Map.ofEntries(
                    Map.entry(1, "EPERM"),
                    Map.entry(ENOENT, "ENOENT"),
                    Map.entry(E2BIG, "E2BIG"),
                    Map.entry(8, "ENOEXEC"),
                    Map.entry(11, "EAGAIN"),
                    Map.entry(12, "ENOMEM"),
                    Map.entry(13, "EACCES"),
                    Map.entry(20, "ENOTDIR"),
                    Map.entry(24, "EMFILE"),
                    Map.entry(26, "ETXTBSY"),
                    Map.entry(36, "ENAMETOOLONG"),
                    Map.entry(40, "ELOOP"));

    private SpawnRefusal() {}

    static IOException of(Spawn spawn, int errno) {
        return new IOException(
                "%s: %s (%s)".formatted(field(spawn, errno), words(errno), name(errno)));
    }

    private static String field(Spawn spawn, int errno) {
        if (errno == E2BIG) return "arguments and environment, %d bytes".formatted(bytes(spawn));
        Path folder = spawn.workingDirectory();
        if (!Files.isDirectory(folder) || !Files.isExecutable(folder)) {
            return "working directory " + folder;
        }
        for (Path file : new Path[] {spawn.stdout(), spawn.stderr()}) {
            Path parent = file.toAbsolutePath().getParent();
            if (parent != null && !Files.isDirectory(parent)) return "log file " + file;
        }
        String program = spawn.command().getFirst();
        Optional<String> interpreter =
                errno == ENOENT ? interpreterOf(folder.resolve(program)) : Optional.empty();
        return interpreter
                .map(name -> "program %s, interpreter %s".formatted(program, name))
                .orElse("program " + program);
    }

    /** What the first line of a script names; it is what is missing when the script is there. */
    private static Optional<String> interpreterOf(Path program) {
        try (var in = Files.newInputStream(program)) {
            String start = new String(in.readNBytes(256), StandardCharsets.ISO_8859_1);
            if (!start.startsWith("#!")) return Optional.empty();
            return start.substring(2).strip().lines().findFirst().map(line -> line.split(" ")[0]);
        } catch (IOException _) {
            return Optional.empty(); // then the program itself is what is missing
        }
    }

    private static long bytes(Spawn spawn) {
        long arguments = spawn.command().stream().mapToLong(SpawnRefusal::bytes).sum();
        long variables =
                spawn.environment().entrySet().stream()
                        .mapToLong(set -> bytes(set.getKey()) + bytes(set.getValue()))
                        .sum();
        return arguments + variables;
    }

    /** With the zero, or the equals sign, that follows it. */
    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length + 1L;
    }

    private static String words(int errno) {
        return Posix.describe(errno);
    }

    private static String name(int errno) {
        return NAMES.getOrDefault(errno, "errno " + errno);
    }
}
