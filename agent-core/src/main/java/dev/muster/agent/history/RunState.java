package dev.muster.agent.history;

/** How a run stands, as far as this machine can tell. */
public enum RunState {
    RUNNING("running"),
    SUCCEEDED("succeeded"),
    FAILED("failed"),
    STOPPED("stopped"),
    /** It never ended, and the process that looked after it is gone. */
    AGENT_DIED("agent died"),
    /** It has not ended as far as its folder tells, and only another machine could know more. */
    ELSEWHERE("elsewhere"),
    /** Its folder does not tell what it was. */
    UNREADABLE("unreadable");

    private final String words;

    RunState(String words) {
        this.words = words;
    }

    /** As it is shown. */
    public String words() {
        return words;
    }

    /** Whether nothing more will happen to it. */
    public boolean isOver() {
        return switch (this) {
            case SUCCEEDED, FAILED, STOPPED, AGENT_DIED, UNREADABLE -> true;
            case RUNNING, ELSEWHERE -> false;
        };
    }
}
