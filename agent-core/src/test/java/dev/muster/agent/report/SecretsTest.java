package dev.muster.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.journal.SecretPrints;
import dev.muster.agent.journal.SecretWords;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.Random;

class SecretsTest {
    private static final Secrets NONE_KNOWN = Secrets.of(List.of(), List.of(), SecretPrints.NONE);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HF_TOKEN",
                "WANDB_API_KEY",
                "apiKey",
                "--hf-token",
                "DB_PASSWORD",
                "AWS_SECRET_ACCESS_KEY",
                "GOOGLE_APPLICATION_CREDENTIALS",
                "client_secret_2",
                "MYTOKEN"
            })
    void names_that_say_so_are_secret(String name) {
        assertThat(SecretWords.isSecret(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TOKENIZERS_PARALLELISM",
                "--max-tokens",
                "KEYBOARD",
                "PATH",
                "--lr",
                "AUTHOR"
            })
    void others_are_not(String name) {
        assertThat(SecretWords.isSecret(name)).isFalse();
    }

    @Test
    void the_value_of_a_secret_variable_is_covered_wherever_it_turns_up() {
        var secrets =
                Secrets.of(
                        List.of(),
                        List.of(Map.of("HF_TOKEN", "quite-plain"), Map.of("A", "1")),
                        SecretPrints.NONE);

        assertThat(secrets.mask("got quite-plain, then xquite-plainx"))
                .isEqualTo("got ••••••, then x••••••x");
    }

    @Test
    void the_value_of_a_secret_flag_is_covered_in_the_arguments_and_in_logs() {
        List<String> arguments = List.of("--api-key", "abcd1234", "--token=zz", "--lr", "0.1");
        var secrets = Secrets.of(arguments, List.of(), SecretPrints.NONE);

        assertThat(secrets.maskWords(arguments))
                .containsExactly("--api-key", "••••••", "--token=••••••", "--lr", "0.1");
        assertThat(secrets.mask("key abcd1234 accepted")).isEqualTo("key •••••• accepted");
    }

    @Test
    void each_line_of_a_long_key_is_covered() {
        var secrets =
                Secrets.of(
                        List.of(),
                        List.of(Map.of("SSH_KEY", "-----BEGIN\nline-two-of-it\n")),
                        SecretPrints.NONE);

        assertThat(secrets.mask("line-two-of-it")).isEqualTo("••••••");
    }

    @Test
    void switches_and_very_short_values_do_not_blot_out_the_log() {
        var secrets =
                Secrets.of(
                        List.of(),
                        List.of(Map.of("USE_AUTH", "true", "KEY", "7", "TOKEN", "no")),
                        SecretPrints.NONE);

        assertThat(secrets.mask("true 7 no")).isEqualTo("true 7 no");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hf_abcdefghijklmnopqrstuvwx",
                "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                "sk-abcdefghijklmnopqrstuvwx",
                "AKIAABCDEFGHIJKLMNOP",
                "xoxb-123456789012-abc"
            })
    void tokens_of_well_known_shapes_are_covered_without_being_known(String token) {
        assertThat(NONE_KNOWN.mask("using " + token + " now")).isEqualTo("using •••••• now");
    }

    @Test
    void what_is_assigned_to_a_secret_name_is_covered() {
        assertThat(NONE_KNOWN.mask("api_key=abcdef1 password: \"hunter22\" {'token': 'xyzxyz'}"))
                .isEqualTo("api_key=•••••• password: \"••••••\" {'token': '••••••'}");
        assertThat(NONE_KNOWN.mask("Authorization: Bearer abcdefgh.ijk"))
                .isEqualTo("Authorization: Bearer ••••••");
        assertThat(NONE_KNOWN.mask("https://me:hunter2@host/x"))
                .isEqualTo("https://me:••••••@host/x");
    }

    @Test
    void counts_are_not_taken_for_secrets() {
        assertThat(NONE_KNOWN.mask("token: 1234567, lr=0.1 step=5"))
                .isEqualTo("token: 1234567, lr=0.1 step=5");
    }

    @Test
    void a_line_made_to_be_slow_is_not() {
        String hostile = "key".repeat(100_000) + "=" + "a".repeat(100_000);

        assertThat(NONE_KNOWN.mask(hostile)).contains(Secrets.MASK);
    }

    @Test
    void a_secret_that_the_run_inherited_is_covered_without_being_known_here() {
        var prints = SecretPrints.of(Map.of("HF_TOKEN", "quite-plain"), new Random(1));

        assertThat(Secrets.of(List.of(), List.of(), prints).mask("got quite-plain"))
                .isEqualTo("got ••••••");
    }
}
