package dev.muster.gui.logs;

import static dev.muster.gui.logs.LogWindow.onFx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.gui.fx.Theme;
import dev.muster.gui.logs.LogScope.Part;
import dev.muster.gui.logs.LogScope.Writer;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import javafx.geometry.Point2D;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

@Needs(TestGroup.SCREEN)
@ExtendWith(ApplicationExtension.class)
class LogViewTest {
    private static final RunId RUN = new RunId("7f3a");
    private static final LocalRank RANK = new LocalRank(2);

    private final FakeSession session = new FakeSession();
    private final FakeLog stdout = session.log(RANK, LogStream.STDOUT);
    private final FakeLog stderr = session.log(RANK, LogStream.STDERR);
    private LogView view;

    @BeforeEach
    void openWindow() {
        view = LogWindow.open(session, 700, 300);
    }

    @Test
    void a_new_log_shows_its_last_lines_and_follows() {
        stdout.append(lines(1, 500));

        show();

        awaitLast("line 500");
        stdout.append(lines(501, 600));
        awaitLast("line 600");
        assertThat(pill().isVisible()).isFalse();
    }

    @Test
    void scrolling_up_pauses_following_and_new_output_does_not_move_the_rows(FxRobot robot) {
        stdout.append(lines(1, 500));
        show();
        awaitLast("line 500");

        robot.clickOn(canvas()).press(KeyCode.PAGE_UP).release(KeyCode.PAGE_UP);
        await().until(() -> follow().getText().equals("follow paused"));
        await().until(() -> onFx(() -> !textOnScreen().contains("line 500")));
        var before = onFx(this::textOnScreen);
        stdout.append(lines(501, 538));

        await().untilAsserted(() -> assertThat(pill().getText()).isEqualTo("↓ 38 new lines"));
        assertThat(onFx(this::textOnScreen)).isEqualTo(before);
        robot.clickOn(pill());
        awaitLast("line 538");
        assertThat(follow().getText()).isEqualTo("follow");
        assertThat(pill().isVisible()).isFalse();
    }

    @Test
    void scrolling_back_down_to_the_end_follows_again(FxRobot robot) {
        stdout.append(lines(1, 500));
        show();
        awaitLast("line 500");

        robot.clickOn(canvas()).type(KeyCode.UP, 3);
        await().until(() -> follow().getText().equals("follow paused"));
        robot.type(KeyCode.DOWN, 3);

        await().until(() -> follow().isSelected() && follow().getText().equals("follow"));
        stdout.append(lines(501, 501));
        awaitLast("line 501");
    }

    @Test
    void following_that_was_switched_off_stays_off_at_the_end(FxRobot robot) {
        stdout.append(lines(1, 500));
        show();
        awaitLast("line 500");

        robot.clickOn(canvas()).type(KeyCode.F);
        robot.type(KeyCode.UP, 1).type(KeyCode.DOWN, 5);
        stdout.append(lines(501, 502));

        await().untilAsserted(() -> assertThat(pill().getText()).isEqualTo("↓ 2 new lines"));
        assertThat(follow().isSelected()).isFalse();
        assertThat(onFx(this::textOnScreen)).endsWith("line 500");
    }

    @Test
    void home_shows_the_first_line_and_end_the_last(FxRobot robot) {
        stdout.append(lines(1, 5000));
        show();
        awaitLast("line 5000");

        robot.clickOn(canvas()).type(KeyCode.HOME);
        awaitFirst("line 1");
        robot.type(KeyCode.END);

        awaitLast("line 5000");
    }

    @Test
    void the_scroll_bar_reaches_every_part_of_the_log() {
        stdout.append(lines(1, 5000));
        show();
        awaitLast("line 5000");
        var bar = (ScrollBar) view.lookup(".scroll-bar:vertical");

        onFx(() -> bar.setValue(bar.getMax() / 2));
        awaitFirst("line 2[45]\\d\\d");
        onFx(() -> bar.setValue(bar.getMax()));

        awaitLast("line 5000");
    }

