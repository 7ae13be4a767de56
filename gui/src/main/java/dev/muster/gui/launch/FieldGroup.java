package dev.muster.gui.launch;

import static dev.muster.agent.launch.LaunchField.ENVIRONMENT;
import static dev.muster.agent.launch.LaunchField.GRACE;
import static dev.muster.agent.launch.LaunchField.LOG_DIR;
import static dev.muster.agent.launch.LaunchField.NODES;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_CONFIG;
import static dev.muster.agent.launch.LaunchField.ROLE;
import static dev.muster.agent.launch.LaunchField.SCRIPT;
import static dev.muster.agent.launch.LaunchField.SIGNALS;
import static dev.muster.agent.launch.LaunchField.STDERR_DUPLICATES;
import static dev.muster.agent.launch.LaunchField.WORKING_DIRECTORY;

import dev.muster.agent.launch.LaunchField;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The parts of the form from top to bottom. All but the first are folded until they are needed. */
enum FieldGroup {
    BASIC("", "", SCRIPT, WORKING_DIRECTORY),
    TOGETHER(
            "Several nodes", "how this node meets the others of its job", NODES, RENDEZVOUS_CONFIG),
    OUTPUT("Output", "log directory, streams, line prefix, filters", LOG_DIR, STDERR_DUPLICATES),
    STOPPING("Stopping", "grace, saving first, signals", GRACE, SIGNALS),
    ADVANCED("Advanced", "role, store port, GPUs, processors, environment", ROLE, ENVIRONMENT);

    private final String title;
    private final String about;
    private final Set<LaunchField> fields;

    FieldGroup(String title, String about, LaunchField first, LaunchField last) {
        this.title = title;
        this.about = about;
        fields = Collections.unmodifiableSet(EnumSet.range(first, last));
    }

    static FieldGroup of(LaunchField field) {
        return Arrays.stream(values())
                .filter(group -> group.fields.contains(field))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not in the form: " + field));
    }

    /** Those that can be folded away. */
    static List<FieldGroup> folded() {
        return List.of(values()).subList(1, values().length);
    }

    String title() {
        return title;
    }

    /** What is in it, for those who do not see it. */
    String about() {
        return about;
    }

    Set<LaunchField> fields() {
        return fields;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
