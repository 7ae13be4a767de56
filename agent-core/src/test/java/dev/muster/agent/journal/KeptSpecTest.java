package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.SampleSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class KeptSpecTest {
    private static final JobSpec SPEC =
            SampleSpec.ofScript().environment(Map.of("TOKEN", "s3cret", "A", "1")).build();

    @TempDir private Path folder;

    @Test
    void with_its_values_a_spec_is_whole() throws IOException {
        Files.writeString(file(), SpecJson.withValues(SPEC));

        assertThat(KeptSpec.read(file())).isEqualTo(new KeptSpec(SPEC, List.of()));
    }

    @Test
    void of_an_older_run_the_variables_are_named_that_have_no_value_any_more() throws IOException {
        Files.writeString(file(), SpecJson.text(SPEC));

        KeptSpec kept = KeptSpec.read(file());

        assertThat(kept.withoutValue()).containsExactly("A", "TOKEN");
        assertThat(kept.spec().environment()).isEmpty();
    }

    @Test
    void a_link_is_not_followed() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        Files.writeString(elsewhere, SpecJson.withValues(SPEC));
        Files.createSymbolicLink(file(), elsewhere);

        assertThatThrownBy(() -> KeptSpec.read(file())).isInstanceOf(IOException.class);
    }

    private Path file() {
        return folder.resolve("spec.json");
    }
}