    @Test
    void each_stream_is_shown_apart_and_the_other_one_says_what_it_has(FxRobot robot) {
        stdout.append(lines(1, 3));
        stderr.append("a warning\nanother\nand one more\n");
        show();
        awaitLast("line 3");

        await().until(() -> toggle("stderr").getText().equals("stderr  • 3 lines"));
        robot.clickOn("#log-stderr");

        awaitLast("and one more");
        assertThat(toggle("stdout").getText()).isEqualTo("stdout  • 3 lines");
        assertThat(toggle("stderr").isSelected()).isTrue();
    }

    @Test
    void a_stream_without_output_says_so_until_there_is_some() {
        show();

        await().until(() -> message().equals("Local rank 2 has printed nothing to stdout yet."));
        stdout.append("hello\n");

        awaitLast("hello");
        assertThat(message()).isEmpty();
    }

    @Test
    void a_log_that_is_not_there_says_why_and_is_opened_when_asked_for_again() {
        session.lose(RANK, LogStream.STDOUT);

        show();
        await().until(() -> message().equals("Cannot read stdout: no file for rank 2"));
        session.log(RANK, LogStream.STDOUT).append("now it is\n");
        show();

        awaitLast("now it is");
    }

    @Test
    void nothing_to_show_says_why_and_closes_the_log() {
        stdout.append(lines(1, 3));
        show();
        awaitLast("line 3");

        onFx(() -> view.showNothing("Pick a rank."));

        assertThat(message()).isEqualTo("Pick a rank.");
        await().until(() -> stdout.isClosed() && stderr.isClosed());
        assertThat(stdout.listeners()).isZero();
    }

    @Test
    void a_file_that_somebody_cut_is_shown_anew() {
        stdout.append(lines(1, 500));
        show();
        awaitLast("line 500");

        stdout.cut(0);
        stdout.append("after\n");

        await().untilAsserted(() -> assertThat(onFx(this::textOnScreen)).containsExactly("after"));
    }

    @Test
    void another_rank_takes_the_place_of_the_first_whose_log_is_closed() {
        stdout.append("of rank 2\n");
        show();
        awaitLast("of rank 2");
        var other = new LocalRank(3);
        session.log(other, LogStream.STDOUT).append("of rank 3\n");
        session.log(other, LogStream.STDERR);

        onFx(() -> view.show(LogScope.of(RUN, 0, other, LogStream.STDOUT)));

        awaitLast("of rank 3");
        await().until(() -> stdout.isClosed() && stderr.isClosed());
    }

    @Test
    void whoever_failed_is_shown_by_its_stderr_until_somebody_picks_a_stream(FxRobot robot) {
        stdout.append("step 1\n");
        stderr.append("ValueError: bad sample\n");
        show();
        awaitLast("step 1");

        onFx(() -> view.show(LogScope.of(RUN, 0, RANK, LogStream.STDERR)));
        awaitLast("ValueError: bad sample");

        robot.clickOn("#log-stdout");
        onFx(() -> view.show(LogScope.of(RUN, 0, RANK, LogStream.STDERR)));
        awaitLast("step 1");
    }

    @Test
    void marking_rows_keeps_them_where_they_are(FxRobot robot) {
        stdout.append(lines(1, 500));
        show();
        awaitLast("line 500");
        var before = onFx(this::textOnScreen);

        robot.drag(at(2, 2)).dropTo(at(4, 8));
        stdout.append(lines(501, 510));

        await().until(() -> pill().getText().equals("↓ 10 new lines"));
        assertThat(onFx(this::textOnScreen)).isEqualTo(before);
        robot.press(KeyCode.CONTROL).type(KeyCode.C).release(KeyCode.CONTROL);
        String marked = before.get(2).substring(2) + "\n" + before.get(3) + "\n" + before.get(4);
        await().untilAsserted(() -> assertThat(onFx(LogViewTest::clipboard)).isEqualTo(marked));
    }

