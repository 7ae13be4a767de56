package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Phase;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Journals that earlier versions wrote. The recorded files are never written anew. */
class OldJournalsTest {
    @TempDir private Path folder;

    @Test
    void every_event_of_the_first_version_is_still_what_it_was() throws IOException {
        Recording recording = Recording.read(recorded("events-v1.jsonl"));

        assertThat(recording.damage()).isEqualTo(Damage.NONE);
        assertThat(recording.events()).hasSize(27);
        assertThat(recording.events().stream().map(NumberedEvent::event))
                .filteredOn(AgentEvent.Noticed.class::isInstance)
                .as("events that are no longer known")
                .singleElement()
                .extracting("text")
                .isEqualTo("OMP_NUM_THREADS is not set");
        assertThat(recording.present().orElseThrow().phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void the_settings_of_the_first_version_are_still_what_they_were() throws IOException {
        var spec = Recording.read(recorded("events-v1.jsonl")).present().orElseThrow().spec();

        assertThat(spec.workers()).isEqualTo(4);
        assertThat(spec.maxRestarts()).isEqualTo(3);
        assertThat(spec.arguments()).containsExactly("--lr", "0.1", "", "ü 漢");
        assertThat(spec.nodes().orElseThrow().endpoint()).isEqualTo("gpu-a:29400");
        assertThat(spec.streams().prefix().template()).isEqualTo("[${rank}] ");
    }

    private Path recorded(String name) throws IOException {
        Path copy = folder.resolve(name);
        try (InputStream bytes =
                Objects.requireNonNull(OldJournalsTest.class.getResourceAsStream(name))) {
            Files.copy(bytes, copy);
        }
        return copy;
    }
}
