package dev.muster.agent;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps a class from logging what a test provokes on purpose, until closed: so a warning in the
 * output of a build is always news.
 */
public final class Hushed implements AutoCloseable {
    private final Logger logger;

    private Hushed(Logger logger) {
        this.logger = logger;
    }

    public static Hushed of(Class<?> loud) {
        var logger = Logger.getLogger(loud.getName());
        logger.setLevel(Level.OFF);
        return new Hushed(logger);
    }

    @Override
    public void close() {
        logger.setLevel(null);
    }
}
