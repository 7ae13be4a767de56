package dev.muster.agent.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

class HandlerCodeTest {
    @Test
    void on_either_processor_it_writes_to_the_descriptor_it_was_made_for() {
        var x86 = code("amd64", 300);
        var arm = code("aarch64", 300);

        assertThat(x86.getInt(10)).isEqualTo(300);
        assertThat(arm.getInt(8) >> 5 & 0xFFFF).isEqualTo(300);
    }

    @Test
    void a_processor_that_there_is_no_code_for_is_named() {
        assertThatThrownBy(() -> HandlerCode.forProcessor("riscv64", 3))
                .hasMessage("processor: riscv64 (expected: amd64 or aarch64)");
    }

    private static ByteBuffer code(String processor, int descriptor) {
        return ByteBuffer.wrap(HandlerCode.forProcessor(processor, descriptor))
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
