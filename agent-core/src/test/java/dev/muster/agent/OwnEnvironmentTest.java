package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;

class OwnEnvironmentTest {
    @Test
    void a_locale_that_the_launcher_laid_over_another_gives_way_to_it() {
        assertThat(asCalled(Map.of("LC_ALL", "C.UTF-8", "MUSTER_LC_ALL", "=POSIX", "A", "b")))
                .containsOnly(Map.entry("LC_ALL", "POSIX"), Map.entry("A", "b"));
    }

    @Test
    void where_there_was_none_there_is_none() {
        assertThat(asCalled(Map.of("LC_ALL", "C.UTF-8", "MUSTER_LC_ALL", ""))).isEmpty();
    }

    @Test
    void without_the_launcher_it_stays_as_it_is() {
        assertThat(asCalled(Map.of("LC_ALL", "C"))).containsOnly(Map.entry("LC_ALL", "C"));
    }

    private static Map<String, String> asCalled(Map<String, String> environment) {
        return OwnEnvironment.asCalled(environment);
    }
}
