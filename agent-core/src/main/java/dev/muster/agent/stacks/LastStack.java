package dev.muster.agent.stacks;

import dev.muster.agent.job.Signal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What a worker prints when it is ended with SIGABRT and its Python tells where it stood. */
record LastStack(StackSource worker, Abort abort) {
    private static final Duration LONGEST_DYING = Duration.ofSeconds(10);

    /** Nobody tells us of the end of a process that is another's child. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private static final int MOST_TEXT = 1 << 20;
    private static final String FIRST_WORDS = "Fatal Python error";

    /**
     * @throws IOException with a sentence when nothing can be had; whether the worker was ended is
     *     part of it
     */
    String read() throws IOException {
        ProcStatus status =
                ProcStatus.of(worker.pid()).orElseThrow(() -> new IOException("it has ended"));
        if (!status.catches(Signal.ABRT)) {
            throw new IOException(
                    "it would end without a word: its Python does not catch SIGABRT; start it with"
                            + " PYTHONFAULTHANDLER=1");
        }
        long from = Files.size(worker.stderr());
        if (!abort.send(worker)) throw new IOException("it has ended");
        awaitEnd();
        String words = wordsSince(from);
        int begins = words.indexOf(FIRST_WORDS);
        if (begins < 0) throw new IOException("it was ended with SIGABRT, and printed no stack");
        return words.substring(begins);
    }

    private void awaitEnd() throws IOException {
        long limit = System.nanoTime() + LONGEST_DYING.toNanos();
        try {
            while (ProcStatus.of(worker.pid()).filter(now -> !now.isOver()).isPresent()) {
                if (System.nanoTime() > limit) return; // what it has printed by now is all there is
                TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS.toMillis());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("waiting for its end was interrupted");
        }
    }

    private String wordsSince(long from) throws IOException {
        var bytes = ByteBuffer.allocate(MOST_TEXT);
        try (var file = FileChannel.open(worker.stderr(), StandardOpenOption.READ)) {
            while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) > 0) {}
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }
}
