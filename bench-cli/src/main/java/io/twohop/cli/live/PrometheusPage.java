package io.twohop.cli.live;

import io.prometheus.metrics.exporter.httpserver.DefaultHandler;
import io.prometheus.metrics.exporter.httpserver.HealthyHandler;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Unit;
import io.twohop.config.ConfigException;
import io.twohop.engine.protocol.RunListener;
import java.io.IOException;
import java.net.BindException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Serves running measurements to Prometheus: latencies as native histograms, and as classic ones for servers that do not scrape these;
 * messages as counters.
 */
public final class PrometheusPage implements Watcher {
    private static final String OPTION = "--prometheus";
    private static final String EXPECTED = "a port of this machine, such as :9464, or an address, such as 0.0.0.0:9464";
    private static final int MOST_PORT = 65_535;

    /** The classic buckets end at powers of two, since native ones do: from 0.12 us to 64 s. */
    private static final int LEAST_EXPONENT = -23;

    private static final int MOST_EXPONENT = 6;

    private final Totals totals = new Totals(() -> {});
    private final LocalServer server;

    private PrometheusPage(String host, int port) throws IOException {
        PrometheusRegistry registry = new PrometheusRegistry();
        registry.register((MultiCollector) this::collect);
        server = new LocalServer("prometheus", host, port);
        server.handle("/", new DefaultHandler("/metrics"));
        server.handle("/metrics", new MetricsHandler(registry));
        server.handle("/-/healthy", new HealthyHandler());
        server.start();
    }

    /**
     * Starts the server.
     *
     * @param address such as {@code :9464}, on loopback unless it names a host; port 0 for any free one
     * @throws ConfigException if the address is malformed or the port is taken
     */
    public static PrometheusPage open(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        String host =
                colon <= 0 ? LocalServer.LOOPBACK : address.substring(0, colon).replaceAll("^\\[|]$", "");
        int port;
        try {
            port = Integer.parseInt(address.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw ConfigException.invalid(OPTION, address, EXPECTED);
        }
        if (port < 0 || port > MOST_PORT || colon < 0) {
            throw ConfigException.invalid(OPTION, address, EXPECTED);
        }
        try {
            return new PrometheusPage(host, port);
        } catch (BindException | UnknownHostException e) {
            throw ConfigException.invalid(OPTION, address, EXPECTED + ", that is free; " + e.getMessage());
        }
    }

    /** Returns the address to scrape. */
    public String url() {
        return "http://" + server.authority() + "/metrics";
    }

    private MetricSnapshots collect() {
        HistogramSnapshot.Builder latencies = HistogramSnapshot.builder()
                .name("twohop_latency_seconds")
                .unit(Unit.SECONDS)
                .help("Latency from the intended time, by probe; of lateness to when it was begun.");
        Map<String, CounterSnapshot.Builder> messages = new TreeMap<>();
        totals.forEach(phase -> {
            Labels labels = labels(phase.attributes());
            phase.latencies()
                    .forEach((probe, counts) -> latencies.dataPoint(point(labels.add("probe", probe.key()), counts)));
            phase.messages()
                    .forEach((what, number) -> messages.computeIfAbsent(what, PrometheusPage::counter)
                            .dataPoint(CounterDataPointSnapshot.builder()
                                    .labels(labels)
                                    .value(number)
                                    .build()));
        });
        MetricSnapshots.Builder all = MetricSnapshots.builder().metricSnapshot(latencies.build());
        messages.values().forEach(counter -> all.metricSnapshot(counter.build()));
        return all.build();
    }

    private static CounterSnapshot.Builder counter(String what) {
        return CounterSnapshot.builder().name("twohop_messages_" + what).help("Messages that were " + what + ".");
    }

    private static Labels labels(Map<String, String> attributes) {
        return Labels.of(
                attributes.keySet().toArray(String[]::new), attributes.values().toArray(String[]::new));
    }

    /** Shifts the bucket: Prometheus numbers a bucket by its upper bound. */
    private static HistogramDataPointSnapshot point(Labels labels, ExponentialCounts counts) {
        NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
        counts.counts().forEach((bucket, number) -> buckets.bucket(bucket + 1, number));
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .nativeSchema(ExponentialCounts.SCALE)
                .nativeZeroCount(counts.zeros())
                .nativeBucketsForPositiveValues(buckets.build())
                .classicHistogramBuckets(classic(counts))
                .sum(counts.sumSeconds())
                .build();
    }

    private static ClassicHistogramBuckets classic(ExponentialCounts counts) {
        int bounds = MOST_EXPONENT - LEAST_EXPONENT + 1;
        long[] octaves = counts.octaves(LEAST_EXPONENT, bounds + 1);
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i < bounds; i++) {
            buckets.bucket(Math.scalb(1.0, LEAST_EXPONENT + i), octaves[i]);
        }
        return buckets.bucket(Double.POSITIVE_INFINITY, octaves[bounds]).build();
    }

    @Override
    public RunListener begin(Watched run) {
        return totals.begin(run);
    }

    @Override
    public void close() {
        server.close();
    }
}
