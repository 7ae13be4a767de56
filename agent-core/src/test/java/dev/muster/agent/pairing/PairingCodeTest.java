package dev.muster.agent.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.pairing.PairingCode.Side;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;

class PairingCodeTest {
    private static final KeyPin AGENT = pin('a');
    private static final KeyPin CLIENT = pin('c');
    private static final KeyPin BETWEEN = pin('m');

    private final PairingCode code = PairingCode.random(new Random(1));

    private static KeyPin pin(char letter) {
        return new KeyPin("SHA256:" + String.valueOf(letter).repeat(43));
    }

    @Test
    void it_is_read_as_it_was_shown_however_it_was_typed() {
        String shown = code.grouped();

        assertThat(shown).matches("([0-9a-f]{4}-){7}[0-9a-f]{4}");
        assertThat(PairingCode.read(shown)).isEqualTo(code);
        assertThat(PairingCode.read(" " + shown.replace("-", " ").toUpperCase(Locale.ROOT)))
                .isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1234", "zzzz-zzzz-zzzz-zzzz-zzzz-zzzz-zzzz-zzzz"})
    void what_is_no_code_is_refused_before_anything_is_asked(String typed) {
        assertThatThrownBy(() -> PairingCode.read(typed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("code: expected 32 hexadecimal digits, with or without dashes");
    }

    @Test
    void nothing_prints_it_by_accident() {
        assertThat(PairingOffer.of(code, Role.VIEWER, Instant.EPOCH).toString())
                .doesNotContain(code.text())
                .doesNotContain(code.grouped());
    }

    @Test
    void a_proof_is_good_for_one_side_two_keys_and_one_code() {
        String proof = code.proof(Side.CLIENT, AGENT, CLIENT);

        assertThat(code.isProved(proof, Side.CLIENT, AGENT, CLIENT)).isTrue();
        assertThat(code.isProved(proof, Side.AGENT, AGENT, CLIENT)).isFalse();
        assertThat(code.isProved(proof, Side.CLIENT, CLIENT, AGENT)).isFalse();
        assertThat(PairingCode.random(new Random(2)).isProved(proof, Side.CLIENT, AGENT, CLIENT))
                .isFalse();
    }

    @Test
    void somebody_in_between_can_pass_on_neither_proof() {
        String said = code.proof(Side.CLIENT, BETWEEN, CLIENT); // to whom it takes for the agent

        assertThat(code.isProved(said, Side.CLIENT, AGENT, BETWEEN)).isFalse();
        assertThat(code.isProved(said, Side.CLIENT, AGENT, CLIENT)).isFalse();
    }

    @Test
    void a_code_survives_all_wrong_tries_but_the_last_and_nine_minutes() {
        var now = Instant.EPOCH;
        PairingOffer offer = PairingOffer.of(code, Role.OPERATOR, now);
        PairingOffer tried = offer;
        for (int k = 0; k < PairingOffer.TRIES - 1; k++) tried = tried.afterWrongProof();

        assertThat(tried.isOpen(now.plus(Duration.ofMinutes(9)))).isTrue();
        assertThat(tried.afterWrongProof().isOpen(now)).isFalse();
        assertThat(offer.isOpen(now.plus(Duration.ofMinutes(10)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu-box:7000", "127.0.0.1:1", "[::1]:7000", "[fe80::1%eth0]:65535"})
    void addresses_are_read_as_they_are_written(String text) {
        assertThat(AgentAddress.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gpu-box", ":7000", "::1:7000", "gpu-box:70000", "a b:1", "a:b:1"})
    void what_is_no_address_is_refused(String text) {
        assertThatThrownBy(() -> AgentAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
