package io.twohop.agents;

import io.twohop.config.ConfigException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The agents that a call of the bench wants, as option {@code --agents} gives them.
 *
 * @param local whether to start them on this machine, with a control server
 * @param counts number of agents of each role
 * @param labels that agents of a role must have
 */
public record AgentsWanted(boolean local, Map<AgentRole, Integer> counts, Map<AgentRole, Map<String, String>> labels) {
    private static final String OPTION = "--agents";
    private static final String LOCAL = "local";
    private static final String EXPECTED =
            "such as 'load: 2, service: 1', 'load: 2 rack=a, service: 1 rack=b, server: 1', or local";
    private static final int MOST = 1_000;

    /**
     * Reads the option: for each role the number of agents, followed by the labels they must have. {@code local} may precede the roles;
     * alone, it stands for one load and one service.
     */
    public static AgentsWanted parse(String text) {
        List<String> parts =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        boolean local = parts.get(0).equals(LOCAL);
        Map<AgentRole, Integer> counts = new EnumMap<>(AgentRole.class);
        Map<AgentRole, Map<String, String>> labels = new EnumMap<>(AgentRole.class);
        for (String part : local ? parts.subList(1, parts.size()) : parts) {
            String[] pair = part.split(":", 2);
            if (pair.length < 2) {
                throw ConfigException.invalid(OPTION, text, EXPECTED);
            }
            AgentRole role = role(pair[0].strip());
            if (counts.containsKey(role)) {
                throw ConfigException.invalid(OPTION, text, "each role once");
            }
            String[] words = pair[1].strip().split("\\s+");
            counts.put(role, count(words[0], text));
            if (role == AgentRole.SERVER && counts.get(role) > 1) {
                throw ConfigException.invalid(OPTION, text, "one server at most");
            }
            labels.put(role, labels(Arrays.copyOfRange(words, 1, words.length), text));
        }
        if (local && counts.isEmpty()) {
            counts.put(AgentRole.LOAD, 1);
            counts.put(AgentRole.SERVICE, 1);
        }
        if (!counts.containsKey(AgentRole.LOAD)) {
            throw ConfigException.invalid(OPTION, text, "a load at least, " + EXPECTED);
        }
        return new AgentsWanted(local, counts, labels);
    }

    private static AgentRole role(String name) {
        List<String> keys =
                Arrays.stream(AgentRole.values()).map(AgentRole::key).toList();
        if (!keys.contains(name)) {
            throw ConfigException.invalid(OPTION, name, "roles " + String.join(", ", keys) + ", " + EXPECTED)
                    .didYouMean(keys);
        }
        return AgentRole.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static int count(String word, String text) {
        try {
            int count = Integer.parseInt(word);
            if (count >= 1 && count <= MOST) {
                return count;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw ConfigException.invalid(OPTION, text, "1 to " + MOST + " of a role, " + EXPECTED);
    }

    private static Map<String, String> labels(String[] words, String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String word : words) {
            String[] pair = word.split("=", 2);
            if (pair.length < 2 || pair[0].isEmpty()) {
                throw ConfigException.invalid(OPTION, text, "labels as key=value, " + EXPECTED);
            }
            labels.put(pair[0], pair[1]);
        }
        return labels;
    }

    int count(AgentRole role) {
        return counts.getOrDefault(role, 0);
    }

    Map<String, String> labels(AgentRole role) {
        return labels.getOrDefault(role, Map.of());
    }
}
