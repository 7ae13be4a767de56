package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.muster.testing.TestPython;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Agents on this machine, each a process of its own, ours or torchrun's, that run one script with a
 * process group. Its workers wait for {@link #go} before they sum up.
 */
final class NodesOfAJob implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path folder;
    private final Path script;
    private final Path orders;
    private final String meetingPlace;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private String group = "gloo";
    private boolean insistsOnTorch;

    private record Node(Process process, Path out, Path err) {}

    /** They meet at a free port of this machine. */
    NodesOfAJob(Path folder) throws IOException {
        this(folder, HOST + ":" + FreePort.onLoopback());
    }

    /**
     * @param meetingPlace as {@code --rdzv-endpoint} names it
     */
    NodesOfAJob(Path folder, String meetingPlace) throws IOException {
        this.folder = folder;
        this.meetingPlace = meetingPlace;
        orders = Files.createDirectory(folder.resolve("orders"));
        script = folder.resolve("sum_up.py");
        try (var source = NodesOfAJob.class.getResourceAsStream("sum_up.py")) {
            Files.copy(Objects.requireNonNull(source), script);
        }
    }

    /**
     * Has the workers sum up by nothing but their store, where the story is one of the agents: to
     * load torch takes a worker seconds of a processor. They do not feel each other's end then.
     */
    void withoutTorch() {
        if (!insistsOnTorch) group = "store";
    }

    /** Has the workers sum up over gloo, whatever else is said. */
    void insistOnTorch() {
        insistsOnTorch = true;
    }

    /** Starts {@code muster run}. Nodes rank in the order of their names. */
    void ours(String name, String... flags) throws IOException {
        Path home = Files.createDirectory(folder.resolve(name));
        var words = new ArrayList<>(List.of(flags));
        words.addAll(List.of("--python", TestPython.path().toString()));
        start(
                name,
                MusterProcess.command(
                        Stream.concat(Stream.of("run"), words(name, words)).toArray(String[]::new)),
                home);
    }

    /** The same once more in the place of one that has ended. */
    void oursAgain(String name, String... flags) throws IOException {
        Files.move(folder.resolve(name), folder.resolve(name + ".ended"));
        ours(name, flags);
    }

    /** Starts {@code torchrun}, in the same job. */
    void torchruns(String name, String... flags) throws IOException {
        Path home = Files.createDirectory(folder.resolve(name));
        var words = new ArrayList<String>();
        words.addAll(List.of(TestPython.path().toString(), "-m", "torch.distributed.run"));
        words.addAll(words(name, List.of(flags)).toList());
        start(name, words, home);
    }

    private Stream<String> words(String name, List<String> flags) {
        var words = new ArrayList<>(flags);
        words.addAll(
                List.of("--rdzv-endpoint", meetingPlace, "--rdzv-id", "job", "--local-addr", name));
        words.addAll(List.of(script.toString(), group, orders.toString()));
        return words.stream();
    }

    private void start(String name, List<String> command, Path home) throws IOException {
        Path out = home.resolve("out");
        Path err = home.resolve("err");
        var builder =
                new ProcessBuilder(command)
                        .directory(home.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        MusterProcess.clean(builder.environment());
        builder.environment().put("MUSTER_HOME", home.resolve("home").toString());
        builder.environment().put("GLOO_SOCKET_IFNAME", "lo");
        nodes.put(name, new Node(builder.start(), out, err));
    }

    /** Asks its agent from another terminal; what comes of it. */
    MusterProcess.Ended scale(String name, String range) throws IOException, InterruptedException {
        return MusterProcess.run(folder.resolve(name), "scale", range);
    }

    /** Waits until the node's worker is in a process group for the n-th time. */
    void awaitJoined(String name, int times) {
        await().alias(name + " has joined " + times + " process groups")
                .atMost(PATIENCE)
                .until(
                        () ->
                                lines(name).filter(line -> line.startsWith("joined")).count()
                                        >= times);
    }

    /** Waits until its workers have printed this. */
    void awaitOutput(String name, String words) {
        await().alias(name + "'s workers print " + words)
                .atMost(PATIENCE)
                .until(() -> lines(name).anyMatch(line -> line.contains(words)));
    }

    /** Waits until the agent has said this. */
    void awaitTalk(String name, String words) {
        await().alias(name + " says " + words)
                .atMost(PATIENCE)
                .until(() -> Files.readString(node(name).err()).contains(words));
    }

    /** Waits until the workers of so many of these nodes have printed this; answers of which. */
    List<String> awaitOutputOf(int count, String words, String... names) {
        return await().alias("workers of %d nodes print %s".formatted(count, words))
                .atMost(PATIENCE)
                .until(
                        () -> {
                            var found = new ArrayList<String>();
                            for (String name : names) {
                                if (lines(name).anyMatch(line -> line.contains(words))) {
                                    found.add(name);
                                }
                            }
                            return found;
                        },
                        found -> found.size() == count);
    }

    /** Waits until there is a store where the nodes are to meet. */
    void awaitListening() {
        int port = Integer.parseInt(meetingPlace.substring(meetingPlace.indexOf(':') + 1));
        var place = new InetSocketAddress(HOST, port);
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(
                        () -> {
                            try (var socket = new Socket()) {
                                socket.connect(place, 1_000);
                                return true;
                            }
                        });
    }

    /** Has the workers talk to each other while they wait, so that one's end is felt by all. */
    void hangTogether() throws IOException {
        Files.createFile(orders.resolve("together"));
    }

    /** Lets the workers sum up. */
    void go() throws IOException {
        Files.createFile(orders.resolve("go"));
    }

    /** Lets the worker of the node with this group rank fail. */
    void fail(int groupRank) throws IOException {
        Files.createFile(orders.resolve("fail." + groupRank));
    }

    /** Keeps the workers of the node with this group rank from ending once they have summed up. */
    void stay(int groupRank) throws IOException {
        Files.createFile(staying(groupRank));
    }

    /** Ends what {@link #stay} began. */
    void leave(int groupRank) throws IOException {
        Files.delete(staying(groupRank));
    }

    private Path staying(int groupRank) {
        return orders.resolve("stay." + groupRank);
    }

    /** SIGKILL to the agent. */
    void kill(String name) {
        node(name).process().destroyForcibly();
    }

    /** SIGSTOP to the agent: its workers run on. */
    void freeze(String name) throws IOException, InterruptedException {
        signal(name, "STOP");
    }

    /** SIGCONT to the agent. */
    void thaw(String name) throws IOException, InterruptedException {
        signal(name, "CONT");
    }

    private void signal(String name, String signal) throws IOException, InterruptedException {
        String kill = "kill -%s %d".formatted(signal, node(name).process().pid());
        assertThat(new ProcessBuilder("/bin/sh", "-c", kill).start().waitFor()).isZero();
    }

    /** Its last all-reduce, once it has ended well: {@code sum 3 of 2}. */
    String sumOf(String name) throws IOException, InterruptedException {
        awaitSuccess(name);
        return lines(name)
                .filter(line -> line.startsWith("sum"))
                .reduce((_, last) -> last)
                .orElse("");
    }

    void awaitSuccess(String name) throws IOException, InterruptedException {
        assertThat(exitCodeOf(name)).as("exit code of %s; %s", name, talk()).isZero();
    }

    /** Once it has ended. */
    int exitCodeOf(String name) throws IOException, InterruptedException {
        Process process = node(name).process();
        boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(ended).as("%s ends; so far: %s", name, talk()).isTrue();
        return process.exitValue();
    }

    String talkOf(String name) throws IOException {
        return Files.readString(node(name).err());
    }

    /** What the first worker of one of our nodes printed in the attempt of that name. */
    String printed(String name, String attempt) throws IOException {
        Path runs = folder.resolve(name).resolve("home/state/runs");
        try (Stream<Path> ofNode = Files.list(runs)) {
            return Files.readString(
                    ofNode.findFirst().orElseThrow().resolve(attempt).resolve("0/stdout.log"));
        }
    }

    private String talk() throws IOException {
        var all = new StringBuilder();
        for (var entry : nodes.entrySet()) {
            all.append("\n--- ").append(entry.getKey()).append('\n');
            all.append(Files.readString(entry.getValue().err(), ISO_8859_1));
        }
        return all.toString();
    }

    private Stream<String> lines(String name) throws IOException {
        return Files.readString(node(name).out(), ISO_8859_1).lines();
    }

    private Node node(String name) {
        return Objects.requireNonNull(nodes.get(name));
    }

    /** torchrun's workers outlive it when it is killed; what is left of it here is ended too. */
    @Override
    public void close() {
        for (Node node : nodes.values()) {
            node.process().descendants().forEach(ProcessHandle::destroyForcibly);
            node.process().destroyForcibly();
        }
    }
}
