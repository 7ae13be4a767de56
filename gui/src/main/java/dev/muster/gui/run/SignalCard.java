package dev.muster.gui.run;

import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.Rank;
import dev.muster.gui.fx.TakesFocus;

import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Asks which signal is sent to which worker. FX thread. */
final class SignalCard extends VBox implements TakesFocus {
    private final ComboBox<WorkerView> worker;
    private final ComboBox<SentSignal> signal;

    /**
     * @param workers that are there, one at least
     * @param wanted the rank that was meant, if any was
     */
    SignalCard(
            List<WorkerView> workers,
            Optional<Rank> wanted,
            BiConsumer<WorkerView, SentSignal> onChosen,
            Runnable onClose) {
        FieldCard.dress(
                this,
                "Send a signal to one rank",
                "Only the worker itself gets it, and nothing that it started. A worker that ends by"
                        + " it counts as failed: the group starts anew while restarts are left.");
        worker = box("signal-rank", workers, it -> "rank " + it.rank());
        worker.setValue(
                workers.stream()
                        .filter(it -> wanted.equals(Optional.of(it.rank())))
                        .findFirst()
                        .orElse(workers.getFirst()));
        signal = box("signal-which", List.of(SentSignal.values()), it -> it.signal().name());
        signal.setValue(SentSignal.USR1);
        var send = new Button();
        send.textProperty()
                .bind(
                        signal.valueProperty()
                                .map(it -> it.mayEnd() ? "Send…" : "Send " + it.signal().name()));
        send.getStyleClass().add("primary");
        send.setOnAction(_ -> onChosen.accept(worker.getValue(), signal.getValue()));
        getChildren()
                .addAll(
                        FieldCard.field("To", worker),
                        FieldCard.field("Signal", signal),
                        about(),
                        FieldCard.buttons(onClose, send));
    }

    /** What the signal that is chosen usually does. */
    private Label about() {
        var about = new Label();
        about.setId("signal-about");
        about.getStyleClass().addAll("muted", "small");
        about.setWrapText(true);
        about.setMinHeight(USE_PREF_SIZE);
        about.textProperty().bind(signal.valueProperty().map(SentSignal::words));
        signal.accessibleHelpProperty().bind(about.textProperty());
        return about;
    }

    private static <T> ComboBox<T> box(String id, List<T> values, Function<T, String> words) {
        var box = new ComboBox<T>();
        box.setId(id);
        box.getItems().setAll(values);
        box.setPrefWidth(0);
        box.setConverter(
                new StringConverter<>() {
                    @Override
                    public String toString(@Nullable T value) {
                        return value == null ? "" : words.apply(value);
                    }

                    @Override
                    public T fromString(String typed) {
                        throw new UnsupportedOperationException("nothing is typed here");
                    }
                });
        return box;
    }

    @Override
    public void takeFocus() {
        signal.requestFocus();
    }
}
