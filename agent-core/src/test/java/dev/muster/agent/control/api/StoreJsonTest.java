package dev.muster.agent.control.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.journal.UnreadableRecord;
import dev.muster.agent.store.StoreClient;
import dev.muster.agent.store.StoreKey;
import dev.muster.agent.store.StoreReading;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class StoreJsonTest {
    private static final StoreReading READING =
            new StoreReading(
                    Instant.parse("2026-03-01T12:00:00Z"),
                    "127.0.0.1:41873",
                    2_100,
                    70_000,
                    2,
                    1,
                    List.of(new StoreKey("init/", 1, "4"), new StoreKey("/\ufffd", 9, "binary")),
                    List.of(
                            new StoreClient(
                                    "127.0.0.1:5000",
                                    Optional.of("Wait"),
                                    Optional.of(
                                            new StoreClient.OpenWait(
                                                    List.of("/a", "/b"),
                                                    17,
                                                    Duration.ofMillis(12_345))),
                                    512,
                                    20),
                            new StoreClient(
                                    "127.0.0.1:5001", Optional.empty(), Optional.empty(), 0, 0)));

    @Test
    void a_reading_comes_back_as_it_was_written() {
        assertThat(StoreJson.read(StoreJson.text(READING))).isEqualTo(READING);
    }

    @Test
    void keys_come_with_what_they_are_for() {
        assertThat(StoreJson.text(READING))
                .contains(
                        "\"name\":\"init/\",\"kind\":\"joining\","
                                + "\"meaning\":\"how many processes have joined\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"at\":\"noon\"}"})
    void a_reading_that_is_none_is_refused(String text) {
        assertThatThrownBy(() -> StoreJson.read(text)).isInstanceOf(UnreadableRecord.class);
    }

    @Test
    void an_age_that_is_none_is_refused() {
        String text = StoreJson.text(READING).replace("PT12.345S", "long");

        assertThatThrownBy(() -> StoreJson.read(text)).isInstanceOf(UnreadableRecord.class);
    }
}
