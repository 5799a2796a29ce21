package io.twohop.agents;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an agent says of itself to whoever looks for agents.
 *
 * @param id unique among agents
 * @param name as its user calls it; the host's name by default
 * @param build of the bench
 * @param java its version
 * @param cores that it may use
 * @param machine the same for all agents of one machine that is up
 * @param clockSource the kernel's clock behind its times
 * @param clock what keeps its clock right, and within what; for people
 * @param roles that it may be given
 * @param labels that its user gave it
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

    /** As the services framework keeps it. */
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

    /** Whether it has each of these labels with that value. */
    boolean has(Map<String, String> wanted) {
        return wanted.entrySet().stream().allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
    }
}
