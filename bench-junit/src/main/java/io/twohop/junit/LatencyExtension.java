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

/** Makes a test of each combination that a {@link LatencyTest} asks for. Stateless. */
final class LatencyExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), LatencyTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Attributes settings = new Attributes(
                AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), LatencyTest.class)
                        .orElseThrow(),
                AnnotationSupport.findAnnotation(context.getRequiredTestClass(), LatencyTest.class)
                        .orElse(null),
                ServerField.around(context.getRequiredTestClass()).stream()
                        .map(ServerField::file)
                        .toList());
        List<TestTemplateInvocationContext> tests = new ArrayList<>();
        Workload workload = settings.workload();
        for (String transport : settings.transports()) {
            for (Cell cell : workload.cells()) {
                tests.add(new Measured(settings, transport, workload.only(cell), cell));
            }
        }
        return tests.stream();
    }
}
