package dev.muster.gui.news;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class NewsDeskTest {
    private static final News FAILED = new News("train.py failed", "rank 2 exit code 1", true);

    private final List<News> told = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private boolean wanted = true;
    private boolean desktopTakesIt = true;
    private final NewsDesk desk =
            new NewsDesk(
                    () -> wanted,
                    (news, otherwise) -> {
                        if (desktopTakesIt) told.add(news);
                        else otherwise.accept(news);
                    },
                    Runnable::run,
                    said::add);

    @Test
    void who_looks_at_the_window_is_not_told() {
        desk.inFront(true);

        desk.happened(FAILED);

        assertThat(told).isEmpty();
        assertThat(said).isEmpty();
    }

    @Test
    void who_looks_elsewhere_is_told_by_the_desktop() {
        desk.inFront(false);

        desk.happened(FAILED);

        assertThat(told).containsExactly(FAILED);
    }

    @Test
    void what_the_desktop_does_not_take_is_said_once_when_somebody_comes_back() {
        desktopTakesIt = false;
        desk.happened(FAILED);
        assertThat(said).isEmpty();

        desk.inFront(true);
        desk.inFront(false);
        desk.inFront(true);

        assertThat(said).containsExactly("train.py failed: rank 2 exit code 1.");
    }

    @Test
    void only_the_newest_are_kept() {
        desktopTakesIt = false;
        for (int run = 1; run <= 5; run++) desk.happened(new News("run " + run, "", true));

        desk.inFront(true);

        assertThat(said).containsExactly("run 3.", "run 4.", "run 5.");
    }

    @Test
    void who_wants_no_news_gets_none() {
        wanted = false;

        desk.happened(FAILED);
        desk.inFront(true);

        assertThat(told).isEmpty();
        assertThat(said).isEmpty();
    }
}
