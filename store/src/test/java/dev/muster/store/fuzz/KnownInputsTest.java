package dev.muster.store.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Everything the fuzzer begins with, and all that it has found worth keeping. */
class KnownInputsTest {
    @Test
    void no_known_request_is_read_in_two_ways_or_takes_the_server_by_surprise() {
        var inputs = Corpus.of("requests");

        inputs.forEach(RequestFuzzing::fuzzerTestOneInput);

        assertThat(inputs).hasSizeGreaterThan(100);
    }

    @Test
    void no_known_reply_is_read_in_two_ways_or_takes_the_client_by_surprise() {
        var inputs = Corpus.of("replies");

        inputs.forEach(ReplyFuzzing::fuzzerTestOneInput);

        assertThat(inputs).hasSizeGreaterThan(100);
    }
}
