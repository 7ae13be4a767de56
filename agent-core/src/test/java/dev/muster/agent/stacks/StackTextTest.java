package dev.muster.agent.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StackTextTest {
    @Test
    void what_faulthandler_prints_of_several_threads_is_read_with_the_main_one_first() {
        var threads =
                StackText.read(
                        """
                        Fatal Python error: Aborted

                        Thread 0x00007f12 (most recent call first):
                          File "/usr/lib/python3.11/threading.py", line 324 in wait
                          File "/usr/lib/python3.11/threading.py", line 1045 in _bootstrap

                        Current thread 0x00007f34 (most recent call first):
                          File "/jobs/train.py", line 7 in step
                          File "/jobs/train.py", line 12 in <module>

                        Extension modules: numpy.core (total: 1)
                        """);

        assertThat(threads)
                .extracting(ThreadStack::name)
                .containsExactly("MainThread", "0x00007f12");
        assertThat(threads.getFirst().frames())
                .containsExactly(
                        new Frame("<module>", "/jobs/train.py", 12),
                        new Frame("step", "/jobs/train.py", 7));
        assertThat(threads.getLast().frames()).hasSize(2);
    }

    @Test
    void a_thread_with_a_name_and_one_that_waits_are_told_as_such() {
        var threads =
                StackText.read(
                        """
                        Thread 7 [pin memory] (idle) (most recent call first):
                          File "loader.py", line 3 in fetch
                        Thread 0x1 [MainThread] (most recent call first):
                          File "libc.so", line ??? in poll
                        Thread 0x2 (most recent call first):
                          <no Python frame>
                        """);

        assertThat(threads)
                .extracting(ThreadStack::name)
                .containsExactly("MainThread", "pin memory", "0x2");
        assertThat(threads).extracting(ThreadStack::idle).containsExactly(false, true, false);
        assertThat(threads.getFirst().frames()).containsExactly(new Frame("poll", "libc.so", 0));
        assertThat(threads.getLast().frames()).isEmpty();
    }

    @Test
    void a_single_stack_is_that_of_the_main_thread() {
        var threads =
                StackText.read("Stack (most recent call first):\n  File \"a.py\", line 1 in f\n");

        assertThat(threads).extracting(ThreadStack::name).containsExactly("MainThread");
    }

    @Test
    void what_is_no_stack_is_no_thread() {
        assertThat(StackText.read("")).isEmpty();
        assertThat(StackText.read("{\"nonsense\": [")).isEmpty();
        assertThat(StackText.read("  File \"a.py\", line 1 in f\n")).isEmpty();
    }

    @Test
    void a_text_without_end_is_read_up_to_a_limit() {
        String header = "Thread 0x1 (most recent call first):\n";
        String frame = "  File \"a.py\", line 1 in " + "f".repeat(500) + "\n";

        assertThat(StackText.read(header.repeat(10_000))).hasSize(512);
        var deep = StackText.read(header + frame.repeat(10_000)).getFirst();
        assertThat(deep.frames()).hasSize(1024);
        assertThat(deep.frames().getFirst().function()).hasSize(401);
    }
}
