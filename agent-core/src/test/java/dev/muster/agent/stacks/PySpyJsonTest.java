package dev.muster.agent.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PySpyJsonTest {
    @Test
    void what_py_spy_prints_is_read_as_threads() {
        String json =
                """
                [{"pid": 10, "thread_id": 1, "thread_name": null, "os_thread_id": 11, "active": false,
                  "frames": [{"name": "wait", "filename": "threading.py", "line": 324},
                             {"name": "run [x]", "filename": "a \\"b\\".py", "line": 0}]},
                 {"pid": 10, "thread_id": 2, "thread_name": null, "os_thread_id": 10, "active": true,
                  "frames": [{"name": "f", "filename": "train.py", "line": 7}]}]
                """;

        var threads = StackText.read(PySpyJson.text(json));

        assertThat(threads).extracting(ThreadStack::name).containsExactly("MainThread", "11");
        assertThat(threads).extracting(ThreadStack::idle).containsExactly(false, true);
        assertThat(threads.getLast().frames())
                .containsExactly(
                        new Frame("run [x]", "a 'b'.py", 0),
                        new Frame("wait", "threading.py", 324));
    }

    @Test
    void names_that_a_program_made_up_stay_on_their_line() {
        String json =
                """
                [{"os_thread_id": 1, "thread_name": "a]\\n(b", "frames": [
                  {"name": "f\\nThread 9 (most recent call first):", "filename": "x\\u001b[2J", "line": 1}]}]
                """;

        var threads = StackText.read(PySpyJson.text(json));

        assertThat(threads).hasSize(1);
        assertThat(threads.getFirst().frames()).hasSize(1);
        assertThat(threads.getFirst().frames().getFirst().file()).doesNotContain("\u001b");
    }

    @Test
    void what_is_no_list_of_threads_is_refused_in_a_sentence() {
        assertThatThrownBy(() -> PySpyJson.text("{}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("py-spy printed no list of threads");
        assertThatThrownBy(() -> PySpyJson.text("Error: no"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("what py-spy printed is no JSON");
        assertThatThrownBy(() -> PySpyJson.text("[".repeat(100_000)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void threads_without_frames_or_names_are_threads() {
        assertThat(StackText.read(PySpyJson.text("[{}, {\"frames\": 3}]"))).hasSize(2);
    }
}
