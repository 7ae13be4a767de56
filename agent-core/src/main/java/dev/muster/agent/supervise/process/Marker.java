package dev.muster.agent.supervise.process;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;

import java.nio.charset.StandardCharsets;

/**
 * The variable by which a worker and everything it starts are recognised: agent, run, attempt and
 * local rank, from the general to the particular, so that a prefix of it means a group of them.
 *
 * @param prefix the variable's name and the beginning of its value, up to and with a slash
 */
public record Marker(String prefix) {
    /** The variable's name. */
    static final String VARIABLE = "MUSTER_WORKER";

    /** Everything an agent ever starts. {@code agent} is unique to one agent process. */
    public static Marker ofAgent(String agent) {
        return new Marker(VARIABLE + "=" + agent + "/");
    }

    public Marker run(RunId run) {
        return new Marker(prefix + run + "/");
    }

    Marker attempt(int attempt) {
        return new Marker(prefix + attempt + "/");
    }

    /** The value that this worker's variable has. */
    String valueFor(LocalRank localRank) {
        return prefix.substring(VARIABLE.length() + 1) + localRank;
    }

    byte[] bytes() {
        return prefix.getBytes(StandardCharsets.UTF_8);
    }
}