    @Test
    void a_long_line_can_be_scrolled_along(FxRobot robot) {
        stdout.append("begin" + "-".repeat(500) + "end\n");
        show();
        awaitFirst("begin.*");

        robot.clickOn(canvas());
        for (int i = 0; i < 60; i++) robot.type(KeyCode.RIGHT);

        awaitFirst(".*end");
        assertThat(onFx(this::textOnScreen).getFirst()).doesNotContain("begin");
    }

    @Test
    void the_rows_wear_the_colours_of_the_theme() {
        var scene = view.getScene();

        var dark = onFx(() -> canvas().palette().color(LogColor.TEXT));
        onFx(() -> Theme.LIGHT.dress(scene));
        onFx(() -> view.applyCss());
        var light = onFx(() -> canvas().palette().color(LogColor.TEXT));

        assertThat(dark.getBrightness()).isGreaterThan(0.8);
        assertThat(light.getBrightness()).isLessThan(0.3);
    }

    @Test
    void what_is_marked_is_copied_as_plain_text(FxRobot robot) {
        stdout.append("\u001b[31mred\u001b[0m and plain\nsecond\u001b]52;c;ZXZpbA==\u0007\n");
        show();
        await().until(() -> onFx(this::textOnScreen).size() == 2);

        robot.clickOn(canvas());
        robot.press(KeyCode.CONTROL).type(KeyCode.A).type(KeyCode.C).release(KeyCode.CONTROL);

        await().untilAsserted(
                        () ->
                                assertThat(onFx(LogViewTest::clipboard))
                                        .isEqualTo("red and plain\nsecond␛]52;c;ZXZpbA==␇"));
    }

    @Test
    void a_double_click_marks_a_word(FxRobot robot) {
        stdout.append("alpha beta.gamma delta\n");
        show();
        awaitLast("alpha beta.gamma delta");

        robot.doubleClickOn(at(0, 8));
        robot.press(KeyCode.CONTROL).type(KeyCode.C).release(KeyCode.CONTROL);

        await().until(() -> onFx(LogViewTest::clipboard).equals("beta.gamma"));
    }

    @Test
    void slash_begins_a_search_and_enter_leads_from_hit_to_hit(FxRobot robot) {
        stdout.append(lines(1, 500));
        show();
        awaitLast("line 500");

        robot.clickOn(canvas()).write("/").write("line 25");
        await().until(() -> found().equals("11 lines"));
        robot.type(KeyCode.ENTER);
        awaitOnScreen("line 25");

        robot.type(KeyCode.ENTER);
        awaitOnScreen("line 250");
        assertThat(follow().getText()).isEqualTo("follow paused");
    }

    @Test
    void only_lines_with_it_can_be_shown_and_all_others(FxRobot robot) {
        stdout.append(lines(1, 500));
        show();
        awaitLast("line 500");

        robot.clickOn(canvas()).press(KeyCode.CONTROL).type(KeyCode.F).release(KeyCode.CONTROL);
        robot.write("line 25").clickOn("#log-only");
        awaitLast("line 259");
        assertThat(onFx(this::textOnScreen)).startsWith("line 25", "line 250");

        robot.clickOn("#log-hide");
        awaitLast("line 500");
        robot.clickOn("#log-find").type(KeyCode.ESCAPE);
        await().until(() -> found().isEmpty());
    }

    @Test
    void a_filter_that_leaves_nothing_says_so(FxRobot robot) {
        stdout.append(lines(1, 500));
        show();
        awaitLast("line 500");

        robot.clickOn("#log-warnings");

        await().until(() -> message().startsWith("No line passes the filter."));
    }

    @Test
    void a_broken_expression_says_what_is_wrong_and_hides_nothing(FxRobot robot) {
        stdout.append(lines(1, 5));
        show();
        awaitLast("line 5");

        robot.clickOn("#log-find").write("line(").clickOn("#log-regex");

        await().until(() -> found().startsWith("Unclosed group"));
        assertThat(onFx(this::textOnScreen)).hasSize(5);
    }

