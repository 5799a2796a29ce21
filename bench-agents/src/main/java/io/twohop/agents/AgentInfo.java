package io.twohop.agents;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
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

    static AgentInfo of(Map<String, String> metadata) {
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
                metadata.get("name"),
                metadata.get("build"),
                metadata.get("java"),
                Integer.parseInt(metadata.getOrDefault("cores", "0")),
                metadata.get("machine"),
                metadata.get("clockSource"),
                metadata.get("clock"),
                roles,
                labels);
    }

    /** Returns whether the agent has each of these labels, with the same value. */
    boolean has(Map<String, String> wanted) {
        return wanted.entrySet().stream().allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
    }
}
