package dev.muster.store.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

class StallLogTest extends Handler {
    private static final Logger LOGGER = Logger.getLogger(StallLog.class.getName());

    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void listen() {
        LOGGER.addHandler(this);
        LOGGER.setUseParentHandlers(false);
    }

    @AfterEach
    void listen_no_longer() {
        LOGGER.removeHandler(this);
        LOGGER.setUseParentHandlers(true);
    }

    @Test
    void what_a_stall_becomes_is_a_sentence_each_without_a_trace() {
        var place = new StackTraceElement("app", "m", "1", "a.Loop", "run", "Loop.java", 7);
        var log = new StallLog();

        log.accept(new Stall.Noticed(Duration.ofMillis(512), List.of(place, place)));
        log.accept(new Stall.ClientsReset(Duration.ofMillis(2_049), 4));
        log.accept(new Stall.Over(Duration.ofMillis(3_240)));

        assertThat(lines)
                .containsExactly(
                        "the store has not answered for 512 ms; its thread stands at "
                                + "app/m@1/a.Loop.run(Loop.java:7)",
                        "the store has not answered for 2049 ms; reset 4 connections so that its"
                                + " clients fail instead of hanging",
                        "the store serves again after 3240 ms");
    }

    @Override
    public void publish(LogRecord message) {
        lines.add(new SimpleFormatter().formatMessage(message));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
