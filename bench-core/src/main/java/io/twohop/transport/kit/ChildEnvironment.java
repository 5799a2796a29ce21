package io.twohop.transport.kit;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The environment of processes that a run starts. The environment of the bench may hold passwords, which servers and services could
 * print or pass on; a child gets only what describes the machine, the user and the run-time libraries.
 */
public final class ChildEnvironment {
    /** Variable that names further variables for forks and services, separated by commas. */
    public static final String FURTHER = "TWOHOP_ENV";

    private static final Pattern USUAL = Pattern.compile(
            "PATH|HOME|USER|LOGNAME|SHELL|HOSTNAME|PWD|TZ|LANG|LANGUAGE|LC_\\w+|TMPDIR|TMP|TEMP|XDG_\\w+"
                    + "|JAVA_HOME|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|LD_\\w+|DYLD_\\w+|MALLOC_\\w+|GLIBC_TUNABLES"
                    + "|GOGC|GOMAXPROCS|GOMEMLIMIT|GODEBUG|GOTRACEBACK|SSL_CERT_FILE|SSL_CERT_DIR|KRB5_CONFIG|KRB5CCNAME"
                    + "|NATS_SERVER|NATS_STREAMING_SERVER"
                    + "|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA|USERPROFILE|NUMBER_OF_PROCESSORS",
            Pattern.CASE_INSENSITIVE);

    private static final List<String> JVM_OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC\\b");

    private ChildEnvironment() {}

    /** Leaves only the usual variables to a server. */
    public static void restrict(ProcessBuilder server) {
        server.environment().keySet().removeIf(name -> !isUsual(name));
        keepOwnCollector(server);
    }

    /**
     * Leaves only the usual variables, and those that {@link #FURTHER} names, to a process that runs the user's code.
     *
     * @param named names of variables that its plan refers to
     */
    public static void restrict(ProcessBuilder child, Collection<String> named) {
        List<String> further =
                List.of(child.environment().getOrDefault(FURTHER, "").strip().split("[, ]+"));
        child.environment()
                .keySet()
                .removeIf(name ->
                        !isUsual(name) && !named.contains(name) && !further.contains(name) && !name.equals(FURTHER));
        keepOwnCollector(child);
    }

    /** A JVM with two collectors does not start, so the one of its command replaces that of the environment. */
    private static void keepOwnCollector(ProcessBuilder child) {
        if (child.command().stream()
                .anyMatch(argument -> COLLECTOR.matcher(argument).matches())) {
            for (String name : JVM_OPTIONS) {
                child.environment()
                        .computeIfPresent(
                                name,
                                (known, options) -> COLLECTOR.matcher(options).replaceAll(""));
            }
        }
    }

    private static boolean isUsual(String name) {
        return USUAL.matcher(name).matches();
    }
}
