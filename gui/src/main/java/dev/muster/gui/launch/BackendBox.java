package dev.muster.gui.launch;

import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ComboBox;

/** How nodes meet. Shows any other name it is given, too, so that it can be seen to be wrong. */
final class BackendBox extends ComboBox<String> {
    private static final String USUAL = "static";

    BackendBox(StringProperty text) {
        getItems().setAll(USUAL, "c10d", "etcd-v3");
        setConverter(new ChoiceWords(BackendBox::words));
        setMaxWidth(Double.MAX_VALUE);
        valueProperty().bindBidirectional(text);
    }

    /** The name that counts. */
    ObservableValue<String> chosen() {
        return valueProperty().map(BackendBox::meant).orElse(USUAL);
    }

    private static String meant(String text) {
        return text.isBlank() ? USUAL : text.strip();
    }

    private static String words(String name) {
        return switch (meant(name)) {
            case USUAL -> "static: each node is told its rank";
            case "c10d" -> "c10d: nodes find each other, come and go";
            case "etcd-v3" -> "etcd-v3: as c10d, and outlives any one machine";
            default -> name;
        };
    }

    static String endpointExample(String backend) {
        return switch (backend) {
            case "c10d" -> "node0:29400, which keeps the store";
            case "etcd-v3" -> "etcd0:2379,etcd1:2379,etcd2:2379";
            default -> "node0:29500, which has rank 0";
        };
    }
}
