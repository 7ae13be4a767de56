package dev.muster.agent.rendezvous.dynamic;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

class OutageTest {
    private static final Duration NOW = ofSeconds(100);

    private final Random random = new Random(1);

    @Test
    void pauses_between_tries_grow_to_some_seconds() {
        var pauses = pauses(ofSeconds(60));

        assertThat(pauses.getFirst()).isBetween(ofMillis(100), ofMillis(300));
        assertThat(pauses.getLast()).isBetween(ofMillis(1_500), ofMillis(4_500));
    }

    @Test
    void who_shows_its_life_often_tries_as_often() {
        assertThat(pauses(ofSeconds(1)))
                .allSatisfy(pause -> assertThat(pause).isLessThanOrEqualTo(ofMillis(1_500)));
    }

    private List<Duration> pauses(Duration interval) {
        return Stream.iterate(
                        Outage.begins(NOW, NOW, interval, random),
                        outage -> outage.goesOn(NOW, interval, random))
                .limit(20)
                .map(outage -> outage.retryAt().minus(NOW))
                .toList();
    }
}
