package dev.muster.agent.control;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Set;

/**
 * What was asked of the agents of this user, by whom, and what became of it: a line of JSON each,
 * only ever appended, in one write. Who merely looks is not written down. On the control loop.
 */
final class Audit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);
    private static final JsonFactory JSON = new JsonFactory();

    /** Of a stranger's words. */
    private static final int LONGEST = 500;

    private final FileChannel file;
    private final InstantSource clock;
    private boolean broken;

    private Audit(FileChannel file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /**
     * Goes on behind what is there. Only this user may read it.
     *
     * @throws IOException when it cannot be written
     */
    static Audit open(Path path, InstantSource clock) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        var append = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        return new Audit(FileChannel.open(path, append, ownerOnly), clock);
    }

    /** What a paired or local client asked, beside whatever it calls itself. */
    void tell(Request request, String what, String outcome) {
        tell(request.caller().name(), request.claimedName(), what, outcome);
    }

    void tell(String who, String what, String outcome) {
        tell(who, "", what, outcome);
    }

    /**
     * @param who as it was proved; never cut off
     * @param claimed what it calls itself; empty when it does not
     */
    private void tell(String who, String claimed, String what, String outcome) {
        var text = new StringWriter(256);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("at", clock.instant().toString());
            json.writeNumberProperty("agentPid", ProcessHandle.current().pid());
            json.writeStringProperty("who", who);
            if (!claimed.isEmpty()) json.writeStringProperty("callsItself", claimed);
            json.writeStringProperty("what", shortened(what));
            json.writeStringProperty("outcome", shortened(outcome));
            json.writeEndObject();
        }
        write(text.append('\n').toString());
    }

    /** A full disk is no reason to leave a run without control. */
    private void write(String line) {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) file.write(bytes);
        } catch (IOException e) {
            if (!broken) LOG.warn("What is asked of this agent is not written down any more.", e);
            broken = true;
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
