package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.command.AgentCommand.ForceStop;
import dev.muster.agent.command.AgentCommand.Leave;
import dev.muster.agent.command.AgentCommand.Restart;
import dev.muster.agent.command.AgentCommand.SkipWaiting;
import dev.muster.agent.command.AgentCommand.Stop;
import dev.muster.agent.command.Aim;
import dev.muster.agent.demo.DemoSession;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.fx.KeyChord;
import dev.muster.gui.fx.KeyMap;
import dev.muster.gui.fx.Theme;
import dev.muster.gui.fx.ThemeChoice;
import dev.muster.gui.fx.Zoom;
import dev.muster.gui.fx.Zoomed;
import dev.muster.gui.testing.RunStory;
import dev.muster.gui.testing.ScreenReader;
import dev.muster.gui.testing.StagedSession;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import javafx.application.Platform;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.WindowEvent;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The window as a person uses it, over a session that shows what it is told to. */
@Needs(TestGroup.SCREEN)
@ExtendWith(ApplicationExtension.class)
class CockpitWindowTest {
    private static final RunId RUN = new RunId("7f3a");

    private final StagedSession session = new StagedSession();
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 8, 3);
    private final List<ThemeChoice> chosen = new ArrayList<>();
    private final Preferences preferences = new Preferences();
    private Stage stage;
    private CockpitStage cockpit;
    private ScreenReader window;

    @BeforeEach
    void open() {
        stage = WaitForAsyncUtils.waitForAsyncFx(30_000, () -> new Stage());
        window = new ScreenReader(stage);
        cockpit = WaitForAsyncUtils.waitForAsyncFx(30_000, this::opened);
    }

    private CockpitStage opened() {
        Fonts.load();
        stage.setX(0);
        stage.setY(0);
        stage.setWidth(980);
        stage.setHeight(700);
        preferences.theme().subscribe((_, theme) -> chosen.add(theme));
        var opened =
                new CockpitStage(
                        stage,
                        () -> Outlook.on(session, story::now),
                        () -> Outlook.on(DemoSession.open(3, story::now), story::now),
                        story::now,
                        preferences);
        opened.showAgent();
        stage.show();
        return opened;
    }

    @AfterEach
    void close() {
        WaitForAsyncUtils.waitForAsyncFx(
                30_000,
                () -> {
                    cockpit.close();
                    stage.hide();
                    return cockpit;
                });
    }

    @Test
    void without_runs_the_window_offers_two_ways_to_begin(FxRobot robot) {
        await().until(() -> window.text("#welcome-launch").equals("New run"));

        robot.clickOn("#welcome-demo");

        await().until(() -> window.sees("#simulated"));
        assertThat(window.text("#simulated")).isEqualTo("SIMULATED");
        assertThat(stage.getTitle()).isEqualTo("Muster (simulated)");
    }

    @Test
    void leaving_the_demo_comes_back_to_the_agent(FxRobot robot) {
        await().until(() -> window.sees("#welcome-demo"));
        robot.clickOn("#welcome-demo");
        await().until(() -> window.sees("#leave-demo"));

        robot.clickOn("#leave-demo");

        await().until(() -> window.sees("#welcome-launch"));
        assertThat(window.sees("#simulated")).isFalse();
    }

    @Test
    void stop_asks_first_and_enter_does_it(FxRobot robot) {
        show(story.started());

        robot.clickOn("#stop");
        assertThat(session.sent()).isEmpty();
        robot.type(KeyCode.ENTER);

        await().until(() -> !session.sent().isEmpty());
        assertThat(session.sent())
                .containsExactly(new Stop(new Aim(RUN, 0), StopTerms.DEFAULT_GRACE));
    }

    @Test
    void among_other_nodes_the_stop_question_also_offers_to_leave_them_the_job(FxRobot robot) {
        show(RunStory.together("7f3a", "train.py", 2, 2, 2).started());

        robot.clickOn("#stop").clickOn("#question-other");

        await().until(() -> !session.sent().isEmpty());
        assertThat(session.sent())
                .containsExactly(new Leave(new Aim(RUN, 0), StopTerms.DEFAULT_GRACE));
    }

    @Test
    void waiting_for_other_nodes_ends_by_key_and_only_once_confirmed(FxRobot robot) {
        var among = RunStory.together("7f3a", "train.py", 1, 2, 2).started();
        show(among);
        assertThat(robot.lookup("#skip").queryButton().isVisible()).isFalse();
        show(among.atExitBarrier("gpu-b_7_0"));
        await().until(() -> robot.lookup("#skip").queryButton().isVisible());

        robot.press(KeyCode.CONTROL, KeyCode.E).release(KeyCode.E, KeyCode.CONTROL);
        await().until(() -> window.sees("#question-yes"));
        assertThat(session.sent()).isEmpty();
        robot.type(KeyCode.ENTER);

        await().until(() -> !session.sent().isEmpty());
        assertThat(session.sent()).containsExactly(new SkipWaiting(new Aim(RUN, 0)));
    }

    @Test
    void escape_takes_the_question_back_and_the_keyboard_returns(FxRobot robot) {
        show(story.started());
        robot.clickOn("#stop");
        await().until(() -> window.sees("#question-yes"));

        robot.type(KeyCode.ESCAPE);

        await().until(() -> !window.sees("#question-yes"));
        assertThat(session.sent()).isEmpty();
        assertThat(window.focus()).contains("stop");
    }

    @Test
    void stopping_counts_down_and_can_be_forced(FxRobot robot) {
        show(story.started());
        robot.clickOn("#stop").clickOn("#question-yes");
        show(story.stopping("stopped by you"));
        await().until(() -> window.text("#aside").equals("30 s left, then SIGKILL"));

        robot.clickOn("#force");

        await().until(() -> session.sent().size() == 2);
        assertThat(session.sent().getLast()).isEqualTo(new ForceStop(new Aim(RUN, 0)));
    }

    @Test
    void restart_has_a_key_and_asks_too(FxRobot robot) {
        show(story.started());

        robot.press(KeyCode.CONTROL).type(KeyCode.R).release(KeyCode.CONTROL);
        await().until(() -> window.sees("#question-yes"));
        robot.type(KeyCode.ENTER);

        await().until(() -> !session.sent().isEmpty());
        assertThat(session.sent()).containsExactly(new Restart(new Aim(RUN, 0)));
    }

    @Test
    void arrows_move_through_the_ranks_and_news_leaves_the_selection_alone(FxRobot robot) {
        show(story.started());
        robot.clickOn("#ranks");

        robot.type(KeyCode.HOME).type(KeyCode.RIGHT, 2);
        show(story.exited(5, new WorkerExit.Failed(1)).stopping("rank 5 failed; restart 1 of 3"));

        assertThat(selectedRanks()).containsExactly("rank 2, stopping 30 s left, pid 41202, 0 s");
    }

    @Test
    void a_click_on_a_card_selects_its_rank(FxRobot robot) {
        show(story.started());

        robot.clickOn(window.tile("rank 3"));

        assertThat(selectedRanks()).containsExactly("rank 3, running, pid 41203, 0 s");
    }

    @Test
    void the_function_key_goes_round_the_panes(FxRobot robot) {
        show(story.started());
        assertThat(window.focus()).contains("runs");

        robot.type(KeyCode.F6);
        assertThat(window.focus()).contains("ranks");
        robot.type(KeyCode.F6);
        assertThat(window.focus()).isNotEqualTo(Optional.of("ranks"));
        robot.type(KeyCode.F6);

        assertThat(window.focus()).contains("runs");
    }

    @Test
    void arrows_in_the_list_show_another_run(FxRobot robot) {
        var older = RunStory.accepted("old", "eval.py", 2, 0).started().succeeded();
        session.show(older.snapshot(), story.started().snapshot());
        await().until(() -> window.text(".run-name").equals("train.py"));
        robot.clickOn("#runs");

        robot.type(KeyCode.END);

        await().until(() -> window.text(".run-name").equals("eval.py"));
    }

    @Test
    void a_question_mark_shows_the_keys_and_escape_hides_them(FxRobot robot) {
        show(story.started());

        robot.press(KeyCode.SHIFT).type(KeyCode.SLASH).release(KeyCode.SHIFT);
        await().until(() -> window.sees(".key-table"));
        robot.type(KeyCode.ESCAPE);

        await().until(() -> !window.sees(".key-table"));
    }

    @Test
    void the_palette_finds_a_command_by_its_letters_and_enter_does_it(FxRobot robot) {
        show(story.started());

        robot.press(KeyCode.CONTROL).type(KeyCode.K).release(KeyCode.CONTROL);
        await().until(() -> window.focus().equals(Optional.of("palette-find")));
        robot.write("stop the").type(KeyCode.ENTER);

        await().until(() -> window.sees("#question-yes"));
        assertThat(window.sees("#palette-find")).isFalse();
    }

    @Test
    void the_palette_leads_to_a_rank_and_gives_the_keyboard_back(FxRobot robot) {
        show(story.started());

        robot.press(KeyCode.CONTROL, KeyCode.SHIFT)
                .type(KeyCode.P)
                .release(KeyCode.SHIFT, KeyCode.CONTROL);
        await().until(() -> window.sees("#palette-find"));
        robot.write("rank 5").type(KeyCode.ENTER);

        await().until(() -> !window.sees("#palette-find"));
        assertThat(selectedRanks()).containsExactly("rank 5, running, pid 41205, 0 s");
        assertThat(window.focus()).contains("runs");
    }

    @Test
    void a_key_for_what_cannot_be_done_now_says_why(FxRobot robot) {
        await().until(() -> window.sees("#welcome-launch"));

        robot.press(KeyCode.CONTROL).type(KeyCode.PERIOD).release(KeyCode.CONTROL);

        await().until(() -> window.sees(".notice"));
        assertThat(window.text(".notice > .label")).isEqualTo("No run is shown.");
    }

    @Test
    void a_chosen_key_works_at_once_and_the_usual_one_no_longer(FxRobot robot) {
        show(story.started());
        var stop = cockpit.window().actions().named("stop");
        var chosen = KeyChord.read("F8").orElseThrow();
        WaitForAsyncUtils.waitForAsyncFx(
                30_000,
                () -> preferences.keys().set(KeyMap.USUAL.with(stop, chosen, List.of(stop))));

        robot.press(KeyCode.CONTROL).type(KeyCode.PERIOD).release(KeyCode.CONTROL);
        assertThat(window.sees("#question-yes")).isFalse();
        robot.type(KeyCode.F8);

        await().until(() -> window.sees("#question-yes"));
    }

    @Test
    void another_key_is_chosen_in_the_settings_by_pressing_it(FxRobot robot) {
        show(story.started());

        robot.clickOn("#settings");
        await().until(() -> window.sees("#choose-keys"));
        robot.clickOn("#choose-keys");
        await().until(() -> window.sees("#key-restart"));
        robot.clickOn("#key-restart");
        robot.press(KeyCode.CONTROL).type(KeyCode.PERIOD).release(KeyCode.CONTROL);
        assertThat(window.text("#key-message")).startsWith("Ctrl+. is the key for “Stop the run");
        robot.type(KeyCode.F9);

        await().until(() -> window.text("#key-restart").equals("F9"));
        robot.type(KeyCode.ESCAPE).type(KeyCode.F9);
        await().until(() -> window.sees("#question-yes"));
    }

    @Test
    void a_refusal_is_told_without_standing_in_the_way(FxRobot robot) {
        session.refuse("the group is stopping");
        show(story.started());

        robot.clickOn("#restart").clickOn("#question-yes");

        await().until(() -> window.sees(".notice"));
        assertThat(window.text(".notice > .label")).isEqualTo("Not done: the group is stopping.");
        robot.type(KeyCode.ESCAPE);
        await().until(() -> !window.sees(".notice"));
    }

    @Test
    void the_theme_is_turned_and_the_choice_is_told(FxRobot robot) {
        robot.clickOn("#theme");

        await().until(() -> window.look(root -> root.getStyleClass().contains("light")));
        assertThat(chosen).containsExactly(new ThemeChoice.Always(Theme.LIGHT));
    }

    @Test
    void keys_draw_everything_larger_and_smaller_and_as_usual(FxRobot robot) {
        WaitForAsyncUtils.waitForAsyncFx(30_000, () -> stage.setWidth(1200));
        WaitForAsyncUtils.waitForAsyncFx(30_000, () -> stage.setHeight(750));

        robot.press(KeyCode.CONTROL).type(KeyCode.EQUALS, 2).release(KeyCode.CONTROL);
        await().until(() -> window.look(root -> root instanceof Zoomed it && it.factor() == 1.25));
        assertThat(preferences.zoom().get()).isEqualTo(new Zoom(125));
        robot.press(KeyCode.CONTROL).type(KeyCode.MINUS).release(KeyCode.CONTROL);
        assertThat(preferences.zoom().get()).isEqualTo(new Zoom(110));
        robot.press(KeyCode.CONTROL).type(KeyCode.DIGIT0).release(KeyCode.CONTROL);

        await().until(() -> window.look(root -> root instanceof Zoomed it && it.factor() == 1));
    }

    @Test
    void closing_asks_while_a_run_goes_on_and_waits_for_it(FxRobot robot) {
        show(story.started());
        Platform.runLater(
                () -> stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST)));
        await().until(() -> window.sees("#question-yes"));
        assertThat(stage.isShowing()).isTrue();

        robot.clickOn("#question-yes");
        await().until(() -> window.sees("#closing-force"));
        assertThat(session.sent())
                .containsExactly(new Stop(new Aim(RUN, 0), StopTerms.DEFAULT_GRACE));
        session.show(story.succeeded().snapshot());

        await().until(() -> !stage.isShowing());
    }

    @Test
    void closing_without_a_run_just_closes() {
        Platform.runLater(
                () -> stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST)));

        await().until(() -> !stage.isShowing());
    }

    @Test
    void the_log_of_an_earlier_attempt_is_a_click_away(FxRobot robot) {
        story.started().crashed(2, new WorkerExit.Failed(1), "rank 2 failed; restart 1 of 3");
        show(story.attempt(1, "rank 2 failed with exit code 1; restart 1 of 3"));
        await().until(() -> window.sees("#attempt-2"));

        robot.clickOn("#attempt-1");

        assertThat(cockpit.window().model().dock().attempt().get()).isZero();
    }

    @Test
    void keys_turn_to_another_page_and_put_the_keyboard_there(FxRobot robot) {
        session.tell(story.started());
        show(story);

        robot.press(KeyCode.CONTROL).type(digit(DockTab.EVENTS)).release(KeyCode.CONTROL);

        await().until(() -> window.sees("#events"));
        assertThat(window.focus()).contains("events");
        assertThat(cockpit.tab()).isEqualTo(DockTab.EVENTS);
    }

    @Test
    void events_are_heard_only_while_their_page_is_in_sight(FxRobot robot) {
        session.tell(story.started());
        show(story);
        assertThat(session.heard()).isEmpty();

        robot.clickOn("#tab-Events");
        await().until(() -> session.heard().contains(RUN));
        robot.clickOn("#tab-Logs");

        await().until(() -> session.heard().isEmpty());
    }

    @Test
    void an_event_leads_to_the_log_of_its_rank(FxRobot robot) {
        session.tell(story.started());
        show(story);
        robot.clickOn("#tab-Events");
        await().until(() -> window.look(root -> !rows(root).isEmpty()));

        robot.clickOn("#events").type(KeyCode.END).type(KeyCode.ENTER);

        await().until(() -> window.sees(".log-canvas"));
        assertThat(selectedRanks()).containsExactly("rank 7, running, pid 41207, 0 s");
    }

    @Test
    void a_click_on_the_timeline_leads_to_the_log_of_that_rank(FxRobot robot) {
        session.tell(story.started());
        show(story);
        robot.clickOn("#tab-Timeline");
        await().until(() -> window.text("#timeline").startsWith("rank 0, attempt 1: running"));

        robot.clickOn("#timeline").type(KeyCode.END).type(KeyCode.ENTER);

        await().until(() -> window.sees(".log-canvas"));
        assertThat(selectedRanks()).containsExactly("rank 7, running, pid 41207, 0 s");
    }

    @Test
    void a_failure_is_counted_on_its_tab_and_told_on_its_page(FxRobot robot) {
        story.started().exited(2, new WorkerExit.Failed(1)).stopping("rank 2 failed");
        show(story);
        assertThat(window.text(".badge")).isEqualTo("1");

        robot.clickOn("#tab-Failure");

        await().until(() -> window.sees("#failure-title"));
        assertThat(window.text("#failure-title")).isEqualTo("Rank 2 failed with exit code 1");
    }

    private static KeyCode digit(DockTab tab) {
        return KeyCode.valueOf("DIGIT" + (tab.ordinal() + 1));
    }

    private static List<?> rows(Parent root) {
        return root.lookup("#events") instanceof ListView<?> list ? list.getItems() : List.of();
    }

    private void show(RunStory told) {
        session.show(told.snapshot());
        var name = told.snapshot().spec().entrypoint().shortName();
        await().until(() -> window.sees(".run-name") && window.text(".run-name").equals(name));
        WaitForAsyncUtils.waitForFxEvents();
    }

    private List<String> selectedRanks() {
        WaitForAsyncUtils.waitForFxEvents();
        return window.look(
                root ->
                        root.lookupAll(".rank-tile").stream()
                                .filter(
                                        tile ->
                                                tile.getPseudoClassStates()
                                                        .contains(
                                                                PseudoClass.getPseudoClass(
                                                                        "selected")))
                                .map(Node::getAccessibleText)
                                .toList());
    }
}
