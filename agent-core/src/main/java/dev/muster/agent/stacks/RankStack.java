package dev.muster.agent.stacks;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;

import java.util.List;
import java.util.Optional;

/**
 * Where one worker stands.
 *
 * @param rung by which that was learned; empty where no way worked
 * @param because of each better way, why it did not, as a sentence without a stop
 * @param text as it was told, which may be anything; {@link StackText} reads it
 */
public record RankStack(
        Rank rank, LocalRank localRank, Optional<Rung> rung, List<String> because, String text) {
    public RankStack {
        because = List.copyOf(because);
    }

    /** Of a worker that could not be asked. */
    public static RankStack none(Rank rank, LocalRank localRank, String because) {
        return new RankStack(rank, localRank, Optional.empty(), List.of(because), "");
    }

    public List<ThreadStack> threads() {
        return StackText.read(text);
    }
}
