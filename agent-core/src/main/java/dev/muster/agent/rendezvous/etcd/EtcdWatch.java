package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Hears of changes as they happen. Its thread does nothing but read what one member tells, and goes
 * to the next where it left off when that one is gone.
 *
 * <p>Whether a silent member still lives is not found out here but by the questions that are asked
 * beside it: the gateway ends the streams of whoever fails to answer.
 */
final class EtcdWatch implements AutoCloseable {
    private static final Duration TO_BEGIN = Duration.ofSeconds(3);
    private static final int LONGEST_LINE = 8 << 20;
    private static final String DELETE = "DELETE";

    /** Hears what becomes of the keys. */
    interface Listener {
        /** The key was written. */
        void put(Entry entry);

        /** The key is gone. */
        void deleted(String key, long revision);

        /** etcd has forgotten what happened in between: look at what is there now. */
        void missed();
    }

    private final EtcdGateway gateway;
    private final KeyRange keys;
    private final Listener listener;
    private final Thread thread = Thread.ofVirtual().name("watch etcd").unstarted(this::turn);
    private long next;
    private volatile boolean closed;

    private EtcdWatch(EtcdGateway gateway, KeyRange keys, long next, Listener listener) {
        this.gateway = gateway;
        this.keys = keys;
        this.next = next;
        this.listener = listener;
    }

    static EtcdWatch start(EtcdGateway gateway, KeyRange keys, long from, Listener listener) {
        var watch = new EtcdWatch(gateway, keys, from, listener);
        watch.thread.start();
        return watch;
    }

    /** Does not wait for its thread, which tells at most of what it had read by then. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void turn() {
        try {
            while (!closed) {
                readOn();
                gateway.pause();
            }
        } catch (Unreachable _) {
            closed = true; // interrupted, or the gateway is closed: nobody wants to hear any more
        }
    }

    /** Until this member has no more to say. */
    private void readOn() {
        var create = EtcdJson.range(keys).put("start_revision", next);
        var question = EtcdJson.object().set("create_request", create);
        try (InputStream answers = gateway.stream("/v3/watch", question, TO_BEGIN)) {
            for (var line = line(answers); line.length > 0; line = line(answers)) {
                if (!understand(JsonMapper.shared().readTree(line).path("result"))) return;
            }
        } catch (IOException | JacksonException _) {
            return; // the next one may do better, and every question that is asked tells of it
        }
    }

    /** Whether there is more to come. */
    private boolean understand(JsonNode news) {
        if (closed || news.isMissingNode()) return false;
        long compacted = EtcdJson.number(news, "compact_revision");
        if (compacted > 0) {
            next = compacted;
            listener.missed();
        }
        if (news.path("canceled").asBoolean(false)) return false;
        for (JsonNode event : news.path("events")) {
            Entry entry = EtcdJson.entry(event.path("kv"));
            if (event.path("type").asString("").equals(DELETE)) {
                listener.deleted(entry.key(), entry.modified());
            } else {
                listener.put(entry);
            }
            next = Math.max(next, entry.modified() + 1);
        }
        return true;
    }

    /** Without its end; empty when there is none. */
    private static byte[] line(InputStream answers) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = answers.read(); next >= 0 && next != '\n'; next = answers.read()) {
            if (line.size() == LONGEST_LINE) throw new IOException("a line without an end");
            line.write(next);
        }
        return line.toByteArray();
    }
}
