package dev.muster.agent.supervise.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class InheritedSignalsTest {
    private static final long PIPE = 0x1000;
    private static final long OF_GLIBC = 0x1_8000_0000L;

    @Test
    void what_was_blocked_is_told_by_the_status_of_the_process() {
        var inherited = of("0000000008000200", "0000000000000001");

        assertThat(inherited).isEqualTo(new InheritedSignals(0x8000200, 1));
    }

    @Test
    void the_signals_of_glibc_stay_ignored_only_where_they_were() {
        assertThat(of("0", "0").toBeReset()).isEqualTo(PIPE | OF_GLIBC);
        assertThat(of("0", "180001000").toBeReset()).isEqualTo(PIPE);
    }

    private static InheritedSignals of(String blocked, String ignored) {
        return InheritedSignals.of(
                List.of("Name:\tjava", "SigBlk:\t" + blocked, "SigIgn:\t" + ignored));
    }
}
