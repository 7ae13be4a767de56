package dev.muster.agent.run;

import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.supervise.process.Others;

import java.util.Optional;

/** With whom this run's workers run, and where they meet. On the agent's thread. */
interface Company extends AutoCloseable {
    Others others();

    /** Where the workers of the attempt about to start meet; with no key of an old one in it. */
    StoreAddress meetingPlace(int attempt);

    /**
     * Has all nodes of the job told how many they may be from now on.
     *
     * @return why that cannot be; empty where it is on its way
     */
    Optional<String> scale(int min, int max, String by);

    @Override
    void close();
}
