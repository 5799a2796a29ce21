package io.twohop.junit;

import io.twohop.Benchmark;
import io.twohop.assertj.BenchmarkAssertions;
import io.twohop.assertj.InvalidMeasurementError;
import io.twohop.result.BenchmarkResult;
import io.twohop.transport.TransportException;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.opentest4j.TestAbortedException;

/** One test: measures right before the method's body, and hands it the result. */
final class Measured implements TestTemplateInvocationContext, BeforeTestExecutionCallback, ParameterResolver {
    private static final String RESULTS = "twohop.results";
    private static final String DEFAULT_RESULTS = "target/twohop";

    private final Settings settings;
    private final String transport;
    private final Workload workload;
    private final Cell cell;
    private BenchmarkResult result;

    Measured(Settings settings, String transport, Workload workload, Cell cell) {
        this.settings = settings;
        this.transport = transport;
        this.workload = workload;
        this.cell = cell;
    }

    @Override
    public String getDisplayName(int invocationIndex) {
        return transport + " " + cell;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(this);
    }

    @Override
    public void beforeTestExecution(ExtensionContext context) throws InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        if (cores < settings.cores()) {
            throw unavailable(cores + " CPUs are there, and it takes " + settings.cores(), null);
        }
        Benchmark benchmark = benchmark(context);
        List<String> earlier = new ArrayList<>();
        try {
            result = benchmark.run();
            for (int retry = 1; retry <= settings.retries() && !isSound(); retry++) {
                String why = result.verdict().reasons().stream().findFirst().orElse("it broke off");
                earlier.add("attempt " + retry + " was not valid: " + why + " (" + result.directory() + ")");
                report(context, earlier.get(retry - 1) + "; measuring again");
                result = benchmark.run();
            }
        } catch (TransportException e) {
            throw unavailable(e.getMessage(), e);
        }
        context.publishReportEntry("twohop.result", result.directory().toString());
        if (settings.judged()) {
            judge(earlier);
        }
    }

    private Benchmark benchmark(ExtensionContext context) {
        String results = context.getConfigurationParameter(RESULTS).orElse(DEFAULT_RESULTS);
        String test = context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName();
        Benchmark.Builder builder =
                settings.builder(transport).workload(workload).results(Path.of(results, test));
        ServiceFinder.of(context.getRequiredTestInstance())
                .ifPresent(service -> builder.inProcess().service(service));
        return builder.build();
    }

    private boolean isSound() {
        return result.complete()
                && List.of("Met", "Missed").contains(result.verdict().kind());
    }

    private void judge(List<String> earlier) {
        try {
            BenchmarkAssertions.assertThat(result).meetsItsObjectives();
        } catch (InvalidMeasurementError e) {
            throw earlier.isEmpty() ? e : e.after(earlier);
        }
    }

    private void report(ExtensionContext context, String text) {
        context.publishReportEntry(Map.of("twohop.retry", text));
        System.err.println("twohop: " + context.getDisplayName() + ": " + text);
    }

    private RuntimeException unavailable(String why, Throwable cause) {
        String text = transport + " cannot be measured here: " + why;
        if (settings.whenUnavailable() == Unavailable.SKIP) {
            return new TestAbortedException(text, cause);
        }
        return new IllegalStateException(text + " (whenUnavailable = SKIP would skip it)", cause);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == BenchmarkResult.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (result == null) {
            throw new IllegalStateException(
                    "only the test method takes the result; it is measured right before its body");
        }
        return result;
    }
}