    @Test
    void the_first_error_is_a_click_away(FxRobot robot) {
        stdout.append(lines(1, 300) + "ValueError: bad sample\n" + lines(301, 900));
        show();
        awaitLast("line 900");

        robot.clickOn("#log-first-error");

        awaitOnScreen("ValueError: bad sample");
    }

    @Test
    void all_ranks_are_one_log_at_a_click_and_their_lines_say_whose_they_are(FxRobot robot) {
        stdout.append("from two\n");
        var other = session.log(new LocalRank(3), LogStream.STDOUT);
        session.log(new LocalRank(3), LogStream.STDERR);
        onFx(() -> view.show(twoRanks()));
        awaitLast("from two");

        robot.clickOn("#log-all-ranks");
        awaitOnScreen("from two");
        other.append("from three\n");
        awaitLast("from three");
        stdout.append("again two\n");
        awaitLast("again two");
        assertThat(view.lookup("#log-both")).matches(it -> ((ToggleButton) it).isSelected());

        robot.clickOn("#log-all-ranks");
        await().untilAsserted(
                        () ->
                                assertThat(onFx(this::textOnScreen))
                                        .containsExactly("from two", "again two"));
    }

    @Test
    void what_is_shown_can_be_saved(@TempDir Path folder) {
        stdout.append(lines(1, 5000));
        show();
        awaitLast("line 5000");
        var file = folder.resolve("log.txt");

        onFx(() -> view.save(file));

        await().until(() -> notice().equals("saved 5,000 lines"));
        assertThat(file).hasContent(lines(1, 5000));
    }

    private static LogScope twoRanks() {
        var start = Instant.parse("2026-03-01T12:00:00Z");
        var writers =
                Stream.of(2, 3)
                        .map(
                                it ->
                                        new Writer(
                                                new Rank(it),
                                                new LocalRank(it),
                                                start,
                                                Optional.empty()))
                        .toList();
        var part = new Part(0, start, "start", writers);
        return new LogScope(RUN, 0, List.of(RANK), LogStream.STDOUT, List.of(part));
    }

    private String notice() {
        return ((Label) view.lookup(".log-notice")).getText();
    }

    private void awaitOnScreen(String line) {
        await().untilAsserted(() -> assertThat(onFx(this::textOnScreen)).contains(line));
    }

    private String found() {
        return ((Label) view.lookup(".log-found")).getText();
    }

    private void show() {
        onFx(() -> view.show(LogScope.of(RUN, 0, RANK, LogStream.STDOUT)));
    }

    private void awaitFirst(String pattern) {
        await().until(
                        () ->
                                onFx(this::textOnScreen).stream()
                                        .limit(1)
                                        .anyMatch(line -> line.matches(pattern)));
    }

    private void awaitLast(String line) {
        await().untilAsserted(() -> assertThat(onFx(this::textOnScreen)).endsWith(line));
    }

    private List<String> textOnScreen() {
        return view.textOnScreen();
    }

    private LogCanvas canvas() {
        return (LogCanvas) view.lookup(".log-canvas");
    }

    private Labeled pill() {
        return (Labeled) view.lookup(".log-pill");
    }

    private ToggleButton follow() {
        return (ToggleButton) view.lookup(".log-follow");
    }

    private ToggleButton toggle(String stream) {
        return (ToggleButton) view.lookup("#log-" + stream);
    }

    private String message() {
        return ((Label) view.lookup(".log-message")).getText();
    }

    private static String clipboard() {
        String text = Clipboard.getSystemClipboard().getString();
        return text == null ? "" : text;
    }

    /** A point on the screen: a row from the top, and where a column begins in it. */
    private Point2D at(int row, int column) {
        var canvas = canvas();
        return onFx(
                () -> canvas.localToScreen(canvas.xOf(column), (row + 0.5) * canvas.rowHeight()));
    }

    private static String lines(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj("line %d\n"::formatted)
                .collect(Collectors.joining());
    }
}
