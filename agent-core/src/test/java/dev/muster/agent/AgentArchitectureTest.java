package dev.muster.agent;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who may know whom in the agent. */
@AnalyzeClasses(packages = "dev.muster.agent", importOptions = ImportOption.DoNotIncludeTests.class)
class AgentArchitectureTest {
    /** What is said about runs and decided about them. */
    private static final String[] WORDS =
            ours("job", "event", "command", "supervise", "rendezvous", "barrier", "observe");

    /** Which packages each one stands on; what is not named it does not know. */
    private static final Map<String, Set<String>> STANDS_ON =
            table(
                    """
                    agent.job               ->
                    agent.event             -> job
                    agent.command           -> job, event
                    agent.supervise         -> job, event
                    agent.rendezvous        -> job, event
                    agent.observe           -> job, event, rendezvous
                    agent.rendezvous.dynamic -> job, event, rendezvous
                    agent.rendezvous.c10d   -> job, event, rendezvous, rendezvous.dynamic, \
                                               rendezvous.store, loop
                    agent.rendezvous.etcd   -> rendezvous, rendezvous.dynamic
                    agent.rendezvous.store  -> rendezvous
                    agent.rendezvous.fixed  -> rendezvous, rendezvous.store
                    agent.round             -> job, event, rendezvous, rendezvous.store, supervise, \
                                               supervise.process
                    agent.barrier           ->
                    agent.barrier.peer      -> event, barrier, loop
                    agent.loop              ->
                    agent.home              ->
                    agent.output            ->
                    agent.supervise.process -> job, event, supervise, loop
                    agent.diagnose          -> job
                    agent.usage             -> job, event
                    agent.watchdog          -> job, loop, supervise.process
                    agent.controlplane      -> job
                    agent.tool              ->
                    agent.stacks            -> job, controlplane, tool
                    agent.store             -> journal
                    agent.ssh               -> home, tool
                    agent.journal           -> job, event
                    agent.pairing           -> home, journal
                    agent.control.api       -> job, event, command, journal, stacks, pairing, store
                    agent.control           -> job, event, command, journal, home, output, \
                                               agent, control.api, stacks, pairing, store
                    agent.function          -> job, event
                    agent.history           -> job, event, home, journal, launch, output
                    agent.multiprocessing   -> job, event, loop, output, supervise, diagnose, \
                                               supervise.process, function, agent
                    agent.elastic           -> job, event, function, multiprocessing
                    agent.elastic.local     -> job, event, home, function, multiprocessing, \
                                               elastic, telemetry, session, agent
                    agent.telemetry         -> job, event, elastic, multiprocessing
                    agent.launch            -> job, rendezvous, function, journal, diagnose
                    agent.run               -> job, event, command, supervise, supervise.process, \
                                               loop, home, output, journal, launch, diagnose, \
                                               watchdog, controlplane, usage, \
                                               rendezvous, round, function, stacks
                    agent                   -> job, event, command, supervise.process, loop, home, \
                                               output, run, watchdog, stacks, store, journal
                    agent.control.client    -> job, event, command, journal, control.api, stacks, \
                                               pairing, store
                    agent.session           -> job, event, command, home, output, history, \
                                               journal, loop, observe, rendezvous, \
                                               rendezvous.c10d, agent, control, \
                                               control.api, control.client, ssh, stacks, \
                                               pairing, store
                    agent.fleet             -> job, event, command, home, history, journal, loop, \
                                               agent, control.api, session, ssh, stacks, \
                                               pairing, store
                    agent.demo              -> job, event, command, supervise, supervise.process, \
                                               loop, session, stacks, store, agent, diagnose
                    agent.report            -> job, event, history, journal, launch, output
                    agent.signal            -> job
                    agent.doctor            -> home, launch, diagnose
                    agent.cli               -> job, event, command, home, output, diagnose, launch, \
                                               agent, session, barrier, barrier.peer, journal, \
                                               function, signal, telemetry, control, \
                                               control.api, history, report, stacks, ssh, \
                                               pairing, doctor
                    """);

