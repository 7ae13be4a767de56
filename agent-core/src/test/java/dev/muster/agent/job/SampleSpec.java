package dev.muster.agent.job;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A spec that is complete and plain; a test says only what is different about its own. */
public final class SampleSpec {
    private Entrypoint entrypoint = new Entrypoint.Script("/jobs/train.py");
    private Optional<Path> python = Optional.of(Path.of("/usr/bin/python3"));
    private List<String> arguments = List.of();
    private int workers = 2;
    private int maxRestarts;
    private String role = "default";
    private Optional<String> rendezvousId = Optional.empty();
    private Optional<JobNodes> nodes = Optional.empty();
    private Path workingDirectory = Path.of("/work");
    private Map<String, String> environment = Map.of();
    private WorkerDevices devices = WorkerDevices.ALL;
    private StopTerms stopping = StopTerms.DEFAULT;
    private StdByRank redirects = StdByRank.NONE;
    private StdByRank tee = StdByRank.NONE;
    private Optional<Path> logDir = Optional.empty();
    private Set<Integer> localRanksFilter = Set.of();
    private Map<LogStream, List<String>> duplicates = Map.of();
    private LinePrefix linePrefix = LinePrefix.DEFAULT;
    private Optional<Integer> masterPort = Optional.empty();

    /** Two workers of {@code train.py}. */
    public static SampleSpec ofScript() {
        return new SampleSpec();
    }

    public SampleSpec entrypoint(Entrypoint other) {
        entrypoint = other;
        return this;
    }

    public SampleSpec python(Path interpreter) {
        python = Optional.of(interpreter);
        return this;
    }

    /** Without an interpreter, as a program is run. */
    public SampleSpec withoutPython() {
        python = Optional.empty();
        return this;
    }

    public SampleSpec arguments(String... others) {
        arguments = List.of(others);
        return this;
    }

    public SampleSpec workers(int count) {
        workers = count;
        return this;
    }

    public SampleSpec maxRestarts(int count) {
        maxRestarts = count;
        return this;
    }

    public SampleSpec role(String name) {
        role = name;
        return this;
    }

    public SampleSpec rendezvousId(String id) {
        rendezvousId = Optional.of(id);
        return this;
    }

    public SampleSpec nodes(JobNodes others) {
        nodes = Optional.of(others);
        return this;
    }

    public SampleSpec environment(Map<String, String> variables) {
        environment = variables;
        return this;
    }

    public SampleSpec devices(WorkerDevices others) {
        devices = others;
        return this;
    }

    public SampleSpec redirects(String flag) {
        redirects = StdByRank.parse(flag);
        return this;
    }

    public SampleSpec tee(String flag) {
        tee = StdByRank.parse(flag);
        return this;
    }

    public SampleSpec logDir(Path folder) {
        logDir = Optional.of(folder);
        return this;
    }

    public SampleSpec localRanksFilter(Integer... shown) {
        localRanksFilter = Set.of(shown);
        return this;
    }

    public SampleSpec duplicates(Map<LogStream, List<String>> texts) {
        duplicates = texts;
        return this;
    }

    public SampleSpec linePrefix(String template) {
        linePrefix = new LinePrefix(template);
        return this;
    }

    public SampleSpec workingDirectory(Path where) {
        workingDirectory = where;
        return this;
    }

    public SampleSpec masterPort(int port) {
        masterPort = Optional.of(port);
        return this;
    }

    public SampleSpec stopping(StopTerms terms) {
        stopping = terms;
        return this;
    }

    public JobSpec build() {
        return new JobSpec(
                entrypoint,
                python,
                arguments,
                workers,
                maxRestarts,
                role,
                rendezvousId,
                nodes,
                workingDirectory,
                environment,
                devices,
                new WorkerStreams(redirects, tee, logDir, localRanksFilter, duplicates, linePrefix),
                masterPort,
                stopping);
    }
}
