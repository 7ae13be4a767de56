package dev.muster.agent.ssh;

import dev.muster.agent.home.AgentSockets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder of this process's own for the sockets of one connection, that nobody else may enter.
 * Those that processes left behind which are gone are removed on the way.
 */
record SshFolder(Path path) implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("ssh-([0-9]{1,10})-[0-9]+");
    private static final int LONGEST_PATH = 107;
    private static final String LONGEST_NAME = "/4194304-9999999999999.sock";
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    static SshFolder create(Map<String, String> environment) throws IOException {
        var sockets = AgentSockets.of(environment);
        sockets.prepare();
        removeLeftovers(sockets.folder());
        String name = "ssh-%d-%d".formatted(ProcessHandle.current().pid(), COUNT.incrementAndGet());
        Path own = sockets.folder().resolve(name);
        if (!fits(own)) return new SshFolder(Files.createTempDirectory("muster-ssh", PRIVATE));
        new SshFolder(own).close(); // of a process that had this number before
        return new SshFolder(Files.createDirectory(own, PRIVATE));
    }

    private static boolean fits(Path folder) {
        return (folder + LONGEST_NAME).getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH;
    }

    private static void removeLeftovers(Path folder) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "ssh-*")) {
            for (Path each : found) {
                Matcher name = NAME.matcher(String.valueOf(each.getFileName()));
                if (!name.matches()) continue;
                long pid = Long.parseLong(name.group(1));
                if (ProcessHandle.of(pid).isEmpty()) new SshFolder(each).close();
            }
        }
    }

    /** Where ssh has the socket by which its connection is shared. */
    Path control() {
        return path.resolve("c");
    }

    /** Where the way to that socket of another machine begins. */
    Path local(String remote) {
        return path.resolve(remote.substring(remote.lastIndexOf('/') + 1));
    }

    /** Removes it with the sockets in it. */
    @Override
    public void close() throws IOException {
        if (!Files.isDirectory(path)) return;
        var left = new ArrayList<Path>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(path)) {
            found.forEach(left::add);
        }
        for (Path each : left) Files.deleteIfExists(each);
        Files.deleteIfExists(path);
    }
}
