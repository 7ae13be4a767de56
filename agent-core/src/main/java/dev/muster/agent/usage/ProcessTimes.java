package dev.muster.agent.usage;

/**
 * The parts of {@code /proc/<pid>/stat} that matter here.
 *
 * @param ticks of processor time so far, in hundredths of a second
 * @param startedAt ticks after the machine's start: with the pid, it means this process alone
 */
record ProcessTimes(
        int pid, int parent, int session, long ticks, int threads, long startedAt, long pages) {
    private static final int PARENT = 1;
    private static final int SESSION = 3;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int THREADS = 17;
    private static final int STARTED_AT = 19;
    private static final int RESIDENT = 21;

    /** Reads the one line of the file. The name before the state may hold blanks and brackets. */
    static ProcessTimes parse(int pid, String line) {
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return new ProcessTimes(
                pid,
                Integer.parseInt(fields[PARENT]),
                Integer.parseInt(fields[SESSION]),
                Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]),
                Integer.parseInt(fields[THREADS]),
                Long.parseLong(fields[STARTED_AT]),
                Long.parseLong(fields[RESIDENT]));
    }
}
