package io.twohop.junit;

import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Provides a test for each combination of a {@link LatencyTest}'s lists. Stateless. */
final class LatencyExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), LatencyTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Attributes attributes = new Attributes(
                AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), LatencyTest.class)
                        .orElseThrow(),
                AnnotationSupport.findAnnotation(context.getRequiredTestClass(), LatencyTest.class),
                ServerField.around(context.getRequiredTestClass()).stream()
                        .map(ServerField::file)
                        .toList());
        List<TestTemplateInvocationContext> tests = new ArrayList<>();
        Workload workload = attributes.workload();
        for (String transport : attributes.transports()) {
            for (Cell cell : workload.cells()) {
                tests.add(new Measured(attributes, transport, workload.only(cell), cell));
            }
        }
        return tests.stream();
    }
}
