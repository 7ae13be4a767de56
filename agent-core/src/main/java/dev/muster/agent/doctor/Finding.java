package dev.muster.agent.doctor;

/**
 * What a check found.
 *
 * @param check its name, one word
 * @param found as a clause: "Python 3.11.2 at /usr/bin/python3"
 * @param advice what to do, as a clause; empty when nothing is to be done
 */
public record Finding(String check, Verdict verdict, String found, String advice) {
    /** How bad it is. */
    public enum Verdict {
        OK,
        /** Some runs will work, others not. */
        WARN,
        /** No run will work. */
        FAIL
    }

    static Finding ok(String check, String found) {
        return new Finding(check, Verdict.OK, found, "");
    }

    static Finding warn(String check, String found, String advice) {
        return new Finding(check, Verdict.WARN, found, advice);
    }

    static Finding fail(String check, String found, String advice) {
        return new Finding(check, Verdict.FAIL, found, advice);
    }
}
