package dev.muster.gui.launch;

import dev.muster.agent.job.NumaMode;

import javafx.beans.property.StringProperty;
import javafx.scene.control.ComboBox;

import java.util.Arrays;

/** Which processors a worker keeps to. Shows any other word it is given, too, to be seen wrong. */
final class NumaBox extends ComboBox<String> {
    NumaBox(StringProperty text) {
        getItems().add("");
        Arrays.stream(NumaMode.values()).map(NumaMode::flag).forEach(getItems()::add);
        setConverter(new ChoiceWords(NumaBox::words));
        setMaxWidth(Double.MAX_VALUE);
        valueProperty().bindBidirectional(text);
    }

    private static String words(String flag) {
        if (flag.isBlank()) return "any";
        return NumaMode.of(flag)
                .map(
                        mode ->
                                switch (mode) {
                                    case NODE -> "node: all of the GPU's NUMA node";
                                    case SOCKET -> "socket: all of the GPU's socket";
                                    case EXCLUSIVE -> "exclusive: a share no other worker has";
                                    case CORE_COMPLEX ->
                                            "core-complex: those that share a last cache";
                                })
                .orElse(flag);
    }
}
