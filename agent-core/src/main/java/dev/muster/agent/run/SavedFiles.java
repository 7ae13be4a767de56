package dev.muster.agent.run;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.output.Growth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The files by which workers say that they have saved: each makes the one that {@value #VARIABLE}
 * names, and nothing need be in it. On the agent's thread.
 */
final class SavedFiles {
    static final String VARIABLE = "MUSTER_SAVED_FILE";

    private final Growth growth;
    private final Executor agentThread;
    private final Consumer<LocalRank> onSaved;
    private final Map<LocalRank, Path> files = new HashMap<>();
    private final List<Growth.Listening> listening = new ArrayList<>();
    private final Set<LocalRank> awaited = new HashSet<>();

    SavedFiles(Growth growth, Executor agentThread, Consumer<LocalRank> onSaved) {
        this.growth = growth;
        this.agentThread = agentThread;
        this.onSaved = onSaved;
    }

    /** Where that worker is to say it, in the attempt about to start. */
    void put(LocalRank who, Path file) {
        files.put(who, file);
    }

    /** Listens to everybody from now on; what they said before counts no longer. */
    void await() throws IOException {
        forgetAll();
        for (var entry : files.entrySet()) {
            Files.deleteIfExists(entry.getValue());
            awaited.add(entry.getKey());
            listening.add(
                    growth.listen(entry.getValue(), () -> look(entry.getKey(), entry.getValue())));
        }
    }

    /** On the thread of the file notifications. */
    private void look(LocalRank who, Path file) {
        if (Files.exists(file)) agentThread.execute(() -> say(who));
    }

    private void say(LocalRank who) {
        if (awaited.remove(who)) onSaved.accept(who);
    }

    void forgetAll() {
        awaited.clear();
        listening.forEach(Growth.Listening::close);
        listening.clear();
    }
}
