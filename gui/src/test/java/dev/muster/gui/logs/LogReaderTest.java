package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;

class LogReaderTest {
    private static final Viewport TAIL_OF_THREE =
            new Viewport(0, Pages.TAIL, 3, new Columns(0, 80));

    private final FakeLog log = FakeLog.of("one\ntwo\nthree\nfour\n");
    private final List<LogState> told = new CopyOnWriteArrayList<>();
    private final LogReader reader = LogReader.start("test", () -> OpenLog.of(log), told::add);

    @AfterEach
    void close() {
        reader.close();
        await().until(log::isClosed);
        assertThat(log.listeners()).isZero();
    }

    @Test
    void tells_the_size_first_and_a_page_when_one_is_looked_at() {
        await().until(() -> !told.isEmpty());
        assertThat(told.getFirst().size()).isEqualTo(log.size());
        assertThat(told.getFirst().page()).isEmpty();

        reader.look(Optional.of(TAIL_OF_THREE));
        reader.taken();

        await().untilAsserted(() -> assertThat(screen()).containsExactly("two", "three", "four"));
    }

    @Test
    void tells_nothing_more_until_what_it_told_was_taken() {
        reader.look(Optional.of(TAIL_OF_THREE));
        await().until(() -> told.size() == 1);

        for (int i = 0; i < 100; i++) log.append("line\n");
        log.append("last\n");
        await().during(Duration.ofMillis(100)).until(() -> told.size() == 1);
        reader.taken();

        await().until(() -> told.size() == 2);
        assertThat(screen()).endsWith("last");
    }

    @Test
    void counts_the_lines_of_a_log_nobody_looks_at() {
        await().until(() -> !told.isEmpty());
        reader.taken();

        await().until(() -> told.getLast().linesKnown());

        assertThat(told.getLast().lines()).isEqualTo(4);
        assertThat(told.getLast().page()).isEmpty();
    }

    @Test
    void a_file_that_was_cut_unnoticed_is_read_anew() {
        log.append("x".repeat(3 * Blocks.SIZE) + "\nend\n");
        await().until(() -> !told.isEmpty());

        log.cut(4);
        reader.look(Optional.of(TAIL_OF_THREE));
        reader.taken();

        await().until(() -> takeAll().cuts() == 1);
        await().untilAsserted(
                        () -> {
                            reader.taken();
                            assertThat(screen()).containsExactly("one");
                        });
    }

    @Test
    void a_log_that_cannot_be_read_says_why_and_is_tried_again_when_it_grows() {
        log.breakWith("disk on fire");
        log.append("five\n");
        reader.look(Optional.of(TAIL_OF_THREE));

        await().until(() -> takeAll().problem().equals(Optional.of("disk on fire")));
        log.mend();
        log.append("six\n");

        await().untilAsserted(
                        () -> {
                            reader.taken();
                            assertThat(screen()).endsWith("five", "six");
                        });
        assertThat(told.getLast().problem()).isEmpty();
    }

    @Test
    void a_log_that_cannot_be_opened_says_why() {
        var states = new CopyOnWriteArrayList<LogState>();
        LogReader.Opening opening =
                () -> {
                    throw new IOException("no file of rank 2");
                };

        try (var unopened = LogReader.start("test", opening, states::add)) {
            await().until(() -> !states.isEmpty());
            unopened.taken();
        }

        assertThat(states.getFirst().problem()).contains("no file of rank 2");
    }

    @Test
    void copies_more_than_a_page() throws InterruptedException, ExecutionException {
        log.append("line\n".repeat(10_000));
        var all = new Selection(new TextPosition(0, 0), new TextPosition(log.size(), 0));

        var copied = reader.copy(all).toCompletableFuture().get();

        assertThat(copied.text().lines()).hasSize(10_004);
        assertThat(copied.text()).startsWith("one\n").doesNotEndWith("\n");
        assertThat(copied.cut()).isFalse();
    }

    @Test
    void copies_no_more_than_a_clipboard_can_bear()
            throws InterruptedException, ExecutionException {
        for (int i = 0; i < 20; i++) log.append(("x".repeat(99) + "\n").repeat(10_000));
        var all = new Selection(new TextPosition(0, 0), new TextPosition(log.size(), 0));

        var copied = reader.copy(all).toCompletableFuture().get();

        assertThat(copied.cut()).isTrue();
        assertThat(copied.text()).hasSizeLessThan(17 << 20);
    }

    private LogState takeAll() {
        reader.taken();
        return told.isEmpty() ? LogState.UNREAD : told.getLast();
    }

    private List<String> screen() {
        return told.getLast().page().map(Pages::onScreen).orElse(List.of());
    }
}
