package io.twohop.report;

import io.twohop.account.ThreadParts;
import io.twohop.result.Fork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Sorts stacks by role: by the calling agent on a thread of several agents, otherwise by the thread's part. */
final class CallRoles {
    private static final Map<String, String> AGENTS = Map.of(
            "io.twohop.pipeline.Generator.doWork", "generator",
            "io.twohop.pipeline.ServiceStage.doWork", "service",
            "io.twohop.pipeline.Sink.doWork", "sink");

    /** Name of the main thread in Java; Linux, and so {@link ThreadParts}, names it after the program. */
    private static final String MAIN = "main";

    private static final String LAMBDA = "$$Lambda";
    private static final Pattern LAMBDA_NUMBER = Pattern.compile("(\\$\\$Lambda)\\$\\d+");

    private final ThreadParts parts;

    /** @param fork a fork of a result, with the threads of all its agents */
    CallRoles(Fork fork) {
        parts = new ThreadParts(
                Stream.concat(Stream.of(fork), fork.parts().stream().flatMap(part -> part.measured().stream()))
                        .flatMap(measured -> Stream.ofNullable(measured.layout()))
                        .flatMap(layout -> layout.threads().stream())
                        .map(agents -> String.join("+", agents))
                        .toList());
    }

    /**
     * Returns a stack that begins with its role.
     *
     * @param thread the thread's name
     * @param calls outermost first
     */
    List<String> under(String thread, List<String> calls) {
        List<String> stack = new ArrayList<>();
        int from = 0;
        String part = thread.equals(MAIN) ? ThreadParts.HARNESS : parts.of(thread);
        for (int i = 0; i < calls.size(); i++) {
            if (AGENTS.containsKey(calls.get(i))) {
                part = AGENTS.get(calls.get(i));
                from = i;
                break;
            }
        }
        stack.add(part);
        if (part.equals(ThreadParts.CLIENT)) {
            stack.add(ThreadParts.kind(thread));
        }
        calls.subList(from, calls.size()).forEach(call -> stack.add(general(call)));
        return stack;
    }

    /** Removes the numbers of lambdas, which differ in each JVM. */
    private static String general(String call) {
        return call.contains(LAMBDA) ? LAMBDA_NUMBER.matcher(call).replaceFirst("$1") : call;
    }
}
