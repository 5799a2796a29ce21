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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The arrows between the packages, as ARCHITECTURE.md draws them. Those between modules are in their pom.xml. */
@Tag("one-jdk")
class ArchitectureTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.twohop");

    @Test
    void shouldPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("launch")
                .definedBy("io.twohop.launch..")
                .layer("engine")
                .definedBy("io.twohop.engine..")
                .layer("schema")
                .definedBy("io.twohop.schema..")
                .layer("registry")
                .definedBy("io.twohop.registry..")
                .layer("store")
                .definedBy("io.twohop.store..")
                .layer("history")
                .definedBy("io.twohop.history..")
                .layer("compare")
                .definedBy("io.twohop.compare..")
                .layer("external")
                .definedBy("io.twohop.external..")
                .layer("explain")
                .definedBy("io.twohop.explain..")
                .layer("judge")
                .definedBy("io.twohop.judge..")
                .layer("stats")
                .definedBy("io.twohop.stats..")
                .layer("demand")
                .definedBy("io.twohop.demand..")
                .layer("leftovers")
                .definedBy("io.twohop.leftovers..")
                .layer("sandbox")
                .definedBy("io.twohop.sandbox..")
                .layer("fault")
                .definedBy("io.twohop.fault..")
                .layer("recording")
                .definedBy("io.twohop.recording..")
                .layer("cost")
                .definedBy("io.twohop.cost..")
                .layer("machine")
                .definedBy("io.twohop.machine..")
                .layer("result")
                .definedBy("io.twohop.result..")
                .layer("published")
                .definedBy("io.twohop.published..")
                .layer("pipeline")
                .definedBy("io.twohop.pipeline..")
                .layer("replay")
                .definedBy("io.twohop.replay..")
                .layer("schedule")
                .definedBy("io.twohop.schedule..")
                .layer("account")
                .definedBy("io.twohop.account..")
                .layer("measure")
                .definedBy("io.twohop.measure..")
                .layer("event")
                .definedBy("io.twohop.event..")
                .layer("codec")
                .definedBy("io.twohop.codec..")
                .layer("loopback")
                .definedBy("io.twohop.transport.loopback", "io.twohop.transport.tcp")
                .layer("kit")
                .definedBy("io.twohop.transport.kit")
                .layer("transport")
                .definedBy("io.twohop.transport")
                .layer("workload")
                .definedBy("io.twohop.workload..")
                .layer("finding")
                .definedBy("io.twohop.finding..")
                .layer("config")
                .definedBy("io.twohop.config..")
                .whereLayer("launch")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("engine")
                .mayOnlyBeAccessedByLayers("launch")
                .whereLayer("schema")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("registry")
                .mayOnlyBeAccessedByLayers("launch", "engine", "schema")
                .whereLayer("store")
                .mayOnlyBeAccessedByLayers("launch", "engine", "compare", "history")
                .whereLayer("history")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("compare")
                .mayOnlyBeAccessedByLayers("history")
                .whereLayer("external")
                .mayOnlyBeAccessedByLayers("compare")
                .whereLayer("explain")
                .mayOnlyBeAccessedByLayers("launch", "engine")
                .whereLayer("judge")
                .mayOnlyBeAccessedByLayers("launch", "engine")
                .whereLayer("stats")
                .mayOnlyBeAccessedByLayers("launch", "engine", "compare", "history", "judge")
                .whereLayer("demand")
                .mayOnlyBeAccessedByLayers("launch", "registry")
                .whereLayer("leftovers")
                .mayOnlyBeAccessedByLayers("engine")
                .whereLayer("sandbox")
                .mayOnlyBeAccessedByLayers("launch", "engine")
                .whereLayer("fault")
                .mayOnlyBeAccessedByLayers("launch", "engine")
                .whereLayer("recording")
                .mayOnlyBeAccessedByLayers("launch", "engine", "explain")
                .whereLayer("machine")
                .mayOnlyBeAccessedByLayers("launch", "engine", "kit")
                .whereLayer("cost")
                .mayOnlyBeAccessedByLayers("engine")
                .whereLayer("result")
                .mayOnlyBeAccessedByLayers(
                        "launch",
                        "engine",
                        "store",
                        "history",
                        "compare",
                        "external",
                        "explain",
                        "judge",
                        "fault",
                        "cost",
                        "machine")
                .whereLayer("published")
                .mayOnlyBeAccessedByLayers("launch", "registry", "result")
                .whereLayer("pipeline")
                .mayOnlyBeAccessedByLayers("engine")
                .whereLayer("replay")
                .mayOnlyBeAccessedByLayers("registry", "pipeline")
                .whereLayer("schedule")
                .mayOnlyBeAccessedByLayers("launch", "engine", "pipeline", "replay")
                .whereLayer("account")
                .mayOnlyBeAccessedByLayers(
                        "measure",
                        "launch",
                        "engine",
                        "store",
                        "compare",
                        "explain",
                        "judge",
                        "fault",
                        "recording",
                        "cost",
                        "result",
                        "pipeline")
                .whereLayer("measure")
                .mayOnlyBeAccessedByLayers(
                        "launch", "engine", "store", "explain", "judge", "fault", "recording", "result", "pipeline")
                .whereLayer("event")
                .mayOnlyBeAccessedByLayers("launch", "engine", "registry", "pipeline")
                .whereLayer("codec")
                .mayOnlyBeAccessedByLayers("launch", "engine", "registry", "pipeline", "replay", "event")
                .whereLayer("loopback")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("kit")
                .mayOnlyBeAccessedByLayers("launch", "engine", "loopback")
                .whereLayer("transport")
                .mayOnlyBeAccessedByLayers(
                        "launch",
                        "engine",
                        "schema",
                        "registry",
                        "judge",
                        "demand",
                        "leftovers",
                        "sandbox",
                        "fault",
                        "recording",
                        "result",
                        "pipeline",
                        "loopback",
                        "kit")
                .whereLayer("workload")
                .mayOnlyBeAccessedByLayers(
                        "account",
                        "launch",
                        "engine",
                        "schema",
                        "registry",
                        "store",
                        "compare",
                        "external",
                        "explain",
                        "judge",
                        "demand",
                        "sandbox",
                        "fault",
                        "recording",
                        "result",
                        "published",
                        "pipeline",
                        "replay",
                        "schedule",
                        "measure",
                        "event",
                        "kit",
                        "transport")
                .whereLayer("finding")
                .mayOnlyAccessLayers("config")
                .whereLayer("config")
                .mayNotAccessAnyLayer()
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
                        "io\\.twohop\\.(pipeline\\.(.*Generator|Doorbell|HopEnd|Inspector|ServiceStage|Sink|header\\..*|key\\..*)"
                                + "|replay\\.(LongRing|ReadAhead.*)"
                                + "|measure\\.(Flow|WorkMeter|LatencyRecorder|PaddedCounter|SequenceTracker|KeyOrder)|transport\\.loopback\\.LoopbackRing)")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.stream..", "java.util.logging..", "org.slf4j..", "java.text..")
                .check(CORE);
    }

    /** A clock that somebody sets, or that leaps, moves names and dates of results and nothing that is measured. */
    @Test
    void shouldMeasureTimeSpansByTheMonotonicClockOnly() {
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
