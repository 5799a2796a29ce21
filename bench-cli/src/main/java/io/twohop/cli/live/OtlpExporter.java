package io.twohop.cli.live;

import io.opentelemetry.exporter.internal.FailedExportException;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * An exporter that is configured by the environment variables of OpenTelemetry's specification, such as those for headers, certificates and
 * time limits, and the collector that it sends to.
 *
 * @param shown the collector's address without what may be secret
 */
record OtlpExporter(MetricExporter exporter, Resource resource, String shown) {
    static final String OPTION = "--otlp";

    /** In place of a URL: the one that the environment has. */
    static final String FROM_ENVIRONMENT = "env";

    private static final String EXPECTED =
            "a URL such as http://localhost:4318, or env for that of OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String VARIABLES = "OTEL_* variables";
    private static final String CONFIG_FILE = "OTEL_CONFIG_FILE";
    private static final String PATH = "/v1/metrics";
    private static final String ENDPOINT = "otel.exporter.otlp.endpoint";
    private static final String METRICS_ENDPOINT = "otel.exporter.otlp.metrics.endpoint";
    private static final String PROTOCOL = "otel.exporter.otlp.protocol";
    private static final String METRICS_PROTOCOL = "otel.exporter.otlp.metrics.protocol";
    private static final String HTTP = "http/protobuf";

    /** Settings that the environment replaces. */
    private static final Map<String, String> DEFAULTS = Map.of("otel.service.name", "twohop", PROTOCOL, HTTP);

    /** Settings that replace those of the environment, which also configures other programs. */
    private static final Map<String, String> FIXED = Map.of(
            "otel.sdk.disabled", "false",
            "otel.metrics.exporter", "otlp",
            "otel.traces.exporter", "none",
            "otel.traces.sampler", "always_off",
            "otel.propagators", "none",
            "otel.logs.exporter", "none");

    /**
     * @param url the collector's, to which the standard path is added if it has none, or {@link #FROM_ENVIRONMENT}
     * @throws ConfigException for a malformed URL, and for variables that OpenTelemetry refuses
     */
    static OtlpExporter to(String url) {
        refuseConfigFile(System::getenv);
        boolean fromEnvironment = FROM_ENVIRONMENT.equals(url);
        AtomicReference<String> endpoint = new AtomicReference<>(fromEnvironment ? null : completed(url));
        AtomicReference<MetricExporter> exporter = new AtomicReference<>();
        AtomicReference<Resource> resource = new AtomicReference<>();
        try {
            AutoConfiguredOpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder()
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> DEFAULTS)
                    .addPropertiesCustomizer(config -> {
                        if (fromEnvironment) {
                            endpoint.set(ofEnvironment(config));
                            return FIXED;
                        }
                        Map<String, String> changed = new HashMap<>(FIXED);
                        changed.put(METRICS_PROTOCOL, HTTP);
                        changed.put(METRICS_ENDPOINT, shown(url));
                        changed.put(ENDPOINT, shown(url));
                        return changed;
                    })
                    .addResourceCustomizer((its, config) -> {
                        resource.set(its);
                        return its;
                    })
                    .addMetricExporterCustomizer((its, config) -> {
                        exporter.set(adapted(its, fromEnvironment ? Optional.empty() : Optional.of(endpoint.get())));
                        its.shutdown();
                        return new Nothing();
                    })
                    .build();
            sdk.getOpenTelemetrySdk().close();
            return new OtlpExporter(exporter.get(), resource.get(), shown(endpoint.get()));
        } catch (ConfigurationException e) {
            throw ConfigException.invalid(VARIABLES, "refused", "values that OpenTelemetry takes; " + Texts.chain(e));
        }
    }

    /** OpenTelemetry's SDK takes everything from such a file, and would ignore the URL and the other variables. */
    static void refuseConfigFile(UnaryOperator<String> environment) {
        String file = environment.apply(CONFIG_FILE);
        if (file != null && !file.isBlank()) {
            throw ConfigException.invalid(
                    CONFIG_FILE, file, "no such file with " + OPTION + ", which it would replace; unset the variable");
        }
    }

    /**
     * Returns an exporter that does not try again, since the next second has all that this one had.
     *
     * @param url from the command line, which may have a query, as properties may not
     */
    private static MetricExporter adapted(MetricExporter exporter, Optional<String> url) {
        OtlpHttpMetricExporterBuilder builder =
                ((OtlpHttpMetricExporter) exporter).toBuilder().setRetryPolicy(null);
        url.ifPresent(builder::setEndpoint);
        return builder.build();
    }

    /** Drops the metrics that the SDK exports of itself. */
    private static final class Nothing implements MetricExporter {
        @Override
        public AggregationTemporality getAggregationTemporality(InstrumentType type) {
            return AggregationTemporality.CUMULATIVE;
        }

        @Override
        public CompletableResultCode export(Collection<MetricData> metrics) {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    private static String ofEnvironment(ConfigProperties config) {
        String protocol = Objects.requireNonNullElse(config.getString(METRICS_PROTOCOL), config.getString(PROTOCOL));
        if (!HTTP.equals(protocol)) {
            throw ConfigException.invalid("OTEL_EXPORTER_OTLP_PROTOCOL", protocol, HTTP + ", the only one here");
        }
        String metrics = config.getString(METRICS_ENDPOINT);
        String all = config.getString(ENDPOINT);
        if (metrics == null && all == null) {
            throw ConfigException.invalid(OPTION, FROM_ENVIRONMENT, "the variable OTEL_EXPORTER_OTLP_ENDPOINT");
        }
        // By the specification, the path of metrics is appended to the common endpoint only.
        return metrics == null ? all.replaceFirst("/$", "") + PATH : metrics;
    }

    private static String completed(String url) {
        URI uri = checked(url);
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return shown(url) + query;
    }

    /** Without the query, which may contain a token. */
    private static String shown(String url) {
        URI uri = checked(url);
        return uri.getScheme() + "://" + uri.getRawAuthority()
                + (uri.getRawPath().length() > 1 ? uri.getRawPath() : PATH);
    }

    private static URI checked(String url) {
        try {
            URI uri = new URI(url);
            if (uri.getRawUserInfo() != null) {
                throw ConfigException.invalid(
                        OPTION,
                        "a URL with a password",
                        EXPECTED + ", and OTEL_EXPORTER_OTLP_HEADERS for what authenticates");
            }
            if (uri.getHost() == null || !"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
                throw ConfigException.invalid(OPTION, url, EXPECTED);
            }
            return uri;
        } catch (URISyntaxException e) {
            throw ConfigException.invalid(OPTION, url, EXPECTED);
        }
    }

    /** Returns why an export failed: the status that the collector answered with, or the message of the innermost cause. */
    static String reason(Throwable failure) {
        if (failure instanceof FailedExportException.HttpExportException http && http.getResponse() != null) {
            return status(http.getResponse());
        }
        String reason = "no answer";
        for (Throwable one = failure; one != null; one = one.getCause()) {
            if (one.getMessage() != null) {
                reason = one.getMessage();
            } else if (one instanceof ConnectException) {
                reason = "no connection";
            }
        }
        return reason;
    }

    private static String status(HttpResponse response) {
        int code = response.getStatusCode();
        String remedy = switch (code) {
            case 401, 403 -> ", so set OTEL_EXPORTER_OTLP_HEADERS";
            case 404, 405 -> ", so check the URL's path";
            case 301, 302, 307, 308 -> ", so use the URL that it redirects to";
            case 429, 503 -> ", so it is overloaded";
            default -> "";
        };
        return "HTTP status " + code + remedy;
    }
}
