package dev.muster.agent.doctor;

import dev.muster.agent.home.AgentSockets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whether runs can be written down, and agents listen. */
record FoldersCheck(Path state, AgentSockets sockets) implements Check {
    @Override
    public String name() {
        return "folders";
    }

    @Override
    public List<Finding> look() {
        var findings = new ArrayList<Finding>();
        Path there = Nearest.existing(state);
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            findings.add(
                    Finding.fail(
                            name(),
                            "%s cannot be written to".formatted(there),
                            "name a folder that can: MUSTER_HOME=/path/to/folder"));
        }
        try {
            int agents = sockets.present().size();
            findings.add(
                    Finding.ok(
                            name(),
                            "runs in %s; agents listen in %s, %d now"
                                    .formatted(state, sockets.folder(), agents)));
        } catch (IOException e) {
            findings.add(
                    Finding.fail(
                            name(),
                            "no agent can listen: " + e.getMessage(),
                            "remove that folder, or name another: MUSTER_HOME=/path/to/folder"));
        }
        return findings;
    }
}
