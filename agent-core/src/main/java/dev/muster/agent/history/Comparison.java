package dev.muster.agent.history;

import dev.muster.agent.journal.KeptSpec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Two runs side by side. Holds no values of environment variables, only whether they differ.
 *
 * @param settings those that differ, in the order of {@code spec.json}
 * @param environment variables that are not the same in both, by name
 * @param results how the runs went, alike or not, each with one text for either run
 */
public record Comparison(
        PastRun left,
        PastRun right,
        List<Difference> settings,
        List<VariableDifference> environment,
        List<Difference> results) {

    /** One thing and what it is in either run; absent where it was not said. */
    public record Difference(String name, Optional<String> left, Optional<String> right) {
        /** False where both are alike. */
        public boolean differs() {
            return !left.equals(right);
        }
    }

    /** How a variable of the environment is different. */
    public enum Change {
        ONLY_LEFT,
        ONLY_RIGHT,
        OTHER_VALUE
    }

    public record VariableDifference(String name, Change change) {}

    /**
     * One of the two.
     *
     * @param spec absent where the run's folder does not tell it any more
     * @param failures of workers, those not counted that were stopped because of others
     */
    public record Side(PastRun run, Optional<KeptSpec> spec, long failures) {}

    public Comparison {
        settings = List.copyOf(settings);
        environment = List.copyOf(environment);
        results = List.copyOf(results);
    }

    public static Comparison of(Side left, Side right) {
        return new Comparison(
                left.run(),
                right.run(),
                settings(left, right).stream().filter(Difference::differs).toList(),
                variables(environment(left), environment(right)),
                results(left, right));
    }

    private static List<Difference> settings(Side left, Side right) {
        Map<String, String> ours =
                left.spec().map(KeptSpec::spec).map(Settings::of).orElse(Map.of());
        Map<String, String> theirs =
                right.spec().map(KeptSpec::spec).map(Settings::of).orElse(Map.of());
        var names = new ArrayList<>(ours.keySet());
        theirs.keySet().stream().filter(name -> !ours.containsKey(name)).forEach(names::add);
        names.remove("environment names");
        return names.stream()
                .map(
                        name ->
                                new Difference(
                                        name,
                                        Optional.ofNullable(ours.get(name)),
                                        Optional.ofNullable(theirs.get(name))))
                .toList();
    }

    /** A variable of which only the name was kept has no value here. */
    private static Map<String, Optional<String>> environment(Side side) {
        var variables = new HashMap<String, Optional<String>>();
        side.spec()
                .ifPresent(
                        kept -> {
                            kept.withoutValue()
                                    .forEach(name -> variables.put(name, Optional.empty()));
                            kept.spec()
                                    .environment()
                                    .forEach(
                                            (name, value) ->
                                                    variables.put(name, Optional.of(value)));
                        });
        return variables;
    }

    private static List<VariableDifference> variables(
            Map<String, Optional<String>> left, Map<String, Optional<String>> right) {
        SortedSet<String> names = new TreeSet<>(left.keySet());
        names.addAll(right.keySet());
        var differences = new ArrayList<VariableDifference>();
        for (String name : names) {
            Optional<String> ours = left.getOrDefault(name, Optional.empty());
            Optional<String> theirs = right.getOrDefault(name, Optional.empty());
            boolean bothKnown = ours.isPresent() && theirs.isPresent();
            if (!right.containsKey(name)) {
                differences.add(new VariableDifference(name, Change.ONLY_LEFT));
            } else if (!left.containsKey(name)) {
                differences.add(new VariableDifference(name, Change.ONLY_RIGHT));
            } else if (bothKnown && !ours.equals(theirs)) {
                differences.add(new VariableDifference(name, Change.OTHER_VALUE));
            }
        }
        return differences;
    }

    private static List<Difference> results(Side left, Side right) {
        return List.of(
                result("outcome", left.run().state().words(), right.run().state().words()),
                new Difference("duration", duration(left.run()), duration(right.run())),
                new Difference(
                        "exit code",
                        left.run().exitCode().map(String::valueOf),
                        right.run().exitCode().map(String::valueOf)),
                result("attempts", left.run().attempts(), right.run().attempts()),
                result("restarts", left.run().restarts(), right.run().restarts()),
                result("failures", left.failures(), right.failures()),
                result("because", left.run().because(), right.run().because()));
    }

    private static Difference result(String name, Object left, Object right) {
        return new Difference(
                name, Optional.of(String.valueOf(left)), Optional.of(String.valueOf(right)));
    }

    private static Optional<String> duration(PastRun run) {
        return run.endedAt().map(end -> DurationWords.of(Duration.between(run.startedAt(), end)));
    }
}
