package io.twohop.system;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command of the docs that measures for a second what it would measure for minutes: durations, rates and repetitions are
 * small, and a list keeps one value. Nothing else changes.
 *
 * @param text what a shell takes
 * @param kind what it measures, but on which transports, and at which rate and for how long
 * @param transports their files
 */
record BriefCommand(String text, String kind, Set<String> transports) {
    /** Quoted as a whole, or its value at most; a value may be a variable of the shell. */
    private static final Pattern SETTING = Pattern.compile("'-D([^=']+)=([^']*)' ?|-D([^= ]+)=(?:'([^']*)'|(\\S*)) ?");

    private static final Pattern TRANSPORT = Pattern.compile("(?<= )([\\w-]+)\\.yaml");
    private static final Pattern NUMBER = Pattern.compile("^\\d.*");
    private static final Pattern TIMES = Pattern.compile("for i in [\\d ]+;");
    private static final Pattern FIXED_PORT = Pattern.compile("--prometheus :\\d+");
    private static final String IN_TURNS = "--interleave ";

    /** How many transports take turns at most; more of them run a fork each, without turns. */
    private static final int FEW_TRANSPORTS = 2;

    private static final String WORKLOAD = "workload";
    private static final String WARM_UP = "warmup";
    private static final String FORKS = "forks";

    /** Workloads that set nothing but a rate and durations. */
    private static final Set<String> PLAIN =
            Set.of("25kps.yaml", "100kps.yaml", "250kps.yaml", "500kps.yaml", "side-by-side.yaml", "smoke.yaml");

    /** Settings of a command that does not set them itself. */
    private static final Map<String, String> QUIET =
            settings("-Didle=park " + BenchProcess.UNRECORDED + " " + BenchProcess.FIRST_COMPILER);

    /** Settings for Kafka's brokers, which cost more than anything else in a short run. */
    private static final Map<String, String> LIGHT_BROKERS =
            settings("'-Dtransport.brokerJvm={heap: 256m, gc: serial, flags: -XX:TieredStopAtLevel=1}'");

    private static final Map<String, String> BRIEF = settings("-Dwarmup=300ms -Dfloor=0s -Ddrain=10s");
    private static final Map<String, String> SECOND = settings("-Drate=300 -Dduration=1s");

    /** Settings by workload, for those that are not about a second at one rate. */
    private static final Map<String, Map<String, String>> OTHERS = Map.ofEntries(
            Map.entry("acked-throughput.yaml", settings("-Dcount=300 -Dsize=5KiB")),
            Map.entry(
                    "broker-crash.yaml",
                    settings("-Drate=300 -Dduration=2s -Ddrain=30s"
                            + " '-Dfaults=[{at: 500ms, target: broker, action: kill, for: 300ms}]'")),
            Map.entry(
                    "backlog.yaml",
                    settings("-Drate=300 -Dduration=5s -Dwarmup=1s"
                            + " '-Dfaults=[{at: 1s, target: consumer, action: stop, for: 500ms}]'")),
            Map.entry("burst.yaml", settings("-Drate=2k -Dduration=1s")),
            Map.entry(
                    "guarantees.yaml",
                    settings("-Drate=300 -Dduration=2s -Ddrain=30s"
                            + " '-Dfaults={service: [{at: 500ms, target: service, action: kill, for: 300ms}],"
                            + " drainer: [{at: 500ms, target: drainer, action: kill, for: 300ms}]}'")),
            Map.entry("market-data.yaml", settings("-Dduration=1s")),
            // No rate meets that, so that the search is a short one.
            Map.entry("max-rate.yaml", settings("-Drate=2k -Dduration=500ms -DsearchLimit=1m -Dslo.endToEnd.p99=1ns")),
            Map.entry("message-sizes.yaml", settings("-Drate=20 -Dduration=6s -Dsize=1MiB")),
            Map.entry("partitions.yaml", settings("-Dcount=300 -Dduration=30s -Dpartitions=100")),
            Map.entry("producer-sizes.yaml", settings("-Dcount=300 -Dduration=30s -Dsize=100KB")),
            Map.entry("ramp.yaml", settings("'-Drate=[{from: 200, to: 600, over: 1s}, {hold: 600, for: 300ms}]'")),
            Map.entry("replication.yaml", settings("-Dcount=300 -Dduration=30s")),
            Map.entry("topics.yaml", settings("-Dcount=300 -Dduration=30s -Dtopics=100")));

