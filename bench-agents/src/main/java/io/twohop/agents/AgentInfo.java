package io.twohop.agents;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An agent's description of itself, for those who look for agents.
 *
 * @param id unique among agents
 * @param name given by its user; the host's name by default
 * @param build digest of the bench's jars
 * @param java version of its JVM
 * @param cores number of cores it may use
 * @param machine shared by all agents of a machine until it reboots
 * @param clockSource the kernel's clock source
 * @param clock state of the machine's wall clock, for people
 * @param roles that calls may give to the agent
 * @param labels given by its user
 */
public record AgentInfo(
        String id,
        String name,
        String build,
        String java,
        int cores,
        String machine,
        String clockSource,
        String clock,
        Set<AgentRole> roles,
        Map<String, String> labels) {
    private static final String LABEL = "label.";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final int LONGEST_TEXT = 10_000;

    /** Replaces the middle of a shortened text. */
    private static final String CUT = " [...] ";

    /** Returns whether a text may be the name of an agent or a call in subjects and paths. */
    static boolean isId(String text) {
        return text != null && ID.matcher(text).matches();
    }

    /**
     * Returns a text of another machine as it may be shown: it must not control a terminal. Of a long one the middle is left out: its end
     * says what to do.
     */
    static String printable(String text) {
        return shortened(String.valueOf(text), LONGEST_TEXT).replaceAll("[\\p{Cntrl}&&[^\n]]", "?");
    }

    /** Returns a text without its middle if it has more characters than the limit. */
    static String shortened(String text, int limit) {
        int half = (limit - CUT.length()) / 2;
        return text.length() <= limit ? text : text.substring(0, half) + CUT + text.substring(text.length() - half);
    }

    /** Returns the description as the metadata of a NATS service. */
    Map<String, String> toMetadata() {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("id", id);
        metadata.put("name", name);
        metadata.put("build", build);
        metadata.put("java", java);
        metadata.put("cores", Integer.toString(cores));
        metadata.put("machine", machine);
        metadata.put("clockSource", clockSource);
        metadata.put("clock", clock);
        metadata.put("roles", roles.stream().map(AgentRole::key).collect(Collectors.joining(",")));
        labels.forEach((key, value) -> metadata.put(LABEL + key, value));
        return metadata;
    }

    /**
     * Reads the metadata of a NATS service.
     *
     * @throws IllegalArgumentException if they are not those of an agent
     */
    static AgentInfo of(Map<String, String> metadata) {
        if (!isId(metadata.get("id"))) {
            throw new IllegalArgumentException("no agent");
        }
        Set<AgentRole> roles = EnumSet.noneOf(AgentRole.class);
        String named = metadata.getOrDefault("roles", "");
        Arrays.stream(AgentRole.values())
                .filter(role -> Arrays.asList(named.split(",")).contains(role.key()))
                .forEach(roles::add);
        Map<String, String> labels = new LinkedHashMap<>();
        metadata.forEach((key, value) -> {
            if (key.startsWith(LABEL)) {
                labels.put(key.substring(LABEL.length()), value);
            }
        });
        return new AgentInfo(
                metadata.get("id"),
                printable(metadata.get("name")),
                printable(metadata.get("build")),
                printable(metadata.get("java")),
                Integer.parseInt(metadata.getOrDefault("cores", "0")),
                printable(metadata.get("machine")),
                printable(metadata.get("clockSource")),
                printable(metadata.get("clock")),
                roles,
                labels);
    }

    /** Returns whether the agent has each of these labels, with the same value. */
    boolean has(Map<String, String> wanted) {
        return wanted.entrySet().stream().allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
    }
}
