package dev.muster.agent.supervise.process;

import dev.muster.agent.job.Signal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The cgroup of one run. Nothing that a worker does to its session, its environment or its parents
 * takes it out of here, so whoever is in here belongs to the run.
 *
 * <p>Version 1 puts single threads into a group: the thread that starts the workers is {@linkplain
 * #enter in it}, and a worker is in it from its first instruction. Version 2 takes whole processes
 * only: a worker is {@linkplain #take put in} right after its start, and what it started within
 * that instant is known by its parent.
 *
 * <p>Files are opened at the beginning, so that a process without a free descriptor can still kill.
 * Any thread.
 */
final class RunCgroup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunCgroup.class);
    private static final int OWN_PID = (int) ProcessHandle.current().pid();

    private static final String MEMBERS = "cgroup.procs";

    /** How often the members are killed again because some of them were just forking. */
    private static final int ROUNDS = 100;

    private final Path folder;
    private final RandomAccessFile members;
    private final Optional<RandomAccessFile> killSwitch;
    private final Optional<RandomAccessFile> forkLimit;
    private final boolean takesThreads;

    private RunCgroup(
            Path folder,
            RandomAccessFile members,
            Optional<RandomAccessFile> killSwitch,
            Optional<RandomAccessFile> forkLimit) {
        this.folder = folder;
        this.members = members;
        this.killSwitch = killSwitch;
        this.forkLimit = forkLimit;
        takesThreads = Files.exists(folder.resolve("tasks"));
    }

    /** Makes the group. */
    static RunCgroup create(Path folder) throws IOException {
        Files.createDirectory(folder);
        return new RunCgroup(
                folder,
                new RandomAccessFile(folder.resolve(MEMBERS).toFile(), "rw"),
                openIfThere(folder.resolve("cgroup.kill"), "rw"),
                openIfThere(folder.resolve("pids.max"), "rw"));
    }

    private static Optional<RandomAccessFile> openIfThere(Path file, String mode)
            throws IOException {
        return Files.exists(file)
                ? Optional.of(new RandomAccessFile(file.toFile(), mode))
                : Optional.empty();
    }

    Path folder() {
        return folder;
    }

    /** The calling thread, and with it whatever it starts, is in the group from now on. */
    void enter() {
        if (!takesThreads) return;
        try {
            Files.writeString(folder.resolve("tasks"), "0");
        } catch (IOException e) {
            LOG.warn("Workers are not in the cgroup {}: {}", folder, e.getMessage());
        }
    }

    /**
     * Puts a process in that was not started in the group, and all that it has started. In this
     * order nobody is missed: who is started once its parent is in, is in as well.
     */
    void take(int pid) {
        if (takesThreads) return;
        try {
            write(members, Integer.toString(pid));
            for (int child : children(pid)) take(child);
        } catch (IOException e) {
            LOG.debug("{} is gone, or not to be moved: {}", pid, e.getMessage());
        }
    }

    private static Set<Integer> children(int pid) throws IOException {
        var found = new HashSet<Integer>();
        try (var threads = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads) {
                for (String child : Files.readString(thread.resolve("children")).split(" ")) {
                    if (!child.isBlank()) found.add(Integer.parseInt(child));
                }
            }
        }
        return found;
    }

    /**
     * Everybody in it but ourselves, who may have a thread in it. The file is opened anew each
     * time, because version 1 goes on showing an open one what it has read before; the open one is
     * for when there is no descriptor left.
     */
    Set<Integer> members() throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(folder.resolve(MEMBERS));
        } catch (IOException _) {
            lines = readOpenFile();
        }
        var found = new HashSet<Integer>();
        for (String line : lines) found.add(Integer.parseInt(line));
        found.remove(OWN_PID);
        return found;
    }

    private synchronized List<String> readOpenFile() throws IOException {
        var lines = new ArrayList<String>();
        members.seek(0);
        String line;
        while ((line = members.readLine()) != null) lines.add(line);
        return lines;
    }

    /** Kills everybody in it, also those who fork faster than they can be looked for. */
    void kill() throws IOException {
        if (killSwitch.isPresent()) {
            write(killSwitch.get(), "1");
            return;
        }
        limitForks("0");
        try {
            for (int round = 0; round < ROUNDS; round++) {
                boolean someone = false;
                for (int pid : members()) someone |= Posix.kill(pid, Signal.KILL);
                if (!someone) return;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        } finally {
            limitForks("max");
        }
    }

    private void limitForks(String most) throws IOException {
        if (forkLimit.isPresent()) write(forkLimit.get(), most);
    }

    private synchronized void write(RandomAccessFile file, String text) throws IOException {
        file.seek(0);
        file.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Takes the group away. Nobody may be in it but for what cannot be killed. */
    @Override
    public void close() {
        try {
            members.close();
            for (var file : killSwitch.stream().toList()) file.close();
            for (var file : forkLimit.stream().toList()) file.close();
            remove(folder);
        } catch (IOException e) {
            LOG.warn("{} is left behind: {}", folder, e.getMessage());
        }
    }

    /** The last member may be on its way out still; if it stays, so does the group. */
    static void remove(Path folder) {
        for (int round = 0; ; round++) {
            try {
                Files.deleteIfExists(folder);
                return;
            } catch (IOException e) {
                if (round == ROUNDS) {
                    LOG.warn("{} is left behind: {}", folder, e.getMessage());
                    return;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }
}
