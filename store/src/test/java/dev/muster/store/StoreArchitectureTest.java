package dev.muster.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import java.time.Instant;
import java.util.stream.Stream;

/** Who may know whom in the store. */
@AnalyzeClasses(packages = "dev.muster.store", importOptions = DoNotIncludeTests.class)
class StoreArchitectureTest {
    @ArchTest
    static final ArchRule the_protocol_knows_nobody =
            classes()
                    .that()
                    .resideInAPackage("dev.muster.store.protocol")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(jdkAnd("dev.muster.store.protocol"))
                    .because("every other package speaks in its words");

    @ArchTest
    static final ArchRule the_keyspace_knows_the_protocol_alone =
            classes()
                    .that()
                    .resideInAPackage("dev.muster.store.keyspace")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            jdkAnd("dev.muster.store.keyspace", "dev.muster.store.protocol"))
                    .because("its rules must run without a socket, a thread or a clock");

    @ArchTest
    static final ArchRule the_keyspace_reads_no_clock_and_touches_no_thread =
            noClasses()
                    .that()
                    .resideInAPackage("dev.muster.store.keyspace")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.io..", "java.net..", "java.nio..")
                    .orShould()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName(Thread.class.getName())
                    .orShould()
                    .callMethod(Instant.class, "now")
                    .orShould()
                    .callMethod(System.class, "nanoTime")
                    .because("a test must be able to replay it from a seed");

    @ArchTest
    static final ArchRule the_keyspace_shares_nothing_between_threads =
            noClasses()
                    .that()
                    .resideInAPackage("dev.muster.store.keyspace")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("java.util.concurrent..")
                    .because(
                            "one thread owns it, so what would guard it could only hide a mistake");

    @ArchTest
    static final ArchRule no_method_of_the_keyspace_is_synchronised =
            noMethods()
                    .that()
                    .areDeclaredInClassesThat()
                    .resideInAPackage("dev.muster.store.keyspace")
                    .should()
                    .haveModifier(JavaModifier.SYNCHRONIZED)
                    .because("one thread owns it");

    @ArchTest
    static final ArchRule no_field_of_the_keyspace_is_volatile =
            fields().that()
                    .areDeclaredInClassesThat()
                    .resideInAPackage("dev.muster.store.keyspace")
                    .should()
                    .notHaveModifier(JavaModifier.VOLATILE)
                    .because("one thread owns it");

    @ArchTest
    static final ArchRule only_the_clients_and_the_store_in_memory_have_a_keyspace =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.muster.store.keyspace")
                    .and()
                    .haveNameNotMatching(".*\\.(Clients|HashStore)(\\$.*)?")
                    .should()
                    .dependOnClassesThat()
                    .haveSimpleName("Keyspace")
                    .because("one is its loop's alone and the other's is guarded by a monitor");

    @ArchTest
    static final ArchRule only_the_loop_and_what_lives_on_it_know_the_clients =
            noClasses()
                    .that()
                    .haveNameNotMatching(".*\\.(Clients|ClientConnection|StoreLoop)(\\$.*)?")
                    .should()
                    .dependOnClassesThat()
                    .haveSimpleName("Clients")
                    .because("the loop hands itself every question that others have");

    @ArchTest
    static final ArchRule the_wire_knows_the_protocol_and_buffers =
            classes()
                    .that()
                    .resideInAPackage("dev.muster.store.wire")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            jdkAnd(
                                    "dev.muster.store.wire",
                                    "dev.muster.store.protocol",
                                    "io.netty.buffer",
                                    "io.netty.channel",
                                    "io.netty.handler.codec"))
                    .because("bytes must be testable without a connection");

    @ArchTest
    static final ArchRule the_client_does_not_know_the_server =
            noClasses()
                    .that()
                    .resideInAPackage("dev.muster.store.client")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("dev.muster.store.server", "dev.muster.store.keyspace")
                    .because("it talks to PyTorch's own server as well");

    @ArchTest
    static final ArchRule the_server_does_not_know_the_client =
            noClasses()
                    .that()
                    .resideInAPackage("dev.muster.store.server")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.muster.store.client")
                    .because("its clients are real PyTorch programs");

    @ArchTest
    static final ArchRule a_meeting_knows_stores_and_nothing_behind_them =
            noClasses()
                    .that()
                    .resideInAPackage("dev.muster.store.collective")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.muster.store.server",
                            "dev.muster.store.keyspace",
                            "dev.muster.store.wire")
                    .because("it must come about on any store, also on a part of one");

    @ArchTest
    static final ArchRule netty_never_shows =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "dev.muster.store",
                            "dev.muster.store.collective",
                            "dev.muster.store.protocol")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.netty..")
                    .because("the transport must be free to change without a caller noticing");

    @ArchTest
    static final ArchRule opening_loads_no_netty =
            noClasses()
                    .that()
                    .haveSimpleName("StoreListener")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.netty..")
                    .because("that takes longer than an agent has to start its workers");

    @ArchTest
    static final ArchRule packages_form_no_cycle =
            slices().matching("dev.muster.(**)")
                    .should()
                    .beFreeOfCycles()
                    .because("the front door stands on its rooms, not they on it");

    private static String[] jdkAnd(String... packages) {
        return Stream.concat(Stream.of("java..", "org.jspecify.."), Stream.of(packages))
                .toArray(String[]::new);
    }
}
