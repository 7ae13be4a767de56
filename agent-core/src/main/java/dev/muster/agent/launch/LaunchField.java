package dev.muster.agent.launch;

/**
 * What can be said about a launch, in the order of the form: the flag's name for the terminal, the
 * label for the form.
 */
public enum LaunchField {
    SCRIPT("script", "Script"),
    PYTHON("--python", "Python interpreter"),
    WORKERS("--nproc-per-node", "Workers"),
    MAX_RESTARTS("--max-restarts", "Restarts"),
    ARGUMENTS("script arguments", "Arguments"),
    WORKING_DIRECTORY("--working-directory", "Working directory"),
    NODES("--nnodes", "Nodes"),
    RENDEZVOUS("--rdzv-backend", "Rendezvous"),
    RENDEZVOUS_ENDPOINT("--rdzv-endpoint", "Endpoint"),
    RENDEZVOUS_ID("--rdzv-id", "Rendezvous id"),
    NODE_RANK("--node-rank", "Node rank"),
    LOCAL_ADDRESS("--local-addr", "Own address"),
    RENDEZVOUS_CONFIG("--rdzv-conf", "Options"),
    LOG_DIR("--log-dir", "Log directory"),
    REDIRECTS("--redirects", "Redirects"),
    TEE("--tee", "Tee"),
    LINE_PREFIX("--log-line-prefix-template", "Line prefix"),
    LOCAL_RANKS_FILTER("--local-ranks-filter", "Local ranks shown"),
    STDOUT_DUPLICATES("--duplicate-stdout-filters", "Duplicated stdout"),
    STDERR_DUPLICATES("--duplicate-stderr-filters", "Duplicated stderr"),
    GRACE("--shutdown-timeout", "Grace"),
    SAVE_SIGNAL("--save-signal", "Save signal"),
    SAVE_TIMEOUT("--save-timeout", "Time to save"),
    SIGNALS("--signals-to-handle", "Signals"),
    ROLE("--role", "Role"),
    MASTER_PORT("--master-port", "Store port"),
    VIRTUAL_LOCAL_RANK("--virtual-local-rank", "One GPU each"),
    NUMA_BINDING("--numa-binding", "Processors"),
    ENVIRONMENT("environment", "Environment"),
    MASTER_ADDRESS("--master-addr", "Store address"),
    MONITOR_INTERVAL("--monitor-interval", "Monitor interval"),
    COMMAND_LINE("command line", "Command line");

    /** The text of a switch that is on; an empty one means off. */
    public static final String ON = "on";

    private final String flag;
    private final String label;

    LaunchField(String flag, String label) {
        this.flag = flag;
        this.label = label;
    }

    public String flag() {
        return flag;
    }

    /** Whether blanks around the text are a part of it. */
    boolean isVerbatim() {
        return switch (this) {
            case LINE_PREFIX, STDOUT_DUPLICATES, STDERR_DUPLICATES -> true;
            default -> false;
        };
    }

    public String label() {
        return label;
    }
}
