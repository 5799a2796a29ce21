package io.twohop.junit;

import io.twohop.Benchmark;
import io.twohop.BenchmarkBuilder;
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

/** One test: measures right before the method's body and passes it the result. */
final class Measured implements TestTemplateInvocationContext, BeforeTestExecutionCallback, ParameterResolver {
    private static final String RESULTS = "twohop.results";
    private static final String DEFAULT_RESULTS = "target/twohop";

    private final Attributes attributes;
    private final String transport;
    private final Workload workload;
    private final Cell cell;
    private BenchmarkResult result;

    Measured(Attributes attributes, String transport, Workload workload, Cell cell) {
        this.attributes = attributes;
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
        if (cores < attributes.cores()) {
            throw attributes
                    .whenUnavailable()
                    .of(transport, cores + " CPUs are there, and it takes " + attributes.cores(), null);
        }
        Benchmark benchmark = benchmark(context);
        List<String> earlier = new ArrayList<>();
        try {
            result = benchmark.run();
            for (int retry = 1; retry <= attributes.retries() && StalledMachine.spoilt(result); retry++) {
                String why = result.verdict().reasons().get(0);
                earlier.add("attempt " + retry + " was not valid: " + why + " (" + result.directory() + ")");
                report(context, earlier.get(retry - 1) + "; measuring again");
                result = benchmark.run();
            }
        } catch (TransportException e) {
            throw attributes.whenUnavailable().of(transport, e.getMessage(), e);
        }
        context.publishReportEntry("twohop.result", result.directory().toString());
        if (attributes.judged()) {
            judge(earlier);
        }
    }

    private Benchmark benchmark(ExtensionContext context) {
        String test = context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName();
        BenchmarkBuilder builder = attributes
                .builder(transport)
                .workload(workload)
                .results(results(context).resolve(test));
        ServerField.server(transport, context.getRequiredTestInstances()).ifPresent(builder::transport);
        ServiceFinder.of(context.getRequiredTestInstance())
                .ifPresent(service -> builder.inProcess().service(service));
        return builder.build();
    }

    /** Returns the directory of the tests' results. */
    static Path results(ExtensionContext context) {
        return Path.of(context.getConfigurationParameter(RESULTS).orElse(DEFAULT_RESULTS));
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
