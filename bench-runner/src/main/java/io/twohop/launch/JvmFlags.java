package io.twohop.launch;

import io.twohop.config.ConfigException;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Options of JVMs: what a transport or a codec needs of this one, and what another did not take. */
final class JvmFlags {
    private static final Pattern MODULE = Pattern.compile("--add-(opens|exports)=([^/]+)/([^=]+)=ALL-UNNAMED");

    /** Beside what it says of the option itself. */
    private static final List<String> REFUSALS = List.of(
            "Could not create the Java Virtual Machine",
            "A fatal exception has occurred. Program will exit",
            "Error occurred during initialization of");

    private static final int QUOTED_LINES = 2;

    private JvmFlags() {}

    /** @throws ConfigException where one is missing, with the line for a build that lets tests run with it */
    static void check(Collection<String> needed) {
        List<String> missing = needed.stream().filter(flag -> !isInEffect(flag)).toList();
        if (!missing.isEmpty()) {
            throw ConfigException.invalid(
                    "JVM options",
                    "without " + String.join(" ", missing),
                    "to be forked, or in pom.xml for maven-surefire-plugin: <argLine>" + String.join(" ", needed)
                            + "</argLine>");
        }
    }

    /** What a JVM said that did not start, by its log; empty if it did. */
    static Optional<String> refusal(String log) {
        if (REFUSALS.stream().noneMatch(log::contains)) {
            return Optional.empty();
        }
        String words = log.lines()
                .filter(line -> !line.isBlank() && REFUSALS.stream().noneMatch(line::contains))
                .limit(QUOTED_LINES)
                .collect(Collectors.joining("; "));
        return Optional.of("Java refused its options: " + words + " (see jvm: in the workload)");
    }

    private static boolean isInEffect(String flag) {
        Matcher module = MODULE.matcher(flag);
        if (!module.matches()) {
            return ManagementFactory.getRuntimeMXBean().getInputArguments().contains(flag);
        }
        Optional<Module> found = ModuleLayer.boot().findModule(module.group(2));
        Module ours = JvmFlags.class.getModule();
        String name = module.group(3);
        return found.isPresent()
                && found.get().getPackages().contains(name)
                && (module.group(1).equals("opens")
                        ? found.get().isOpen(name, ours)
                        : found.get().isExported(name, ours));
    }
}
