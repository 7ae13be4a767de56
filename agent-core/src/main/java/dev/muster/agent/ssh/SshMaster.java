package dev.muster.agent.ssh;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A connection that others share, held by an ssh process. Any thread.
 *
 * <p>That process ends with this one, however this one ends: its standard input is a pipe of ours.
 */
final class SshMaster implements AutoCloseable {
    private static final int MOST_LINES = 60;
    private static final int LONGEST_LINE = 400;

    private final Process process;
    private final CompletableFuture<Boolean> up = new CompletableFuture<>();
    private final List<String> talk = new ArrayList<>();
    private final CompletableFuture<String> over = new CompletableFuture<>();

    private SshMaster(Process process) {
        this.process = process;
    }

    /** Begins to connect. */
    static SshMaster start(Ssh ssh, SshName host, Path control, Ssh.Prompts prompts)
            throws IOException {
        var builder = new ProcessBuilder(ssh.master(host, control, prompts));
        builder.environment().putAll(ssh.environment());
        builder.environment().putAll(ssh.variables(prompts));
        var master = new SshMaster(builder.start());
        Thread.ofVirtual().name("ssh " + host).start(master::hear);
        Thread said = Thread.ofVirtual().name("ssh says " + host).start(master::listen);
        Thread.ofVirtual().name("await ssh " + host).start(() -> master.end(said));
        return master;
    }

    /** True once the connection is there; false when there will be none. */
    CompletableFuture<Boolean> up() {
        return up;
    }

    /** When it is over, why, in ssh's own words. */
    CompletableFuture<String> over() {
        return over;
    }

    /** Everything that ssh said. */
    String talk() {
        synchronized (talk) {
            return String.join("\n", talk);
        }
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException _) {
            // it has ended already
        }
        process.destroy();
    }

    /** A login may print what it likes before the line that counts. */
    private void hear() {
        lines(
                process.getInputStream(),
                line -> {
                    if (Ssh.isUp(line)) up.complete(true);
                });
    }

    private void listen() {
        lines(
                process.getErrorStream(),
                line -> {
                    synchronized (talk) {
                        if (talk.size() == MOST_LINES) talk.removeFirst();
                        talk.add(line.strip());
                    }
                });
    }

    private static void lines(InputStream stream, java.util.function.Consumer<String> each) {
        try (var reader =
                new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            var line = new StringBuilder();
            for (int next = reader.read(); next >= 0; next = reader.read()) {
                if (next == '\n') {
                    each.accept(line.toString());
                    line.setLength(0);
                } else if (line.length() < LONGEST_LINE) {
                    line.append((char) next);
                }
            }
            if (!line.isEmpty()) each.accept(line.toString());
        } catch (IOException _) {
            // it was closed
        }
    }

    private void end(Thread said) {
        try {
            int code = process.waitFor();
            said.join();
            up.complete(false);
            over.complete(why(code));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private String why(int code) {
        synchronized (talk) {
            return talk.stream()
                    .filter(line -> !line.isEmpty())
                    .reduce((_, later) -> later)
                    .orElse("ssh ended with exit code " + code);
        }
    }
}
