package dev.muster.agent.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The problems found so far. */
final class Findings {
    private final List<LaunchProblem> problems = new ArrayList<>();

    void add(LaunchField field, String sentence) {
        problems.add(new LaunchProblem(field, sentence));
    }

    boolean none() {
        return problems.isEmpty();
    }

    /** In the order of the form. */
    List<LaunchProblem> sorted() {
        return problems.stream().sorted(Comparator.comparing(LaunchProblem::field)).toList();
    }
}
