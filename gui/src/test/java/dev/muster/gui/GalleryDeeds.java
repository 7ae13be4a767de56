package dev.muster.gui;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.gui.testing.RunStory;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What can be done with a run beside its buttons, for {@link GalleryTour}. */
final class GalleryDeeds {
    /** What is shown of which runs. */
    record Screen(List<JobSnapshot> runs, Consumer<CockpitStage> then) {}

    private GalleryDeeds() {}

    static Map<String, Screen> screens() {
        var alone = Gallery.runningWithHistory();
        var nodes = List.of(Gallery.amongNodes());
        var screens = new LinkedHashMap<String, Screen>();
        screens.put("deeds", new Screen(alone, shown -> press(shown, "more")));
        screens.put("deeds-nodes", new Screen(nodes, shown -> press(shown, "more")));
        screens.put("deeds-save", new Screen(List.of(saving()), press("more", "save-and-stop")));
        screens.put("deeds-scale", new Screen(nodes, GalleryDeeds::scale));
        screens.put("deeds-signal", new Screen(alone, press("more", "signal")));
        screens.put("deeds-signal-kill", new Screen(alone, GalleryDeeds::kill));
        screens.put("deeds-edit", new Screen(alone, press("more", "edit-and-run")));
        screens.put("deeds-compare", new Screen(alone, shown -> past(shown).compare(id())));
        screens.put("deeds-delete", new Screen(alone, shown -> past(shown).delete(id())));
        return screens;
    }

    /** What is read from disk before it is shown takes longer than a few frames. */
    static boolean isOnItsWay(String screen, CockpitStage shown) {
        return switch (screen) {
            case "deeds-compare" ->
                    !(find(shown, "compare-rows") instanceof ListView<?> rows)
                            || rows.getItems().isEmpty();
            case "deeds-delete" -> !(find(shown, "question-yes") instanceof Button);
            default -> false;
        };
    }

    private static RunId id() {
        return new RunId("1b2c"); // of FleetGallery's past
    }

    private static CockpitViewModel past(CockpitStage shown) {
        return shown.window().model();
    }

    private static JobSnapshot saving() {
        var save = new SaveFirst(new Signal(10), Duration.ofSeconds(60));
        return RunStory.saving("7f3a", "train.py", 8, save).started().snapshot();
    }

    private static void scale(CockpitStage shown) {
        press(shown, "more");
        press(shown, "scale");
        if (find(shown, "scale-max") instanceof TextField max) max.setText("1");
        press(shown, "question-yes");
    }

    private static void kill(CockpitStage shown) {
        press(shown, "more");
        press(shown, "signal");
        if (find(shown, "signal-which") instanceof ComboBox<?> which) {
            which.getSelectionModel().select(7);
        }
        press(shown, "question-yes");
    }

    private static Consumer<CockpitStage> press(String first, String second) {
        return shown -> {
            press(shown, first);
            press(shown, second);
        };
    }

    private static void press(CockpitStage shown, String id) {
        if (find(shown, id) instanceof Button button) button.fire();
    }

    private static Node find(CockpitStage shown, String id) {
        return shown.window().root().lookup("#" + id);
    }
}
