package dev.muster.agent.job;

import java.util.List;

/**
 * The processors that each worker keeps to.
 *
 * @param processors of each local rank in turn, as numactl takes them: {@code 0-7,32-39}
 */
public record NumaBinding(NumaMode mode, List<String> processors) {
    public NumaBinding {
        processors = List.copyOf(processors);
    }
}
