package dev.muster.gui.welcome;

import dev.muster.gui.fx.Stylesheet;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

import java.util.Optional;

/** Launch a script, attach to what runs elsewhere, or play the demo: a card each. */
public final class WelcomeView extends VBox {
    /** {@code onAttach} is absent where there is nothing to attach to. */
    public WelcomeView(Runnable onLaunch, Optional<Runnable> onAttach, Runnable onDemo) {
        getStyleClass().add("welcome");
        getStylesheets().add(Stylesheet.beside(WelcomeView.class, "welcome.css"));
        var title = new Label("Nothing is running yet");
        title.getStyleClass().add("welcome-title");
        var sub =
                new Label(
                        "Muster runs ordinary PyTorch scripts as torchrun does, and shows every"
                                + " rank while it does.");
        sub.getStyleClass().add("muted");
        sub.setWrapText(true);
        var launch = new Button("New run");
        launch.setId("welcome-launch");
        launch.getStyleClass().add("primary");
        launch.setOnAction(_ -> onLaunch.run());
        var demo = new Button("Play the demo");
        demo.setId("welcome-demo");
        demo.setOnAction(_ -> onDemo.run());
        var cards =
                new HBox(
                        card(
                                Feather.PLAY,
                                "Launch a script",
                                "Pick a Python script and how many workers, or paste a torchrun"
                                        + " line you already use.",
                                launch));
        onAttach.ifPresent(action -> cards.getChildren().add(attachCard(action)));
        cards.getChildren()
                .add(
                        card(
                                Feather.FILM,
                                "See it work first",
                                "A simulated job of 8 ranks with a hang, a crash and a restart."
                                        + " Needs no Python and no GPU.",
                                demo));
        cards.getStyleClass().add("cards");
        var terminal = new Label("muster open train.py --nproc-per-node 4");
        terminal.getStyleClass().addAll("mono", "terminal");
        var hint = new HBox(new Label("From a terminal"), terminal);
        hint.getStyleClass().add("hint");
        getChildren().addAll(title, sub, cards, hint);
    }

    private static VBox attachCard(Runnable onAttach) {
        var attach = new Button("Attach…");
        attach.setId("welcome-attach");
        attach.setOnAction(_ -> onAttach.run());
        return card(
                Feather.SERVER,
                "Look at another machine",
                "Attach to your agents there through your own ssh, or watch a torchrun job through"
                        + " its store.",
                attach);
    }

    private static VBox card(Ikon icon, String title, String text, Button button) {
        var picture = new FontIcon(icon);
        var heading = new Label(title);
        heading.getStyleClass().add("semibold");
        var words = new Label(text);
        words.getStyleClass().add("muted");
        words.setWrapText(true);
        words.setMinHeight(Region.USE_PREF_SIZE);
        var spring = new Region();
        VBox.setVgrow(spring, Priority.ALWAYS);
        var card = new VBox(picture, heading, words, spring, button);
        card.getStyleClass().add("card");
        return card;
    }
}
