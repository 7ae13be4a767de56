package dev.muster.agent.home;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Where the agents of this user listen: a folder that nobody else may enter, with a socket for each
 * agent process. It is {@code run} in {@code MUSTER_HOME}, or {@code muster} in {@code
 * XDG_RUNTIME_DIR}, or a folder of this user's own among the temporary files; the last, too, where
 * the path of a socket would be longer than the system takes. Everybody who is given the same
 * environment comes to the same folder.
 */
public record AgentSockets(Path folder) {
    /** Bytes in the path of a Unix socket, without the one that ends it. */
    private static final int LONGEST_PATH = 107;

    /** Finds the folder; looks at nothing on the disk but who this user is. */
    public static AgentSockets of(Map<String, String> environment) {
        Optional<Path> wanted =
                MusterHome.folder(environment, "MUSTER_HOME")
                        .map(home -> home.resolve("run"))
                        .or(
                                () ->
                                        MusterHome.folder(environment, "XDG_RUNTIME_DIR")
                                                .map(folder -> folder.resolve("muster")));
        return new AgentSockets(
                wanted.filter(AgentSockets::fits).orElseGet(() -> amongTemporaryFiles(wanted)));
    }

    private static boolean fits(Path folder) {
        return folder.resolve(AgentSocket.LONGEST_NAME).toString().getBytes(UTF_8).length
                <= LONGEST_PATH;
    }

    private static Path amongTemporaryFiles(Optional<Path> tooLong) {
        var sum = new CRC32();
        tooLong.ifPresent(folder -> sum.update(folder.toString().getBytes(UTF_8)));
        String name =
                tooLong.isEmpty()
                        ? "muster-" + Processes.ownUser()
                        : "muster-%d-%s"
                                .formatted(
                                        Processes.ownUser(),
                                        HexFormat.of().toHexDigits((int) sum.getValue()));
        return Path.of("/tmp", name);
    }

    /**
     * Makes the folder where it is not there yet.
     *
     * @throws IOException also when it is somebody else's, or open to others; nothing may be put
     *     there then
     */
    public void prepare() throws IOException {
        checked().prepare();
    }

    /** Where this process is to listen. */
    public AgentSocket own() {
        long pid = ProcessHandle.current().pid();
        long startTicks =
                Processes.startTicks(pid)
                        .orElseThrow(() -> new IllegalStateException("/proc does not tell of us"));
        return AgentSocket.of(folder, pid, startTicks);
    }

    /**
     * The sockets of agents that are there, by age. Those of agents that ended without a word are
     * removed on the way.
     *
     * @throws IOException also when the folder is not only ours: whoever else put a socket there
     *     could pass for an agent
     */
    public List<AgentSocket> present() throws IOException {
        List<AgentSocket> found = listed();
        for (AgentSocket socket : found) {
            if (!socket.isAlive()) Files.deleteIfExists(socket.path());
        }
        return found.stream().filter(AgentSocket::isAlive).sorted().toList();
    }

    private List<AgentSocket> listed() throws IOException {
        try {
            checked().check();
        } catch (NoSuchFileException _) {
            return List.of();
        }
        try (Stream<Path> names = Files.list(folder)) {
            return names.map(AgentSocket::at).flatMap(Optional::stream).toList();
        }
    }

    private PrivateFolder checked() {
        return new PrivateFolder(folder, "this is where agents listen");
    }
}
