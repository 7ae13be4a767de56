package dev.muster.agent.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The counter of out-of-memory kills that is nearest to a process: its cgroup's ({@code
 * memory.events}, or {@code memory.oom_control} of the first version), else the machine's. Reading
 * one never blocks. Any thread.
 *
 * @param file where it stands
 * @param name what to call it
 * @param before its value when it was found
 */
public record OomKills(Path file, String name, long before) {
    /** A file, and what to call the counter in it. */
    private record Place(Path file, String name) {}

    private static final Path SYSTEM = Path.of("/");

    /** The counter for a living process. */
    public static Optional<OomKills> of(long pid) {
        return of(SYSTEM, pid);
    }

    /** As {@link #of(long)}, below a root that a test has made up. */
    static Optional<OomKills> of(Path root, long pid) {
        try {
            List<String> groups = Files.readAllLines(root.resolve("proc/" + pid + "/cgroup"));
            return places(root, groups)
                    .flatMap(
                            place ->
                                    count(place.file()).stream()
                                            .mapToObj(
                                                    count ->
                                                            new OomKills(
                                                                    place.file(),
                                                                    place.name(),
                                                                    count)))
                    .findFirst();
        } catch (IOException _) {
            return Optional.empty(); // it is gone already, or this system has no such thing
        }
    }

    /** The sentence that proves kills since the counter was found; empty when there were none. */
    public Optional<String> proof() {
        OptionalLong now = count(file);
        return now.isPresent() && now.getAsLong() > before
                ? Optional.of("%s: oom_kill %d → %d".formatted(name, before, now.getAsLong()))
                : Optional.empty();
    }

    private static Stream<Place> places(Path root, List<String> groups) {
        Path cgroups = root.resolve("sys/fs/cgroup");
        Stream<Place> own =
                groups.stream()
                        .map(line -> line.split(":", 3))
                        .filter(parts -> parts.length == 3)
                        .flatMap(parts -> ofGroup(cgroups, parts[1], parts[2]));
        return Stream.concat(
                own,
                Stream.of(new Place(root.resolve("proc/vmstat"), "the machine's /proc/vmstat")));
    }

    private static Stream<Place> ofGroup(Path cgroups, String controllers, String path) {
        if (controllers.isEmpty()) {
            return Stream.of(cgroups, cgroups.resolve("unified"))
                    .flatMap(mount -> upwards(mount, path, "memory.events"));
        }
        if (!List.of(controllers.split(",", -1)).contains("memory")) return Stream.empty();
        return upwards(cgroups.resolve(controllers), path, "memory.oom_control");
    }

    /**
     * The group and those around it, the nearest first: a kill counts for the nearest one that has
     * its memory accounted for. In a container the path may be one outside of it; then the mounted
     * root is the group's own.
     */
    private static Stream<Place> upwards(Path mount, String path, String file) {
        return Stream.iterate(Path.of(path), group -> group != null, Path::getParent)
                .map(
                        group ->
                                new Place(
                                        mount.resolve(Path.of("/").relativize(group)).resolve(file),
                                        "%s of cgroup %s".formatted(file, group)));
    }

    private static OptionalLong count(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("oom_kill "))
                    .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length()).strip()))
                    .findFirst();
        } catch (IOException | NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
