package dev.muster.agent.doctor;

import dev.muster.agent.home.RunOwner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Processes of runs whose agent is gone, which hold memory, GPUs and ports that the next run wants.
 * They are known by the variable that every worker and all it starts carry.
 */
record LeftoversCheck(Path proc, Path runs) implements Check {
    /** Agent, run, attempt and local rank. */
    private static final Pattern MARKER =
            Pattern.compile("MUSTER_WORKER=[^/]+/([^/]+)/[0-9]+/[0-9]+");

    @Override
    public String name() {
        return "leftovers";
    }

    @Override
    public List<Finding> look() throws IOException {
        var pidsOfRuns = new TreeMap<String, List<String>>();
        try (var folders = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : folders) {
                run(folder)
                        .ifPresent(
                                run ->
                                        pidsOfRuns
                                                .computeIfAbsent(run, _ -> new ArrayList<>())
                                                .add(folder.getFileName().toString()));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        var findings = new ArrayList<Finding>();
        for (Map.Entry<String, List<String>> one : pidsOfRuns.entrySet()) {
            if (isOrphaned(one.getKey())) findings.add(tell(one.getKey(), one.getValue()));
        }
        return findings.isEmpty() ? List.of(Finding.ok(name(), "none of earlier runs")) : findings;
    }

    private Finding tell(String run, List<String> pids) {
        String all = String.join(" ", pids);
        return Finding.warn(
                name(),
                "run %s is over, and left processes behind: %s".formatted(run, all),
                "end them: kill -KILL " + all);
    }

    private boolean isOrphaned(String run) throws IOException {
        Path owner = runs.resolve(run).resolve("agent.pid");
        return RunOwner.read(owner)
                .filter(agent -> agent.presence() == RunOwner.Presence.GONE)
                .isPresent();
    }

    private static Optional<String> run(Path process) {
        try {
            byte[] environment = Files.readAllBytes(process.resolve("environ"));
            for (String variable :
                    new String(environment, StandardCharsets.UTF_8).split("\0", -1)) {
                var marker = MARKER.matcher(variable);
                if (marker.matches()) return Optional.of(marker.group(1));
            }
            return Optional.empty();
        } catch (IOException _) {
            return Optional.empty(); // it ended, or is another user's
        }
    }
}
