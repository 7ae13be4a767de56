package dev.muster.agent.job;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be run, checked and complete. Build it through {@code agent.launch}, which turns what
 * a person typed into one of these or into sentences about what is wrong.
 *
 * @param python the interpreter of scripts, modules and Python's functions; absent for the others
 * @param arguments what follows the script, untouched but for torchrun's {@code ${local_rank}}; for
 *     a function each of them is a JSON value
 * @param workers local world size, 1 …
 * @param maxRestarts how often the group may be started anew after a failure, 0 …
 * @param rendezvousId the job's id as the workers see it; absent: the run's own id, or torchrun's
 *     {@code none} where there are other nodes
 * @param nodes the other nodes of the job; absent: there are none
 * @param environment laid over the agent's environment, under the variables of the rank
 * @param masterPort the worker store's port; absent: one the system chooses
 */
public record JobSpec(
        Entrypoint entrypoint,
        Optional<Path> python,
        List<String> arguments,
        int workers,
        int maxRestarts,
        String role,
        Optional<String> rendezvousId,
        Optional<JobNodes> nodes,
        Path workingDirectory,
        Map<String, String> environment,
        WorkerDevices devices,
        WorkerStreams streams,
        Optional<Integer> masterPort,
        StopTerms stopping) {

    public JobSpec {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        if (workers < 1) {
            throw new IllegalArgumentException("workers: " + workers + " (expected: >= 1)");
        }
        if (maxRestarts < 0) {
            throw new IllegalArgumentException(
                    "max restarts: " + maxRestarts + " (expected: >= 0)");
        }
    }

    /** The same for a job that may have other numbers of nodes; a job of one node stays one. */
    public JobSpec scaledTo(int minNodes, int maxNodes) {
        return with(nodes.map(others -> others.scaledTo(minNodes, maxNodes)), environment);
    }

    /** The same with all of these variables, where it does not set them itself. */
    public JobSpec inEnvironment(Map<String, String> surroundings) {
        var all = new HashMap<>(surroundings);
        all.putAll(environment);
        return with(nodes, all);
    }

    /** The same without the variables that have the same value there anyway. */
    public JobSpec apartFrom(Map<String, String> surroundings) {
        var own = new HashMap<>(environment);
        own.entrySet().removeIf(set -> set.getValue().equals(surroundings.get(set.getKey())));
        return with(nodes, own);
    }

    private JobSpec with(Optional<JobNodes> others, Map<String, String> variables) {
        return new JobSpec(
                entrypoint,
                python,
                arguments,
                workers,
                maxRestarts,
                role,
                rendezvousId,
                others,
                workingDirectory,
                variables,
                devices,
                streams,
                masterPort,
                stopping);
    }
}