    /** The language, its collections and its time; nothing that waits, opens or starts. */
    private static final DescribedPredicate<JavaClass> PURE_JAVA =
            resideInAnyPackage(
                            "java.lang",
                            "java.lang.invoke",
                            "java.lang.runtime",
                            "java.nio.charset",
                            "java.util",
                            "java.util.function",
                            "java.util.regex",
                            "java.util.stream",
                            "java.time",
                            "java.time.temporal",
                            "org.jspecify.annotations")
                    .and(not(assignableTo(Thread.class)))
                    .and(not(belongToAnyOf(Process.class, ProcessBuilder.class, System.class)))
                    .or(assignableTo(Path.class))
                    .as("plain data of the JDK");

    @ArchTest
    static final ArchRule rules_decide_and_never_act =
            classes()
                    .that()
                    .haveSimpleNameEndingWith("Rules")
                    .or()
                    .haveSimpleNameEndingWith("Policy")
                    .should()
                    .onlyDependOnClassesThat(PURE_JAVA.or(resideInAnyPackage(WORDS)))
                    .because("a simulation must be able to replay them from a seed");

    @ArchTest
    static final ArchRule what_is_said_and_decided_is_plain_data =
            classes()
                    .that()
                    .resideInAnyPackage(WORDS)
                    .should()
                    .onlyDependOnClassesThat(PURE_JAVA.or(resideInAnyPackage(WORDS)))
                    .because(
                            "the window, the journal, the demo and the tests share these words,"
                                    + " and none of them may find a thread or a file in them");

    @ArchTest
    static final ArchRule time_comes_in_from_outside =
            noClasses()
                    .should()
                    .callMethod(Instant.class, "now")
                    .orShould()
                    .callMethod(Clock.class, "systemUTC")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(Thread.class, "sleep", long.class)
                    .because("a test that cannot move the clock can only wait for it");

    @ArchTest
    static final ArchRule the_agent_has_no_window =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("javafx..", "java.awt..", "javax.swing..")
                    .because("an agent runs on machines that have no display");

    @ArchTest
    static final ArchRule only_the_control_api_knows_what_it_is_carried_by =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(ours("control", "control.client"))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.netty..")
                    .because(
                            "nobody else talks to a socket of its own making, and the store's"
                                    + " front door is all that the agent needs to know of it");

    @ArchTest
    static final ArchRule the_jdks_internals_are_reached_by_name_or_not_at_all =
            noClasses()
                    .should()
                    .dependOnClassesThat(
                            resideInAnyPackage("sun..", "jdk.internal..", "com.sun..")
                                    .and(resideOutsideOfPackage("com.sun.net.httpserver")))
                    .because("javac warns at every mention of them, and warnings break the build");

    @ArchTest
    static final ArchRule no_package_leads_back_to_itself =
            slices().matching("dev.muster.(**)")
                    .should()
                    .beFreeOfCycles()
                    .because("a package can then be read, and changed, without those above it");

    @ArchTest
    static void a_package_knows_only_those_it_stands_on(JavaClasses classes) {
        STANDS_ON.forEach(
                (name, others) ->
                        classes()
                                .that()
                                .resideInAPackage(name)
                                .should()
                                .onlyDependOnClassesThat(
                                        resideOutsideOfPackage("dev.muster.agent..")
                                                .or(resideInAPackage(name))
                                                .or(
                                                        resideInAnyPackage(
                                                                others.toArray(String[]::new))))
                                .because("the table in this test says who stands on whom")
                                .check(classes));
    }

    @ArchTest
    static void every_package_has_its_place_in_the_table(JavaClasses classes) {
        Set<String> packages =
                classes.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());

        assertThat(STANDS_ON.keySet()).isEqualTo(packages);
    }

    private static Map<String, Set<String>> table(String text) {
        return text.lines()
                .map(line -> line.split("->", -1))
                .collect(
                        Collectors.toMap(
                                row -> "dev.muster." + row[0].strip(), row -> packages(row[1])));
    }

    private static Set<String> packages(String cell) {
        return Stream.of(cell.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(name -> name.equals("agent") ? "dev.muster.agent" : "dev.muster.agent." + name)
                .collect(Collectors.toSet());
    }

    private static String[] ours(String... names) {
        return Stream.of(names).map("dev.muster.agent."::concat).toArray(String[]::new);
    }
}
