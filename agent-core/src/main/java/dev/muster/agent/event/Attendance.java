package dev.muster.agent.event;

import java.util.List;

/**
 * Who is at a barrier.
 *
 * @param arrived how many have come
 * @param expected how many there will be
 * @param here the names of those who are known to have come; not all where they are many, or
 *     torchrun's agents, who give no name
 * @param missing the names of those who are not; for the same reasons more than have not come, or
 *     fewer
 */
public record Attendance(int arrived, int expected, List<String> here, List<String> missing) {
    public Attendance {
        here = List.copyOf(here);
        missing = List.copyOf(missing);
    }
}
