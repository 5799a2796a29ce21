package io.twohop.cli.live;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import io.twohop.config.ConfigException;
import io.twohop.engine.protocol.RunListener;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Pushes running measurements to an OpenTelemetry collector by OTLP over HTTP: latencies as exponential histograms, messages as
 * counters, all cumulative since their phase began. A separate thread pushes. Seconds that end meanwhile wait for the next push, so an
 * endpoint that never answers delays no run.
 */
public final class OtlpPush implements Watcher {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("io.twohop");

    /** Logger of the exporter, which would report each failure; failures are reported once, at the end. */
    private static final Logger CHATTER = Logger.getLogger("io.opentelemetry");

    private final Totals totals = new Totals(this::ask);
    private final AtomicBoolean asked = new AtomicBoolean();
    private final ExecutorService thread = DaemonThread.named("otlp");
    private final OtlpExporter collector;
    private final PrintStream err;
    private int pushes;
    private int failures;
    private String failure;

    private OtlpPush(OtlpExporter collector, PrintStream err) {
        this.collector = collector;
        this.err = err;
    }

    /**
     * Creates a push that sends nothing before the first second of a run.
     *
     * @param url the collector's URL, or {@code env} for that of OpenTelemetry's environment variables
     * @param err stream for failures, reported at the end
     * @throws ConfigException if the URL is malformed
     */
    public static OtlpPush to(String url, PrintStream err) {
        CHATTER.setLevel(Level.OFF);
        return new OtlpPush(OtlpExporter.to(url), err);
    }

    private void ask() {
        if (asked.compareAndSet(false, true)) {
            thread.execute(this::push);
        }
    }

    private void push() {
        asked.set(false);
        List<MetricData> metrics = metrics();
        if (metrics.isEmpty()) {
            return;
        }
        CompletableResultCode code = collector.exporter().export(metrics).join(2 * LIMIT.toSeconds(), TimeUnit.SECONDS);
        pushes++;
        if (!code.isSuccess()) {
            failures++;
            failure = OtlpExporter.reason(code.getFailureThrowable());
        }
    }

    private List<MetricData> metrics() {
        List<ExponentialHistogramPointData> latencies = new ArrayList<>();
        Map<String, List<LongPointData>> messages = new LinkedHashMap<>();
        totals.forEach(phase -> {
            long start = phase.startMillis() * NANOS_PER_MILLI;
            long end = phase.endMillis() * NANOS_PER_MILLI;
            Attributes attributes = attributes(phase.attributes()).build();
            phase.latencies()
                    .forEach((probe, counts) -> latencies.add(point(
                            counts,
                            start,
                            end,
                            attributes(phase.attributes())
                                    .put("twohop.probe", probe.key())
                                    .build())));
            phase.messages()
                    .forEach((what, number) -> messages.computeIfAbsent(what, added -> new ArrayList<>())
                            .add(LongPointData.create(start, end, attributes, number)));
        });
        List<MetricData> all = new ArrayList<>();
        if (!latencies.isEmpty()) {
            all.add(new Metric(
                    collector.resource(),
                    "twohop.latency",
                    "Latency from the intended time, by probe; of lateness to when it was begun.",
                    "s",
                    MetricDataType.EXPONENTIAL_HISTOGRAM,
                    ExponentialHistogramData.create(AggregationTemporality.CUMULATIVE, latencies)));
        }
        messages.forEach((what, points) -> all.add(new Metric(
                collector.resource(),
                "twohop.messages." + what,
                "Messages that were " + what + ".",
                "{message}",
                MetricDataType.LONG_SUM,
                SumData.createLongSumData(true, AggregationTemporality.CUMULATIVE, points))));
        return all;
    }

    private static AttributesBuilder attributes(Map<String, String> attributes) {
        AttributesBuilder builder = Attributes.builder();
        attributes.forEach((key, value) -> builder.put("twohop." + key, value));
        return builder;
    }

    private static ExponentialHistogramPointData point(
            ExponentialCounts counts, long startNanos, long endNanos, Attributes attributes) {
        boolean some = counts.count() > 0;
        return ExponentialHistogramPointData.create(
                ExponentialCounts.SCALE,
                counts.sumSeconds(),
                counts.zeros(),
                some,
                some ? counts.minSeconds() : 0,
                some,
                counts.maxSeconds(),
                ExponentialHistogramBuckets.create(ExponentialCounts.SCALE, counts.offset(), counts.dense()),
                ExponentialHistogramBuckets.create(ExponentialCounts.SCALE, 0, List.of()),
                startNanos,
                endNanos,
                attributes,
                List.of());
    }

    private record Metric(
            Resource resource, String name, String description, String unit, MetricDataType type, Data<?> data)
            implements MetricData {
        @Override
        public Resource getResource() {
            return resource;
        }

        @Override
        public InstrumentationScopeInfo getInstrumentationScopeInfo() {
            return SCOPE;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public String getDescription() {
            return description;
        }

        @Override
        public String getUnit() {
            return unit;
        }

        @Override
        public MetricDataType getType() {
            return type;
        }

        @Override
        public Data<?> getData() {
            return data;
        }
    }

    @Override
    public RunListener begin(Watched run) {
        return totals.begin(run);
    }

    /** Pushes the remaining seconds, and waits a few seconds at most. */
    @Override
    public void close() {
        ask();
        thread.shutdown();
        boolean isOver = false;
        try {
            isOver = thread.awaitTermination(2 * LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isOver) {
            thread.shutdownNow();
        }
        collector.exporter().shutdown();
        if (!isOver || failures > 0) {
            err.println("bench: " + OtlpExporter.OPTION + ": " + collector.shown() + ": "
                    + (isOver ? failures + " of " + pushes + " pushes failed, the last: " + failure : "no answer")
                    + "; the run itself was not touched");
        }
    }
}
