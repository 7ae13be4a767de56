package dev.muster.agent.supervise.process;

import dev.muster.agent.job.RunId;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where an agent may make cgroups, if anywhere: below the one it is in itself, in a folder of its
 * own that its guardian knows too. A bonus, never a need: on many machines nobody but root may.
 */
public final class Cgroups implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);

    /** {@code off} keeps us from making any. */
    private static final String SWITCH = "MUSTER_CGROUP";

    private final List<Path> sites;
    private final String name;
    private Optional<Path> folder = Optional.empty();
    private boolean tried;

    private Cgroups(List<Path> sites, String name) {
        this.sites = List.copyOf(sites);
        this.name = name;
    }

    /** None at all. */
    public static Cgroups none() {
        return new Cgroups(List.of(), "");
    }

    /**
     * What this process may have; nothing is made yet. Version 1's group for process counts comes
     * first: only version 1 takes in a worker before its first instruction.
     *
     * @param agent a name that no other agent process has
     */
    public static Cgroups find(String agent, Map<String, String> environment) {
        if ("off".equals(environment.get(SWITCH))) return none();
        try {
            var own = Files.readAllLines(Path.of("/proc/self/cgroup"));
            var mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"));
            var sites =
                    Stream.of("pids", "")
                            .flatMap(controller -> folderOf(controller, own, mounts).stream())
                            .toList();
            return new Cgroups(sites, "muster-" + agent);
        } catch (IOException e) {
            LOG.debug("no cgroups here: {}", e.getMessage());
            return none();
        }
    }

    /**
     * The folder of the cgroup that this process is in.
     *
     * @param controller of version 1; empty: version 2
     * @param own the lines of {@code /proc/self/cgroup}
     * @param mounts the lines of {@code /proc/self/mountinfo}
     */
    static Optional<Path> folderOf(String controller, List<String> own, List<String> mounts) {
        Optional<String> path =
                own.stream()
                        .map(line -> line.split(":", 3))
                        .filter(line -> line.length == 3)
                        .filter(
                                line ->
                                        controller.isEmpty()
                                                ? line[1].isEmpty() && line[0].equals("0")
                                                : holds(line[1], controller))
                        .map(line -> line[2])
                        .findFirst();
        if (path.isEmpty()) return Optional.empty();
        for (String mount : mounts) {
            String[] words = mount.split(" ");
            int dash = Arrays.asList(words).indexOf("-");
            if (dash < 5 || dash + 3 >= words.length) continue;
            boolean meant =
                    controller.isEmpty()
                            ? words[dash + 1].equals("cgroup2")
                            : words[dash + 1].equals("cgroup")
                                    && holds(words[dash + 3], controller);
            if (meant) return Optional.of(below(words[4], words[3], path.get()));
        }
        return Optional.empty();
    }

    /** A container may show only a part of the tree, of which {@code root} is the top. */
    private static Path below(String mountPoint, String root, String path) {
        String relative = path.startsWith(root) ? path.substring(root.length()) : path;
        return Path.of(mountPoint, relative);
    }

    private static boolean holds(String commaList, String word) {
        return Arrays.asList(commaList.split(",")).contains(word);
    }

    private static Optional<Path> make(Path folder) {
        try {
            Files.createDirectory(folder);
        } catch (IOException e) {
            LOG.debug("no cgroup can be made here: {}", e.getMessage());
            return Optional.empty();
        }
        if (Files.isWritable(folder.resolve("cgroup.procs"))) return Optional.of(folder);
        RunCgroup.remove(folder);
        return Optional.empty();
    }

    /**
     * The agent's own, with a group for each run in it; made when it is first asked for, so that
     * there is none before there is a guardian who takes it away.
     */
    public synchronized Optional<Path> folder() {
        if (!tried) {
            tried = true;
            folder = sites.stream().flatMap(site -> make(site.resolve(name)).stream()).findFirst();
        }
        return folder;
    }

    /** A new group for a run, where there can be one. */
    Optional<RunCgroup> of(RunId run) {
        Optional<Path> own = folder();
        if (own.isEmpty()) return Optional.empty();
        try {
            return Optional.of(RunCgroup.create(own.get().resolve(run.value())));
        } catch (IOException e) {
            LOG.warn("No cgroup for run {}: {}", run, e.getMessage());
            return Optional.empty();
        }
    }

    /** Takes the agent's folder away; every run's must be gone. */
    @Override
    public synchronized void close() {
        folder.ifPresent(RunCgroup::remove);
    }
}
