package io.twohop.site;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Environment;
import io.twohop.result.Fork;
import io.twohop.result.Machine;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine of a result as far as the site tells machines apart: not one machine, but all that are alike.
 *
 * @param cpu model of the processor; {@code null} if unknown, as all others
 * @param kernel the kernel's major and minor version
 * @param jdk feature version of the JDK
 */
record MachineClass(String cpu, Integer cores, Long memoryGiB, String kernel, Integer jdk) {
    private static final double GIBIBYTE = 1L << 30;
    private static final int ALIAS_DIGITS = 6;
    private static final Pattern VERSION = Pattern.compile("(?:1\\.)?(\\d{1,4})\\b.*", Pattern.DOTALL);
    private static final Pattern KERNEL = Pattern.compile("(\\d{1,4}\\.\\d{1,4})\\b.*", Pattern.DOTALL);

    static MachineClass of(BenchmarkResult result, Privacy privacy) {
        return result.forks().stream()
                .map(Fork::environment)
                .filter(Objects::nonNull)
                .findFirst()
                .map(environment -> of(environment, privacy))
                .orElse(new MachineClass(null, null, null, null, null));
    }

    private static MachineClass of(Environment environment, Privacy privacy) {
        return new MachineClass(
                privacy.text(environment.cpu()),
                environment.cores(),
                Optional.ofNullable(environment.machine())
                        .map(Machine::memoryBytes)
                        .map(bytes -> Math.round(bytes / GIBIBYTE))
                        .orElse(null),
                first(KERNEL, environment.kernel()),
                Optional.ofNullable(feature(environment.java()))
                        .map(Integer::valueOf)
                        .orElse(null));
    }

    /** Returns the feature version of a Java version; {@code null} if that is none. */
    static String feature(String java) {
        return first(VERSION, java);
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(Objects.requireNonNullElse(text, ""));
        return matcher.matches() ? matcher.group(1) : null;
    }

    /** Returns a name that is the same for all machines of the class. */
    String alias() {
        return cpu == null
                ? "unknown"
                : "m-" + Scripts.digest(Scripts.bytes(facts())).substring(0, ALIAS_DIGITS);
    }

    private ObjectNode facts() {
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        facts.put("cpu", cpu).put("cores", cores).put("memoryGiB", memoryGiB);
        return facts.put("kernel", kernel).put("jdk", jdk);
    }

    ObjectNode toTree() {
        ObjectNode tree = JsonNodeFactory.instance.objectNode().put("alias", alias());
        tree.setAll(facts());
        return tree;
    }
}
