package dev.muster.agent.doctor;

import java.io.IOException;
import java.util.List;

/** One thing to look at. May block for as long as it likes: it is waited for with a deadline. */
interface Check {
    /** One word, for the line that tells of it. */
    String name();

    List<Finding> look() throws IOException, InterruptedException;
}
