package dev.muster.gui.news;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The desktop's own notifications, by {@code notify-send} or {@code gdbus}. Everything is done on a
 * thread of its own, because looking for a program and a desktop that hangs take their time.
 */
public final class Desktop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Desktop.class);
    private static final int MOST_WAITING = 16;
    private static final long PATIENCE_SECONDS = 5;
    private static final int LONGEST = 300;

    private final Map<String, String> environment;
    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(
                    1,
                    1,
                    30,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(MOST_WAITING),
                    Thread.ofPlatform().daemon().name("notifications").factory());

    /** {@code environment} says where programs are, and whether there is a desktop. */
    public Desktop(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        thread.allowCoreThreadTimeOut(true);
        thread.setRejectedExecutionHandler((_, _) -> LOG.warn("too much news for the desktop"));
    }

    /**
     * Tells the desktop. Returns at once.
     *
     * @param otherwise gets the news where the desktop does not take it; on a thread of its own
     */
    public void tell(News news, Consumer<News> otherwise) {
        thread.execute(
                () -> {
                    if (!told(news)) otherwise.accept(news);
                });
    }

    private boolean told(News news) {
        if (!environment.containsKey("DBUS_SESSION_BUS_ADDRESS")
                && !environment.containsKey("XDG_RUNTIME_DIR")) {
            return false; // no session, so nobody shows anything
        }
        var call =
                find("notify-send")
                        .map(program -> notifySend(program, news))
                        .or(() -> find("gdbus").map(program -> gdbus(program, news)));
        return call.isPresent() && succeeds(call.get());
    }

    static List<String> notifySend(Path program, News news) {
        return List.of(
                program.toString(),
                "--app-name=Muster",
                "--urgency=" + (news.isBad() ? "critical" : "normal"),
                "--",
                plain(news.title()),
                markup(news.words()));
    }

    static List<String> gdbus(Path program, News news) {
        return List.of(
                program.toString(),
                "call",
                "--session",
                "--dest=org.freedesktop.Notifications",
                "--object-path=/org/freedesktop/Notifications",
                "--method=org.freedesktop.Notifications.Notify",
                "--",
                "'Muster'",
                "uint32 0",
                "''",
                quoted(plain(news.title())),
                quoted(markup(news.words())),
                "@as []",
                "{'urgency': <byte %d>}".formatted(news.isBad() ? 2 : 1),
                "int32 -1");
    }

    /** One line without control characters: scripts may be called anything. */
    private static String plain(String text) {
        String line = text.replaceAll("\\p{Cntrl}|\\p{Cf}", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }

    /** Desktops read the words as markup. */
    private static String markup(String text) {
        return plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** As GVariant reads a text. */
    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private Optional<Path> find(String program) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (folder.isEmpty()) continue;
            Path candidate = Path.of(folder, program);
            if (Files.isExecutable(candidate)) return Optional.of(candidate);
        }
        return Optional.empty();
    }

    private static boolean succeeds(List<String> call) {
        try {
            var process =
                    new ProcessBuilder(call)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try {
                process.getOutputStream().close();
                if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    return process.exitValue() == 0;
                }
                LOG.warn("{} does not end", call.getFirst());
                return false;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            LOG.warn("the desktop cannot be told: {}", e.toString());
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // we are closing
            return false;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
