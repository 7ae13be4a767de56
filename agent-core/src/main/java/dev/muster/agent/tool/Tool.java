package dev.muster.agent.tool;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program and its arguments. Any thread; running it blocks.
 *
 * @param words the program first
 * @param environment laid over our own
 * @param atMost how long it may take, after which it is killed
 */
public record Tool(List<String> words, Map<String, String> environment, Duration atMost) {
    /** What a program may print; it is killed when it prints more. */
    private static final int MOST_OUTPUT = 16 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Tool.class);

    private static final int MOST_TALK = 64 << 10;

    /** What it printed and ended with. Bytes that are no UTF-8 become replacement characters. */
    public record Result(int exitCode, String output, String talk) {
        /** The last line it said on stderr that is not blank, cut; else how it ended. */
        public String lastWord() {
            return talk.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .reduce((_, later) -> later)
                    .map(line -> line.length() <= 400 ? line : line.substring(0, 400) + "…")
                    .orElse("exit code " + exitCode);
        }
    }

    public Tool {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    public Tool(List<String> words, Duration atMost) {
        this(words, Map.of(), atMost);
    }

    /** The first executable of that name in the folders of {@code PATH}. */
    public static Optional<Path> find(String name, Map<String, String> environment) {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> folder.startsWith("/"))
                .map(folder -> Path.of(folder).resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Runs it to its end, with nothing on stdin. */
    public Result run() throws IOException {
        return run("");
    }

    /**
     * Runs it to its end.
     *
     * @param input what it finds on stdin, if it reads that
     * @throws IOException when it cannot be started, takes too long or prints too much
     */
    public Result run(String input) throws IOException {
        var builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            Thread.ofVirtual()
                    .name("write " + words.getFirst())
                    .start(() -> write(input, process.getOutputStream()));
            var output = reading(process.getInputStream(), MOST_OUTPUT);
            var talk = reading(process.getErrorStream(), MOST_TALK);
            long limit = System.nanoTime() + atMost.toNanos();
            String printed = await(output, limit);
            String said = await(talk, limit);
            long left = limit - System.nanoTime();
            if (!process.waitFor(left, TimeUnit.NANOSECONDS)) throw tooLong();
            return new Result(process.exitValue(), printed, said);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("waiting for %s was interrupted".formatted(words.getFirst()));
        } finally {
            process.destroyForcibly();
        }
    }

    private static void write(String input, OutputStream stream) {
        try (stream) {
            stream.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("a program did not read all that it was given", e);
        }
    }

    private CompletableFuture<String> reading(InputStream stream, int most) {
        var text = new CompletableFuture<String>();
        Thread.ofVirtual()
                .name("read " + words.getFirst())
                .start(
                        () -> {
                            try (stream) {
                                byte[] bytes = stream.readNBytes(most + 1);
                                if (bytes.length > most) {
                                    throw new IOException(
                                            "%s printed more than %d bytes"
                                                    .formatted(words.getFirst(), most));
                                }
                                text.complete(new String(bytes, StandardCharsets.UTF_8));
                            } catch (IOException e) {
                                text.completeExceptionally(e);
                            }
                        });
        return text;
    }

    private String await(CompletableFuture<String> text, long limit)
            throws IOException, InterruptedException {
        try {
            return text.get(Math.max(0, limit - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw tooLong();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(e);
        }
    }

    private IOException tooLong() {
        return new IOException(
                "%s: no end within %d s".formatted(words.getFirst(), atMost.toSeconds()));
    }
}
