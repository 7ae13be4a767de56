package dev.muster.agent.launch;

import dev.muster.agent.job.JobSpec;

import java.util.List;

/** What became of a draft: something that can be run, or all that is wrong with it. */
public sealed interface Resolution {
    record Ready(JobSpec spec) implements Resolution {}

    /** At least one problem, in the order of the form. */
    record Refused(List<LaunchProblem> problems) implements Resolution {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
