package dev.muster.agent.run;

import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.supervise.process.Others;

/** With whom this run's workers run, and where they meet. On the agent's thread. */
interface Company extends AutoCloseable {
    Others others();

    /** Where the workers of the attempt about to start meet; with no key of an old one in it. */
    StoreAddress meetingPlace(int attempt);

    @Override
    void close();
}
