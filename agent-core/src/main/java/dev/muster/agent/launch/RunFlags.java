package dev.muster.agent.launch;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;

import dev.muster.agent.launch.LaunchDraft.Kind;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * torchrun's flags, as text (spec/elastic-agent §5.1). Mix it into a command ({@code @Mixin}) and
 * ask for {@link #reading()} once the line is parsed: it teaches the command torchrun's spellings,
 * the {@code PET_*} variables, and that everything after the script belongs to the script. The root
 * command must not expand {@code @files}, since {@code @} may begin an argument of the script.
 */
@Command
public final class RunFlags {
    private static final String BOTH =
            "Don't use both the '--no-python' flag and the '--module' flag at the same time.";

    private static final String NO_ID =
            "The run id must be a non-empty string. Give the same one on every node of the job, or"
                    + " leave --rdzv-id out; where a variable names it, that is empty";

    private static final String PYTHON_PLUG_IN =
            "--logs-specs names a plug-in written in Python, which works in torchrun only; leave it"
                    + " out, and say with --log-dir, --redirects and --tee where output goes";

    private static final Set<String> ONE_NODE = Set.of("1", "1:1");

    private final Map<String, String> environment;
    private final FlagSpelling spelling = new FlagSpelling();
    private final String anyId = UUID.randomUUID().toString();

    @Option(
            names = "--nproc-per-node",
            paramLabel = "N",
            completionCandidates = FlagValues.Devices.class,
            description =
                    "Workers: a number, or as many as there are of cpu, gpu, xpu or another device"
                            + " of torch's; auto takes GPUs where there are any. Default: 1.")
    private String workers = "";

    @Option(
            names = "--max-restarts",
            paramLabel = "N",
            description = "How often the group may be restarted after a failure. Default: 0.")
    private String maxRestarts = "";

    @Option(
            names = "--standalone",
            description = "One node, any free port. This is what happens without --nnodes.")
    private boolean standalone;

    @Option(
            names = {"-m", "--module"},
            description = "The script is a Python module, as in python -m.")
    private boolean module;

    @Option(names = "--no-python", description = "The script is a program of any kind.")
    private boolean noPython;

    @Option(
            names = "--event-log-handler",
            paramLabel = "NAME",
            description =
                    "Who is told of the run in torchelastic's events: console, a line of JSON each"
                            + " on stderr, or null. Default: null.")
    private String eventLogHandler = "null";

    @Mixin private final FunctionFlags functions = new FunctionFlags();

    @Option(
            names = "--run-path",
            description =
                    "The script is a Python file, whatever --no-python says. It is run in an"
                            + " interpreter of its own, as every script is here.")
    private boolean runPath;

    @Option(
            names = "--virtual-local-rank",
            description =
                    "Every worker sees one GPU only, as device 0, and LOCAL_RANK is 0 for all.")
    private boolean virtualLocalRank;

    @Option(
            names = "--numa-binding",
            paramLabel = "MODE",
            completionCandidates = FlagValues.NumaModes.class,
            description =
                    "Keeps each worker on the processors near its GPU: node, socket, exclusive or"
                            + " core-complex. Needs numactl.")
    private String numaBinding = "";

    @Option(
            names = "--logs-specs",
            paramLabel = "NAME",
            description = "A plug-in written in Python; those work in torchrun only.")
    private String logsSpecs = "";

    @Option(
            names = "--torchrun-exit-codes",
            description = "Any failure ends with exit code 1, as with torchrun.")
    private boolean torchrunExitCodes;

    @Option(
            names = "--print-completion",
            paramLabel = "SHELL",
            completionCandidates = FlagValues.Shells.class,
            description = "Prints what completes muster's words in bash, zsh or fish, and ends.")
    private String printCompletion = "";

    @Option(
            names = "--log-dir",
            paramLabel = "DIR",
            description = "Where torchrun's log tree goes. Default: only the run's own folder.")
    private String logDir = "";

    @Option(
            names = {"-r", "--redirects"},
            paramLabel = "STD",
            description =
                    "Streams that go to the log directory: 1 stdout, 2 stderr, 3 both,"
                            + " or by local rank as 0:3,1:2.")
    private String redirects = "";

    @Option(
            names = {"-t", "--tee"},
            paramLabel = "STD",
            description = "As --redirects, and shown on the console too.")
    private String tee = "";

    @Option(
            names = "--local-ranks-filter",
            paramLabel = "RANKS",
            description = "The only local ranks to show, as 0,2. Default: all. Files have all.")
    private String localRanksFilter = "";

    @Option(
            names = "--log-line-prefix-template",
            paramLabel = "TEXT",
            description =
                    "What stands before a tee'd line, with $${role_name}, $${local_rank}, $${rank},"
                            + " $${hostname} or $${pid} in it. Default:"
                            + " TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE, else"
                            + " [$${role_name}$${local_rank}]:")
    private String linePrefix = "";

    @Option(
            names = "--duplicate-stdout-filters",
            paramLabel = "TEXT,...",
            description =
                    "Tee'd lines with one of these texts in them go into filtered_stdout.log too;"
                            + " ,, is a comma.")
    private String stdoutDuplicates = "";

    @Option(
            names = "--duplicate-stderr-filters",
            paramLabel = "TEXT,...",
            description = "The same for stderr and filtered_stderr.log.")
    private String stderrDuplicates = "";

    @Option(
            names = "--role",
            paramLabel = "NAME",
            description = "The workers' role. Default: default.")
    private String role = "";

    @Option(
            names = "--master-port",
            paramLabel = "PORT",
            description =
                    "The port of the workers' store. Default: a free one; with other nodes and no"
                            + " backend 29500.")
    private String masterPort = "";

    @Option(
            names = "--shutdown-timeout",
            paramLabel = "SECONDS",
            description = "From asking a worker to end to forcing it. Default: 30.")
    private String grace = "";

    @Option(
            names = "--signals-to-handle",
            paramLabel = "NAMES",
            description =
                    "Signals to this process that stop the workers, with commas between; of those"
                            + " ignored when it was started, SIGHUP alone stays ignored. Default:"
                            + " SIGTERM,SIGINT,SIGHUP,SIGQUIT.")
    private String signals = "";

    @Option(
            names = "--save-signal",
            paramLabel = "NAME",
            description =
                    "Sent to every worker before it is stopped on request; a worker that has saved"
                            + " makes the file that MUSTER_SAVED_FILE names. Default: none.")
    private String saveSignal = "";

    @Option(
            names = "--save-timeout",
            paramLabel = "SECONDS",
            description = "How long workers may take to save. Default: 60.")
    private String saveTimeout = "";

    @Option(
            names = "--python",
            paramLabel = "FILE",
            description = "The interpreter. Default: PYTHON_EXEC, else python3 in PATH.")
    private String python = "";

    @Option(
            names = "--working-directory",
            paramLabel = "DIR",
            description = "Where the workers run. Default: here.")
    private String workingDirectory = "";

    @Option(names = "--rdzv-id", paramLabel = "ID", description = "The job's id for the workers.")
    private Optional<String> rendezvousId = Optional.empty();

    @Option(
            names = "--nnodes",
            paramLabel = "N",
            description = "How many nodes take part: N, or MIN:MAX. Default: 1.")
    private String nodes = "";

    @Option(
            names = "--node-rank",
            paramLabel = "N",
            description = "This node's place, for the static backend. Default: 0.")
    private String nodeRank = "";

    @Option(
            names = "--rdzv-backend",
            paramLabel = "NAME",
            completionCandidates = FlagValues.Backends.class,
            description =
                    "How nodes meet: static, where each is told its rank, or c10d, where they find"
                            + " each other and may come and go. Default: static.")
    private String rendezvous = "";

    @Option(
            names = "--rdzv-endpoint",
            paramLabel = "HOST:PORT",
            description =
                    "Where nodes meet; the node at HOST keeps the store. Without it, one node meets"
                            + " nobody.")
    private String rendezvousEndpoint = "";

    @Option(
            names = "--master-addr",
            paramLabel = "HOST",
            description = "Where node 0 is, for the static backend. Default: 127.0.0.1.")
    private String masterAddress = "";

    @Option(
            names = "--rdzv-conf",
            paramLabel = "K=V,...",
            description = "The backend's own options, such as join_timeout=60.")
    private String rendezvousConfig = "";

    @Option(
            names = "--local-addr",
            paramLabel = "HOST",
            description = "How the other nodes reach this one. Default: found out.")
    private String localAddress = "";

    @Option(
            names = "--monitor-interval",
            paramLabel = "SECONDS",
            description = "Taken and not needed: exits are noticed at once.")
    private String monitorInterval = "";

    @Option(names = "--use-env", hidden = true, description = "Of torch.distributed.launch.")
    private boolean useEnv;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SCRIPT",
            description = "The script, module or program.")
    private String script = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ARGS",
            description = "Its arguments, untouched.")
    private List<String> arguments = new ArrayList<>();

    /** Flags whose defaults come from this process's {@code PET_*} variables. */
    public RunFlags() {
        this(System.getenv());
    }

    RunFlags(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Reads the words that follow {@code torchrun} or {@code muster run}. */
    public static LaunchReading read(List<String> words, Map<String, String> environment) {
        var flags = new RunFlags(environment);
        return flags.parse(words);
    }

    LaunchReading parse(List<String> words) {
        CommandSpec alone =
                CommandSpec.create().addMixin("flags", CommandSpec.forAnnotatedObject(this));
        mixedInto(alone); // picocli tells a mixin its command only when annotations mix it in
        var line = new CommandLine(alone).setExpandAtFiles(false);
        try {
            line.parseArgs(words.toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
            var problems = new ArrayList<>(reading().problems());
            problems.add(
                    new LaunchProblem(LaunchField.COMMAND_LINE, String.valueOf(e.getMessage())));
            return new LaunchReading(reading().draft(), problems);
        }
        return reading();
    }

    /** What was said, and what of it cannot be done. After parsing. */
    public LaunchReading reading() {
        var problems = new ArrayList<>(spelling.problems());
        problems.addAll(PetDefaults.problems(environment));
        problems.addAll(EmptyValues.problems(spelling.given(), environment, standalone));
        if (module && noPython && !runPath) {
            problems.add(new LaunchProblem(LaunchField.COMMAND_LINE, BOTH));
        }
        if (!logsSpecs.isEmpty()) {
            problems.add(new LaunchProblem(LaunchField.COMMAND_LINE, PYTHON_PLUG_IN));
        }
        if (standalone && !nodes.isBlank() && !ONE_NODE.contains(nodes.strip())) {
            problems.add(
                    new LaunchProblem(
                            LaunchField.NODES,
                            "found \"%s\" beside --standalone, which starts one node"
                                    .formatted(nodes.strip())));
        }
        if (!standalone && isOneOfSeveral() && rendezvousId.filter(String::isBlank).isPresent()) {
            problems.add(new LaunchProblem(LaunchField.RENDEZVOUS_ID, NO_ID));
        }
        problems.addAll(functions.problems(module || noPython));
        Kind kind = functions.kind().orElseGet(this::usualKind);
        return new LaunchReading(new LaunchDraft(kind, texts(), arguments, Map.of()), problems);
    }

    /** What is taken and nothing comes of, a sentence each, fit to be shown as it is. */
    public List<String> remarks() {
        LaunchDraft draft = reading().draft();
        var remarks = new ArrayList<>(NodeRemarks.on(draft));
        remarks.addAll(PipedRemarks.on(draft));
        rendezvousId
                .filter(id -> !id.isBlank() && (standalone || idIsMadeUp()))
                .ifPresent(
                        id ->
                                remarks.add(
                                        "--rdzv-id %s is not looked at: %s"
                                                .formatted(id, whyMadeUp())));
        return List.copyOf(remarks);
    }

    /** Whether any failure is to end with exit code 1. */
    public boolean torchrunExitCodes() {
        return torchrunExitCodes;
    }

    /** The shell whose completion was asked for instead of a run; empty when none was. */
    public Optional<String> printCompletion() {
        return Optional.of(printCompletion).filter(shell -> !shell.isEmpty());
    }

    private Kind usualKind() {
        if (runPath) return Kind.SCRIPT; // it takes precedence, as with torchrun
        if (noPython) return Kind.PROGRAM;
        return module ? Kind.MODULE : Kind.SCRIPT;
    }

    /** As far as the flags alone tell. */
    private boolean meetsOthers() {
        return isOneOfSeveral() || !rendezvous.isBlank() && !rendezvous.strip().equals("static");
    }

    private boolean isOneOfSeveral() {
        return !nodes.isBlank() && !ONE_NODE.contains(nodes.strip());
    }

    /** Where torchrun makes up the place to meet, it does so with the id, too (§5.3, rule 2). */
    private boolean idIsMadeUp() {
        return !meetsOthers() && rendezvousEndpoint.isBlank() && masterPort.isBlank();
    }

    /** An empty one is torchrun's word for any. */
    private String idOrAny() {
        return rendezvousId.map(id -> id.isBlank() ? anyId : id).orElse("");
    }

    private String whyMadeUp() {
        return standalone
                ? "with --standalone each run has an id of its own"
                : "one node that meets nobody has an id of its own, unless --rdzv-backend c10d is"
                        + " given";
    }

    /** Who is told of torchelastic's events, by name. */
    public String eventLogHandler() {
        return eventLogHandler;
    }

    /** Where the values that a function returns go, besides the run's own folder. */
    public Optional<Path> functionResults() {
        return functions.results();
    }

    /** Whether workers learn their rank from the environment only, and not as an argument. */
    boolean useEnv() {
        return useEnv;
    }

    private Map<LaunchField, String> texts() {
        var texts = new EnumMap<LaunchField, String>(LaunchField.class);
        texts.put(LaunchField.SCRIPT, script);
        texts.put(LaunchField.PYTHON, python);
        texts.put(LaunchField.WORKERS, workers);
        texts.put(LaunchField.MAX_RESTARTS, maxRestarts);
        texts.put(LaunchField.WORKING_DIRECTORY, workingDirectory);
        texts.put(LaunchField.LOG_DIR, logDir);
        texts.put(LaunchField.MASTER_PORT, masterPort);
        texts.put(LaunchField.ROLE, role);
        texts.put(LaunchField.REDIRECTS, redirects);
        texts.put(LaunchField.TEE, tee);
        texts.put(LaunchField.LOCAL_RANKS_FILTER, localRanksFilter);
        texts.put(LaunchField.LINE_PREFIX, linePrefix);
        texts.put(LaunchField.STDOUT_DUPLICATES, stdoutDuplicates);
        texts.put(LaunchField.STDERR_DUPLICATES, stderrDuplicates);
        texts.put(LaunchField.GRACE, grace);
        texts.put(LaunchField.SIGNALS, signals);
        texts.put(LaunchField.SAVE_SIGNAL, saveSignal);
        texts.put(LaunchField.SAVE_TIMEOUT, saveTimeout);
        texts.put(LaunchField.NODES, nodes);
        texts.put(LaunchField.NODE_RANK, nodeRank);
        texts.put(LaunchField.MASTER_ADDRESS, masterAddress);
        texts.put(LaunchField.MONITOR_INTERVAL, monitorInterval);
        texts.put(LaunchField.RENDEZVOUS_CONFIG, rendezvousConfig);
        texts.put(LaunchField.LOCAL_ADDRESS, localAddress);
        texts.put(LaunchField.VIRTUAL_LOCAL_RANK, virtualLocalRank ? LaunchField.ON : "");
        texts.put(LaunchField.NUMA_BINDING, numaBinding);
        if (!standalone) { // which overrides these three, as with torchrun (§5.3)
            texts.put(LaunchField.RENDEZVOUS, rendezvous);
            texts.put(LaunchField.RENDEZVOUS_ENDPOINT, rendezvousEndpoint);
            texts.put(LaunchField.RENDEZVOUS_ID, idIsMadeUp() ? "" : idOrAny());
        }
        return texts;
    }

    @Spec(Spec.Target.MIXEE)
    void mixedInto(CommandSpec command) {
        command.parser().stopAtPositional(true).overwrittenOptionsAllowed(true);
        command.preprocessor(spelling);
        command.defaultValueProvider(new PetDefaults(environment));
        var sections = new HashMap<>(command.usageMessage().sectionMap());
        sections.put(SECTION_KEY_OPTION_LIST, FlagGroup::help);
        command.usageMessage().sectionMap(sections);
    }
}
