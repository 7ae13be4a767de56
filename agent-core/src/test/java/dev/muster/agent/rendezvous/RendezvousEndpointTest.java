package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** elastic-agent §2.1: where nodes meet. */
class RendezvousEndpointTest {
    private static final int DEFAULT_PORT = 123;

    @ParameterizedTest
    @CsvSource({
        "'', localhost, 123",
        "'  ', localhost, 123",
        "dummy.com:0, dummy.com, 0",
        "dummy.com:123, dummy.com, 123",
        "dummy.com:65535, dummy.com, 65535",
        "' dummy.com:4 ', dummy.com, 4",
        "dummy-1.com:9, dummy-1.com, 9",
        "under_score, under_score, 123",
        "123.123.123.123:123, 123.123.123.123, 123",
        "123.123.123.123, 123.123.123.123, 123",
        "[2001:db8::1]:9, 2001:db8::1, 9",
        "[2001:db8::1], 2001:db8::1, 123",
        "[dummy.com]:9, dummy.com, 9",
    })
    void a_host_and_a_port_are_read(String text, String host, int port) {
        var endpoint = RendezvousEndpoint.parse(text, DEFAULT_PORT);

        assertThat(endpoint).isEqualTo(new RendezvousEndpoint(host, port));
        assertThat(RendezvousEndpoint.parse(endpoint.toString(), 1)).isEqualTo(endpoint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"~", "dummy.com :123", "~:123", ":123", "a/b:1", "[]", "[]:1"})
    void a_bad_host_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RendezvousEndpoint.parse(text, DEFAULT_PORT))
                .withMessage(
                        ("The hostname of the rendezvous endpoint '%s' must be a dot-separated list"
                                        + " of labels, an IPv4 address, or an IPv6 address.")
                                .formatted(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dummy.com:",
                "dummy.com:abc",
                "dummy.com:-123",
                "dummy.com:-",
                "dummy.com:65536",
                "dummy.com:70000",
                "dummy.com:000001",
                "dummy.com:1 2",
                "[2001:db8::1]:x",
            })
    void a_bad_port_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RendezvousEndpoint.parse(text, DEFAULT_PORT))
                .withMessage(
                        ("The port number of the rendezvous endpoint '%s' must be an integer"
                                        + " between 0 and 65536.")
                                .formatted(text));
    }

    @ParameterizedTest
    @CsvSource({
        "2001:db8::1:29400, [2001:db8::1]:29400",
        "fe80::7:123, '[fe80::7]:123 if 123 is the port, and [fe80::7:123] if it is not'",
    })
    void what_looks_like_an_ipv6_address_with_a_port_is_shown_with_its_brackets(
            String text, String hint) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RendezvousEndpoint.parse(text, 0))
                .withMessageEndingWith("has more than one colon and no brackets. Write %s.", hint);
    }

    @Test
    void a_hint_names_no_port_where_there_is_no_usual_one() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RendezvousEndpoint.parse("2001:db8::1", 0))
                .withMessageEndingWith("or as [2001:db8::1]:PORT with a port.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2001:db8::1", "::1", "2001:db8::beef", "a:b:1"})
    void an_ipv6_address_without_brackets_is_refused_with_a_hint(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RendezvousEndpoint.parse(text, DEFAULT_PORT))
                .withMessage(
                        ("The rendezvous endpoint '%s' has more than one colon and no brackets."
                                        + " Write an IPv6 address as [%s], or as [%s]:123 with a"
                                        + " port.")
                                .formatted(text, text, text));
    }
}