    static BriefCommand of(String command) {
        Map<String, String> given = settings(command);
        Map<String, String> brief = new TreeMap<>(QUIET);
        brief.putAll(given);
        brief.putAll(BRIEF);
        brief.putAll(OTHERS.getOrDefault(given.get(WORKLOAD), SECOND));
        // Another program may have the port.
        String rest = FIXED_PORT
                .matcher(SETTING.matcher(once(command)).replaceAll(""))
                .replaceAll("--prometheus :0");
        Set<String> transports = transports(rest);
        if (transports.stream().allMatch(transport -> transport.startsWith("kafka"))) {
            brief.putAll(LIGHT_BROKERS);
        }
        brief.replace(FORKS, "2");
        if (transports.size() > FEW_TRANSPORTS && rest.contains(IN_TURNS)) {
            brief.remove(FORKS);
        }
        rest = inTurns(rest, transports);
        if (given.containsKey("forks.until")) {
            // One figure of each fork has to be known.
            brief.putAll(settings("-Dforks.most=5 -Drate=2k"));
        }
        if (given.getOrDefault(WARM_UP, "").contains("until")) {
            brief.putAll(settings("'-Dwarmup={until: steady, most: 10s}' -Dforks=1"));
        }
        String text = rest.replaceFirst("\\./bench ", Matcher.quoteReplacement("./bench " + written(brief) + " "));
        brief.computeIfPresent(WORKLOAD, (key, file) -> PLAIN.contains(file) ? "plain" : file);
        String kind =
                written(brief) + " " + TRANSPORT.matcher(rest).replaceAll("").strip();
        return new BriefCommand(text, kind, transports);
    }

    /** The command, without the repetitions of a loop. */
    static String once(String command) {
        return TIMES.matcher(command).replaceAll("for i in 1;");
    }

    /** The commands, each without transports that one before it measures in the same way; those left without any are gone. */
    static List<BriefCommand> distinct(List<BriefCommand> all) {
        Map<String, Set<String>> measured = new HashMap<>();
        List<BriefCommand> distinct = new ArrayList<>();
        for (BriefCommand command : all) {
            Set<String> before = measured.computeIfAbsent(command.kind, kind -> new HashSet<>());
            BriefCommand rest = command.without(before);
            before.addAll(command.transports);
            if (!rest.transports.isEmpty()) {
                distinct.add(rest);
            }
        }
        return distinct;
    }

    /**
     * Returns the commands. A command of many transports loses those that other commands measure, except one; the plan of each
     * command has them all.
     */
    static List<BriefCommand> few(List<BriefCommand> all) {
        Set<String> measured = new HashSet<>();
        all.stream().filter(command -> !command.hasMany()).forEach(command -> measured.addAll(command.transports));
        List<BriefCommand> few = new ArrayList<>();
        for (BriefCommand command : all) {
            BriefCommand rest = command;
            if (command.hasMany()) {
                Set<String> others = new TreeSet<>(command.transports);
                others.retainAll(measured);
                if (others.size() == command.transports.size()) {
                    others.remove(others.iterator().next());
                }
                rest = command.without(others);
                measured.addAll(rest.transports);
            }
            few.add(rest);
        }
        return few;
    }

    /** The commands, without those that have nothing new: each setting, option and transport is in one before it. */
    static List<BriefCommand> varied(List<BriefCommand> all) {
        Set<String> measured = new HashSet<>();
        return all.stream().filter(command -> measured.addAll(command.parts())).toList();
    }

    /** Returns the parts of the command, with every number replaced by the same one. */
    private Set<String> parts() {
        Set<String> parts = new HashSet<>(
                List.of(SETTING.matcher(text).replaceAll("").strip().split("\\s+")));
        settings(text)
                .forEach((key, value) -> parts.add(key + "="
                        + (PLAIN.contains(value)
                                ? "plain"
                                : NUMBER.matcher(value).replaceFirst("a number"))));
        return parts;
    }

    /** The command, which takes turns only where it has two transports to take them. */
    private static String inTurns(String text, Set<String> transports) {
        return transports.size() == FEW_TRANSPORTS ? text : text.replace(IN_TURNS, "");
    }

    private boolean hasMany() {
        return transports.size() > FEW_TRANSPORTS;
    }

    private BriefCommand without(Set<String> others) {
        String left = text;
        for (String other : others) {
            left = left.replace(" " + other + ".yaml", "");
        }
        Set<String> rest = transports(left);
        return new BriefCommand(inTurns(left, rest), kind, rest);
    }

    private static String written(Map<String, String> settings) {
        return settings.entrySet().stream().map(BriefCommand::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(Map.Entry<String, String> setting) {
        String text = "-D" + setting.getKey() + "=" + setting.getValue();
        return text.contains("$") ? text : "'" + text + "'";
    }

    private static Set<String> transports(String rest) {
        return TRANSPORT
                .matcher(rest)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, String> settings(String command) {
        Map<String, String> settings = new LinkedHashMap<>();
        Matcher found = SETTING.matcher(command);
        while (found.find()) {
            String value = found.group(4) == null ? found.group(5) : found.group(4);
            settings.put(
                    found.group(1) == null ? found.group(3) : found.group(1),
                    found.group(1) == null ? value : found.group(2));
        }
        return settings;
    }

    @Override
    public String toString() {
        return text;
    }
}
