package dev.muster.agent.launch;

import java.util.List;

/**
 * A launch as the line or script that somebody would start it with.
 *
 * @param text empty where it cannot be started that way at all
 * @param leftOut what of the launch that way of starting has no word for, a sentence each,
 *     beginning with a small letter and without a final stop
 */
public record WrittenLaunch(String text, List<String> leftOut) {
    public WrittenLaunch {
        leftOut = List.copyOf(leftOut);
    }
}
