package io.twohop;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

/** The arrows between the packages, as ARCHITECTURE.md draws them. */
class ArchitectureTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.twohop");

    @Test
    void shouldPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("config")
                .definedBy("io.twohop.config..")
                .layer("workload")
                .definedBy("io.twohop.workload..")
                .layer("transport")
                .definedBy("io.twohop.transport")
                .layer("kit")
                .definedBy("io.twohop.transport.kit")
                .layer("loopback")
                .definedBy("io.twohop.transport.loopback")
                .layer("codec")
                .definedBy("io.twohop.codec..")
                .layer("event")
                .definedBy("io.twohop.event..")
                .layer("measure")
                .definedBy("io.twohop.measure..")
                .layer("pipeline")
                .definedBy("io.twohop.pipeline..")
                .layer("result")
                .definedBy("io.twohop.result..")
                .layer("recording")
                .definedBy("io.twohop.recording..")
                .layer("cost")
                .definedBy("io.twohop.cost..")
                .layer("published")
                .definedBy("io.twohop.published..")
                .layer("compare")
                .definedBy("io.twohop.compare..")
                .layer("stats")
                .definedBy("io.twohop.stats..")
                .layer("fault")
                .definedBy("io.twohop.fault..")
                .layer("sandbox")
                .definedBy("io.twohop.sandbox..")
                .layer("leftovers")
                .definedBy("io.twohop.leftovers..")
                .layer("demand")
                .definedBy("io.twohop.demand..")
                .layer("run")
                .definedBy("io.twohop.run..")
                .whereLayer("config")
                .mayNotAccessAnyLayer()
                .whereLayer("run")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("published")
                .mayOnlyBeAccessedByLayers("result", "run")
                .whereLayer("compare")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("stats")
                .mayOnlyBeAccessedByLayers("compare", "result", "run")
                .whereLayer("recording")
                .mayOnlyBeAccessedByLayers("run")
                .whereLayer("cost")
                .mayOnlyBeAccessedByLayers("run")
                .whereLayer("demand")
                .mayOnlyBeAccessedByLayers("run")
                .whereLayer("leftovers")
                .mayOnlyBeAccessedByLayers("run")
                .whereLayer("fault")
                .mayOnlyBeAccessedByLayers("run")
                .whereLayer("sandbox")
                .mayOnlyBeAccessedByLayers("run")
                .whereLayer("result")
                .mayOnlyBeAccessedByLayers("compare", "cost", "fault", "recording", "run")
                .whereLayer("pipeline")
                .mayOnlyBeAccessedByLayers("result", "run")
                .whereLayer("kit")
                .mayOnlyBeAccessedByLayers("loopback", "run")
                .whereLayer("loopback")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("measure")
                .mayOnlyBeAccessedByLayers("compare", "fault", "pipeline", "recording", "result", "run")
                .whereLayer("event")
                .mayOnlyBeAccessedByLayers("pipeline", "run")
                .whereLayer("codec")
                .mayOnlyBeAccessedByLayers("event", "pipeline", "run")
                .whereLayer("transport")
                .mayOnlyBeAccessedByLayers(
                        "demand",
                        "fault",
                        "kit",
                        "leftovers",
                        "loopback",
                        "pipeline",
                        "recording",
                        "result",
                        "run",
                        "sandbox")
                .whereLayer("workload")
                .mayOnlyBeAccessedByLayers(
                        "compare",
                        "demand",
                        "fault",
                        "kit",
                        "measure",
                        "pipeline",
                        "published",
                        "recording",
                        "result",
                        "run",
                        "sandbox",
                        "transport")
                .check(CORE);
    }

    /** Each package is a slice, also one inside another. */
    @Test
    void shouldHaveNoCycles() {
        SlicesRuleDefinition.slices()
                .matching("io.twohop.(**)")
                .should()
                .beFreeOfCycles()
                .check(CORE);
    }

    @Test
    void shouldKeepFormattingLoggingAndStreamsOffTheHotPath() {
        noClasses()
                .that()
                .haveNameMatching(
                        "io\\.twohop\\.(pipeline\\.(.*Generator|Doorbell|ServiceStage|Sink|TraceHeader)"
                                + "|measure\\.(Flow|LatencyRecorder|PaddedCounter|SequenceTracker)|transport\\.loopback\\.LoopbackRing)")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.stream..", "java.util.logging..", "org.slf4j..", "java.text..")
                .check(CORE);
    }

    /** A clock that somebody sets, or that leaps, moves names and dates of results and nothing that is measured. */
    @Test
    void shouldTellTimeSpansByTheMonotonicClockOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.twohop.cost..",
                        "io.twohop.measure..",
                        "io.twohop.pipeline..",
                        "io.twohop.fault..",
                        "io.twohop.recording..",
                        "io.twohop.transport..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(CORE);
    }
}
