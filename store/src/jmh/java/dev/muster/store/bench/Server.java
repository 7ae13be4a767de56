package dev.muster.store.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A store in a process of its own, on a core of its own, that speaks dialect C. It says {@code
 * READY} and its port first, and ends when its standard input does.
 */
final class Server implements AutoCloseable {
    private static final String CORE = "1";
    private static final long NANOS_PER_MICRO = 1_000;

    private final String name;
    private final Process process;
    private final InetSocketAddress address;

    private Server(String name, Process process, InetSocketAddress address) {
        this.name = name;
        this.process = process;
        this.address = address;
    }

    static Server start(String name, List<String> command) throws IOException {
        var pinned = new ArrayList<>(List.of("taskset", "-c", CORE));
        pinned.addAll(command);
        var process =
                new ProcessBuilder(pinned).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var said = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        String first = said.readLine();
        if (first == null || !first.startsWith("READY ")) {
            process.destroy();
            throw new IOException(
                    "%s said \"%s\" (expected: READY and its port)".formatted(name, first));
        }
        int port = Integer.parseInt(first.split(" ")[1]);
        var host = InetAddress.ofLiteral("127.0.0.1");
        return new Server(name, process, new InetSocketAddress(host, port));
    }

    String name() {
        return name;
    }

    InetSocketAddress address() {
        return address;
    }

    /** What all its threads have run so far, in microseconds. */
    double cpuMicros() throws IOException {
        long nanos = 0;
        try (var threads = Files.newDirectoryStream(proc("task"))) {
            for (Path thread : threads) {
                var words = Files.readString(thread.resolve("schedstat"), UTF_8).split(" ");
                nanos += Long.parseLong(words[0]);
            }
        }
        return (double) nanos / NANOS_PER_MICRO;
    }

    /** The memory that it has resident, in bytes. */
    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(proc("status"), UTF_8)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
            }
        }
        throw new IOException("the status of %s has no VmRSS".formatted(name));
    }

    private Path proc(String file) {
        // taskset becomes the server; what unshare starts is a child of its own process id
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    @Override
    public void close() {
        process.destroy();
    }
}
