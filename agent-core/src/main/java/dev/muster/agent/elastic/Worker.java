package dev.muster.agent.elastic;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;

import java.util.Optional;

/**
 * One worker of this agent.
 *
 * @param id its pid; absent before its start
 * @param place of the group's workers in the job; absent before there was a round
 */
public record Worker(LocalRank localRank, Optional<Long> id, Optional<Placement> place) {
    /** As torch writes it, with its -1 for what is not known yet. */
    @Override
    public String toString() {
        return "local_rank=%s,global_rank=%d,role_rank=%d,world_size=%d,role_world_size=%d"
                .formatted(
                        localRank,
                        place.map(at -> at.rankOf(localRank).value()).orElse(-1),
                        place.map(at -> at.roleRankOf(localRank).value()).orElse(-1),
                        place.map(Placement::worldSize).orElse(-1),
                        place.map(Placement::roleWorldSize).orElse(-1));
    }
}
