package dev.muster.gui;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.gui.fx.ModalLayer;
import dev.muster.gui.logs.LogView;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunPage;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.scene.Node;
import javafx.scene.layout.Region;

import java.util.Optional;

/** The log of the rank and the attempt that the dock has chosen. FX thread. */
final class LogPage implements RunPage {
    private final LogView view;
    private final ReadOnlyObjectProperty<LogChoice> choice;
    private Optional<JobSnapshot> told = Optional.empty();
    private Optional<LogChoice> shown = Optional.empty();

    LogPage(LogView view, ReadOnlyObjectProperty<LogChoice> choice) {
        this.view = view;
        this.choice = choice;
    }

    @Override
    public Region node() {
        return view;
    }

    @Override
    public void show(RunFocus focus) {
        view.setOnScreen(true);
        Optional<LogChoice> next = Optional.of(choice.get());
        if (shown.equals(next) && told.equals(Optional.of(focus.run()))) return;
        shown = next;
        told = Optional.of(focus.run());
        switch (choice.get()) {
            case LogChoice.Worker worker -> view.show(LogScopes.of(worker, focus.run()));
            case LogChoice.None(var why) -> view.showNothing(why);
        }
    }

    @Override
    public void hide() {
        view.setOnScreen(false);
    }

    @Override
    public void close() {
        shown = Optional.empty();
        view.showNothing("The window is closing.");
    }

    @Override
    public void takeFocus() {
        ModalLayer.firstFocusable(view).ifPresent(Node::requestFocus);
    }
}
