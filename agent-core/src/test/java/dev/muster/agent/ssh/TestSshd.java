package dev.muster.agent.ssh;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real sshd of this user's own on loopback, and a client's configuration that leads to it. */
public final class TestSshd implements AutoCloseable {
    static final String PASSPHRASE = "open sesame";

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Path folder;
    private final Path remoteHome;
    private final int port;
    private final Map<String, String> remoteEnvironment;
    private Process process;

    /**
     * @param folder for keys and files, short enough for sockets
     * @param remoteEnvironment what a login over there finds, beside its {@code MUSTER_HOME}
     */
    public TestSshd(Path folder, Map<String, String> remoteEnvironment) throws IOException {
        this.folder = folder;
        this.remoteEnvironment = remoteEnvironment;
        remoteHome = Files.createDirectories(folder.resolve("there"));
        Files.createDirectories(loginHome());
        Files.createDirectories(folder.resolve("here"));
        port = freePort();
        key("host", "");
        key("user", "");
        key("locked", PASSPHRASE);
        Files.writeString(
                folder.resolve("authorized"),
                Files.readString(folder.resolve("user.pub"))
                        + Files.readString(folder.resolve("locked.pub")));
        String hostKey = Files.readString(folder.resolve("host.pub"));
        Files.writeString(folder.resolve("known"), "[127.0.0.1]:%d %s".formatted(port, hostKey));
        Files.createFile(folder.resolve("nobody-known"));
        writeServerConfig();
        writeClientConfig();
        process = start();
    }

    /** {@code MUSTER_HOME} of whoever logs in. */
    public Path remoteHome() {
        return remoteHome;
    }

    /**
     * ssh with a configuration that knows {@code box}, {@code locked}, whose key has a passphrase,
     * and {@code stranger}, whose own key nobody has seen.
     */
    public Ssh client() {
        return client(Map.of());
    }

    /** The same in another environment. */
    public Ssh client(Map<String, String> more) {
        var environment = new HashMap<>(more);
        environment.put("MUSTER_HOME", clientHome().toString());
        environment.put("PATH", "/usr/bin:/bin");
        return new Ssh(Path.of("/usr/bin/ssh"), Optional.of(folder.resolve("config")), environment);
    }

    public Path clientHome() {
        return folder.resolve("here");
    }

    /**
     * Empty, so that no start-up file of whoever runs the tests is read, and left half done when a
     * login is cut off.
     */
    private Path loginHome() {
        return folder.resolve("login");
    }

    /** Ends every connection that there is; new ones are served. */
    public void cut() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    /** Nobody is served until {@link #serve}. */
    public void stop() {
        List<ProcessHandle> sessions = process.descendants().toList();
        process.destroyForcibly();
        sessions.forEach(ProcessHandle::destroyForcibly);
        await().atMost(LONG).until(() -> !process.isAlive());
    }

    public void serve() throws IOException {
        process = start();
    }

    @Override
    public void close() {
        stop();
    }

    private Process start() throws IOException {
        Path separation = Path.of("/run/sshd"); // root's sshd insists on it
        if (isRoot()) Files.createDirectories(separation);
        var started =
                new ProcessBuilder("/usr/sbin/sshd", "-D", "-e", "-f", folder + "/sshd_config")
                        .redirectErrorStream(true)
                        .redirectOutput(
                                ProcessBuilder.Redirect.appendTo(
                                        folder.resolve("sshd.log").toFile()))
                        .start();
        await().atMost(LONG)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> {
                            new Socket(InetAddress.getLoopbackAddress(), port).close();
                            return true;
                        });
        return started;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private void writeServerConfig() throws IOException {
        var lines = new ArrayList<String>();
        lines.add("Port " + port);
        lines.add("ListenAddress 127.0.0.1");
        lines.add("HostKey " + folder.resolve("host"));
        lines.add("AuthorizedKeysFile " + folder.resolve("authorized"));
        lines.add("PidFile none");
        lines.add("StrictModes no");
        lines.add("UsePAM no");
        lines.add("PasswordAuthentication no");
        lines.add("KbdInteractiveAuthentication no");
        lines.add("PermitRootLogin prohibit-password");
        var set =
                new StringBuilder(
                        "SetEnv HOME=%s MUSTER_HOME=%s".formatted(loginHome(), remoteHome));
        remoteEnvironment.forEach((name, value) -> set.append(" %s=%s".formatted(name, value)));
        lines.add(set.toString());
        Files.write(folder.resolve("sshd_config"), lines);
    }

    private void writeClientConfig() throws IOException {
        Files.writeString(
                folder.resolve("config"),
                host("box", "user", "known")
                        + host("locked", "locked", "known")
                        + host("stranger", "user", "nobody-known"));
    }

    private String host(String alias, String key, String known) {
        return """
        Host %s
            HostName 127.0.0.1
            Port %d
            User %s
            IdentityFile %s
            IdentitiesOnly yes
            UserKnownHostsFile %s
            LogLevel ERROR
            LocalForward %d 127.0.0.1:1
            RemoteCommand echo this is not to be run
            RequestTTY force
        """
                .formatted(
                        alias,
                        port,
                        System.getProperty("user.name"),
                        folder.resolve(key),
                        folder.resolve(known),
                        port); // taken, so that it would fail if it were tried
    }

    private void key(String name, String passphrase) throws IOException {
        var process =
                new ProcessBuilder(
                                "ssh-keygen",
                                "-q",
                                "-t",
                                "ed25519",
                                "-N",
                                passphrase,
                                "-f",
                                folder.resolve(name).toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve(name + ".log").toFile())
                        .start();
        if (process.onExit().join().exitValue() != 0) throw new IOException("no key " + name);
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
