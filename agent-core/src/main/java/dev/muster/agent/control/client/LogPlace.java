package dev.muster.agent.control.client;

import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;

/** Which log. */
public record LogPlace(RunId run, int attempt, LocalRank localRank, LogStream stream) {
    String path() {
        return ApiPath.log(run, attempt, localRank, stream);
    }
}
