package dev.muster.agent.job;

/** One of the two output streams of a worker, named as its log file is. */
public enum LogStream {
    STDOUT("stdout"),
    STDERR("stderr");

    private final String word;

    LogStream(String word) {
        this.word = word;
    }

    /** {@code stdout} or {@code stderr}. */
    public String word() {
        return word;
    }
}
