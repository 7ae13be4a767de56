package dev.muster.store.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What the server's package logs while this is open. */
final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.muster.store.server");
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<String> linesOfWatchdog = new CopyOnWriteArrayList<>();

    LogLines() {
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    /** From now on with what only its debug level tells. */
    void listenToDetails() {
        logger.setLevel(Level.FINE);
    }

    /**
     * Without those of the watchdog, which has something to tell whenever the machine is too busy.
     */
    List<String> lines() {
        return List.copyOf(lines);
    }

    List<String> linesOfWatchdog() {
        return List.copyOf(linesOfWatchdog);
    }

    @Override
    public void publish(LogRecord message) {
        boolean watchdog = message.getLoggerName().endsWith("Watchdog");
        (watchdog ? linesOfWatchdog : lines).add(formatter.formatMessage(message));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setLevel(null);
        logger.setUseParentHandlers(true);
    }
}
