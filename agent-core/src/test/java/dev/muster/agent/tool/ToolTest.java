package dev.muster.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

@Timeout(60)
class ToolTest {
    private static final Duration LONG = Duration.ofSeconds(50);

    @Test
    void a_program_is_given_its_input_and_gives_its_output_talk_and_code() throws IOException {
        var result = sh("read line; echo got $line; echo oops >&2; exit 3").run("this\n");

        assertThat(result).isEqualTo(new Tool.Result(3, "got this\n", "oops\n"));
        assertThat(result.lastWord()).isEqualTo("oops");
    }

    @Test
    void a_program_without_a_word_is_told_by_its_code() throws IOException {
        assertThat(sh("exit 4").run().lastWord()).isEqualTo("exit code 4");
    }

    @Test
    void a_program_that_does_not_end_is_ended() {
        var tool = new Tool(List.of("sleep", "600"), Duration.ofMillis(200));

        assertThatThrownBy(tool::run)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no end");
    }

    @Test
    void a_program_that_prints_without_end_is_ended() {
        assertThatThrownBy(() -> sh("exec yes").run())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("printed more than");
    }

    @Test
    void a_program_that_does_not_read_its_input_is_no_failure() throws IOException {
        assertThat(sh("exit 0").run("x".repeat(1 << 20)).exitCode()).isZero();
    }

    @Test
    void programs_are_found_in_the_folders_of_path() {
        assertThat(Tool.find("sh", Map.of("PATH", "relative:/nowhere:/bin"))).isPresent();
        assertThat(Tool.find("sh", Map.of())).isEmpty();
    }

    private static Tool sh(String script) {
        return new Tool(List.of("/bin/sh", "-c", script), LONG);
    }
}
