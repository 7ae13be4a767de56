package dev.muster.gui.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.failure.PythonTrace.Frame;

import org.junit.jupiter.api.Test;

import java.util.List;

class PythonTraceTest {
    private static final String TORCH = "/opt/lib/python3.12/site-packages/torch/_tensor.py";

    @Test
    void the_users_own_frames_come_first_and_nearest_to_the_failure() {
        var trace =
                read(
                        "Traceback (most recent call last):",
                        "  File \"/project/train.py\", line 88, in <module>",
                        "    train(model)",
                        "  File \"/project/train.py\", line 61, in train",
                        "    loss.backward()",
                        "    ~~~~~~~~~~~~~^^",
                        "  File \"" + TORCH + "\", line 648, in backward",
                        "    torch.autograd.backward(",
                        "RuntimeError: no");

        assertThat(trace.own())
                .containsExactly(
                        new Frame("/project/train.py", 61, "train", "loss.backward()", true),
                        new Frame("/project/train.py", 88, "<module>", "train(model)", true));
        assertThat(trace.libraries())
                .containsExactly(
                        new Frame(TORCH, 648, "backward", "torch.autograd.backward(", false));
    }

    @Test
    void of_exceptions_that_led_to_one_another_the_last_counts() {
        var trace =
                read(
                        "Traceback (most recent call last):",
                        "  File \"/project/a.py\", line 1, in first",
                        "KeyError: 'x'",
                        "During handling of the above exception, another exception occurred:",
                        "Traceback (most recent call last):",
                        "  File \"/project/b.py\", line 2, in second",
                        "ValueError: y");

        assertThat(trace.own()).extracting(Frame::place).containsExactly("b.py:2");
    }

    @Test
    void where_the_faulthandler_says_a_thread_stood_is_told_in_the_same_order() {
        var trace =
                read(
                        "Fatal Python error: Segmentation fault",
                        "Thread 0x00007f21 (most recent call first):",
                        "  File \"/project/ops.py\", line 40 in forward",
                        "  File \"/project/train.py\", line 112 in step");

        assertThat(trace.own())
                .extracting(Frame::place)
                .containsExactly("ops.py:40", "train.py:112");
    }

    @Test
    void a_traceback_whose_beginning_was_cut_off_is_read_from_where_it_goes_on() {
        var trace = read("    step()", "  File \"/project/a.py\", line 7, in step", "OSError: z");

        assertThat(trace.own()).containsExactly(new Frame("/project/a.py", 7, "step", "", true));
    }

    @Test
    void what_python_brings_itself_is_no_code_of_the_users() {
        var trace =
                read(
                        "  File \"<frozen runpy>\", line 198, in _run_module_as_main",
                        "  File \"/usr/lib/python3.11/json/decoder.py\", line 355, in raw_decode",
                        "  File \"/venv/lib64/python3/dist-packages/x.py\", line 3, in f");

        assertThat(trace.own()).isEmpty();
        assertThat(trace.libraries()).hasSize(3);
    }

    @Test
    void lines_without_a_frame_are_no_traceback() {
        assertThat(PythonTrace.in(List.of("checkpoint is truncated", ""))).isEmpty();
    }

    private static PythonTrace read(String... lines) {
        return PythonTrace.in(List.of(lines)).orElseThrow();
    }
}
