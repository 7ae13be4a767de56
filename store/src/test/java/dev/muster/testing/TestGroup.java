package dev.muster.testing;

import java.util.Optional;

/** A group of tests that needs something a machine may lack. */
public enum TestGroup {
    /** Scripts run by a real Python 3. */
    PYTHON("a Python 3 (MUSTER_TEST_PYTHON, else python3 in PATH)") {
        @Override
        Optional<String> missing() {
            return TestPython.missing();
        }
    },
    /** Real process groups and store clients of PyTorch. */
    TORCH("a Python with torch 2.2 or newer (MUSTER_TEST_PYTHON, else python3 in PATH)") {
        @Override
        Optional<String> missing() {
            return TestPython.missingTorch();
        }
    },
    /** Windows on a real X display. */
    DISPLAY("an X display (Xvfb in PATH)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("Xvfb");
        }
    };

    private final String need;

    TestGroup(String need) {
        this.need = need;
    }

    /** What the group needs, as a phrase for the report of groups left out. */
    public String need() {
        return need;
    }

    /** Why this group cannot run here; empty when it can. */
    abstract Optional<String> missing();
}
