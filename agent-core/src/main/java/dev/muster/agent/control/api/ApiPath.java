package dev.muster.agent.control.api;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;

/** The paths of the control API. None of their parts needs escaping. */
public final class ApiPath {
    public static final String AGENT = "/v1/agent";
    public static final String AGENT_EVENTS = "/v1/agent/events";
    public static final String RUNS = "/v1/runs";
    public static final String PAIRING = "/v1/pairing";
    public static final String PAIRING_CODES = PAIRING + "/codes";
    public static final String OPENAPI = "/v1/openapi.json";
    public static final String METRICS = "/metrics";
    public static final String HEALTH = "/healthz";
    public static final String READY = "/readyz";

    private ApiPath() {}

    public static String run(RunId run) {
        return RUNS + "/" + run;
    }

    public static String events(RunId run) {
        return run(run) + "/events";
    }

    public static String commands(RunId run) {
        return run(run) + "/commands";
    }

    public static String again(RunId run) {
        return run(run) + "/again";
    }

    public static String stacks(RunId run) {
        return run(run) + "/stacks";
    }

    public static String store(RunId run) {
        return run(run) + "/store";
    }

    public static String log(RunId run, int attempt, LocalRank localRank, LogStream stream) {
        return "%s/logs/%d/%s/%s".formatted(run(run), attempt, localRank, stream.word());
    }
}
