package dev.muster.agent.rendezvous.etcd;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The answers that are still coming, by the member that gives them. Any thread. */
final class OpenStreams implements AutoCloseable {
    private final Set<OpenStream> open = ConcurrentHashMap.newKeySet();

    private final class OpenStream extends FilterInputStream {
        private final int member;

        OpenStream(int member, InputStream content) {
            super(content);
            this.member = member;
        }

        @Override
        public void close() throws IOException {
            open.remove(this);
            super.close();
        }
    }

    InputStream opened(int member, InputStream content) {
        var stream = new OpenStream(member, content);
        open.add(stream);
        return stream;
    }

    /** Whoever reads them finds their end. */
    void closeThoseOf(int member) {
        for (OpenStream stream : open) if (stream.member == member) end(stream);
    }

    @Override
    public void close() {
        for (OpenStream stream : open) end(stream);
    }

    private static void end(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing an answer of etcd", e);
        }
    }
}
