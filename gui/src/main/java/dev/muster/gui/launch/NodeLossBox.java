package dev.muster.gui.launch;

import javafx.beans.property.StringProperty;
import javafx.scene.control.ComboBox;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is done when a node is lost: one of the rendezvous options, chosen instead of typed. */
final class NodeLossBox extends ComboBox<String> {
    private static final String KEY = "on_node_loss=";
    private static final String USUAL = "reform";

    /**
     * @param options {@code key=value,key=value}, which keep all else they hold
     */
    NodeLossBox(StringProperty options) {
        setId("launch-node-loss");
        setAccessibleText("If a node is lost");
        getItems().setAll(USUAL, "wait", "stop");
        setConverter(new ChoiceWords(NodeLossBox::words));
        setMaxWidth(Double.MAX_VALUE);
        options.subscribe(text -> setValue(in(text)));
        valueProperty()
                .subscribe(
                        chosen -> {
                            if (chosen == null || chosen.equals(in(options.get()))) return;
                            options.set(with(chosen, options.get()));
                        });
    }

    /** The policy that these options choose; the last one counts. */
    static String in(String options) {
        return parts(options)
                .filter(part -> part.startsWith(KEY))
                .reduce((_, last) -> last)
                .map(part -> part.substring(KEY.length()).strip())
                .orElse(USUAL);
    }

    /** These options with another policy; the usual one is left out. */
    static String with(String policy, String options) {
        Stream<String> others = parts(options).filter(part -> !part.startsWith(KEY));
        Stream<String> ours = policy.equals(USUAL) ? Stream.of() : Stream.of(KEY + policy);
        return Stream.concat(others, ours).collect(Collectors.joining(","));
    }

    private static Stream<String> parts(String options) {
        return Arrays.stream(options.split(",")).map(String::strip).filter(part -> !part.isEmpty());
    }

    private static String words(String policy) {
        return switch (policy) {
            case USUAL -> "form a new round with those who are left";
            case "wait" -> "wait for a replacement";
            case "stop" -> "end the job";
            default -> policy;
        };
    }
}
