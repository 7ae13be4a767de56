package dev.muster.gui;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import java.util.Set;

@AnalyzeClasses(packages = "dev.muster.gui", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final Set<String> OPEN =
            Set.of(
                    "dev.muster.agent.session",
                    "dev.muster.agent.fleet",
                    "dev.muster.agent.history",
                    "dev.muster.agent.job",
                    "dev.muster.agent.event",
                    "dev.muster.agent.command",
                    "dev.muster.agent.pairing",
                    "dev.muster.agent.stacks",
                    "dev.muster.agent.store");

    @ArchTest
    static final ArchRule screens_never_import_each_other =
            slices().matching("dev.muster.gui.(*)..")
                    .namingSlices("screen $1")
                    .should()
                    .notDependOnEachOther()
                    .ignoreDependency(anything(), inPackage("dev.muster.gui.fx"))
                    .ignoreDependency(anything(), inPackage("dev.muster.gui.state"))
                    .because("only the window knows them all, so that each can change alone");

    @ArchTest
    static final ArchRule screens_do_not_know_the_window =
            noClasses()
                    .that()
                    .resideInAPackage("dev.muster.gui.*")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.muster.gui")
                    .because("the window wires screens by their constructors");

    @ArchTest
    static final ArchRule the_small_controls_know_no_run =
            noClasses()
                    .that()
                    .resideInAPackage("dev.muster.gui.fx")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("dev.muster.agent..", "dev.muster.gui.state")
                    .because("they are made of JavaFX and nothing else");

    @ArchTest
    static final ArchRule screens_see_the_agent_through_its_session =
            noClasses()
                    .that()
                    .resideInAPackage("dev.muster.gui.*")
                    .and()
                    .resideOutsideOfPackage("dev.muster.gui.launch")
                    .should()
                    .dependOnClassesThat(
                            DescribedPredicate.describe(
                                    "belong to the agent's inside",
                                    type ->
                                            type.getPackageName().startsWith("dev.muster.agent")
                                                    && !OPEN.contains(type.getPackageName())))
                    .because("a screen must not know where the agent is");

    @ArchTest
    static final ArchRule view_models_have_no_pixels =
            noClasses()
                    .that()
                    .haveSimpleNameEndingWith("ViewModel")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("javafx.scene..", "javafx.stage..")
                    .because("they are tested without a toolkit");

    private static DescribedPredicate<JavaClass> anything() {
        return DescribedPredicate.alwaysTrue();
    }

    private static DescribedPredicate<JavaClass> inPackage(String name) {
        return JavaClass.Predicates.resideInAPackage(name);
    }
}
