package io.twohop.compare;

import io.twohop.config.Texts;
import io.twohop.result.CodecCost;
import io.twohop.workload.Layout;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The conditions under which the forks of one side were measured.
 *
 * @param setting values that have to be the same on both sides, by key, such as {@code workload.rate}; empty if unknown
 * @param codec the cost of the codec; empty if unknown
 * @param layouts layouts of agents on threads, one or several; empty if unknown
 * @param chosen the values of transport keys that forks decided by their machine, such as {@code rollCycle}; empty if unknown
 */
public record Conditions(
        Map<String, String> setting, Optional<CodecCost> codec, Set<String> layouts, Map<String, Set<String>> chosen) {
    /** Conditions of figures that come without a result. */
    public static final Conditions UNKNOWN = new Conditions(Map.of(), Optional.empty(), Set.of(), Map.of());

    /** Returns differences in codec, layout and the transport's choices, which settings leave open, each with its effect and a remedy. */
    List<String> unlike(Conditions other) {
        return Stream.concat(
                        Stream.of(unlikeCodecs(other), unlikeLayouts(other)).flatMap(Optional::stream),
                        unlikeChoices(other))
                .toList();
    }

    private Optional<String> unlikeCodecs(Conditions other) {
        return codec.flatMap(here -> other.codec
                .filter(there -> !here.name().equals(there.name()))
                .map(there -> "codec differs: " + text(here) + " against " + text(there)
                        + ": part of every difference is theirs; -Dcodec=" + here.name() + " measures both alike"));
    }

    private Optional<String> unlikeLayouts(Conditions other) {
        return layouts.isEmpty() || other.layouts.isEmpty() || layouts.equals(other.layouts)
                ? Optional.empty()
                : Optional.of("layout differs: " + String.join(" and ", layouts) + " against "
                        + String.join(" and ", other.layouts)
                        + ": a message that passes from core to core takes longer, and threads without a core left beside them"
                        + " wait for what else runs; -Dlayout=" + common(other) + " measures both alike");
    }

    private Stream<String> unlikeChoices(Conditions other) {
        return chosen.entrySet().stream()
                .filter(here -> other.chosen.containsKey(here.getKey())
                        && !other.chosen.get(here.getKey()).equals(here.getValue()))
                .map(here -> here.getKey() + " differs: " + String.join(" and ", here.getValue()) + " against "
                        + String.join(" and ", other.chosen.get(here.getKey()))
                        + ": the transport chose it by the machine; -Dtransport." + here.getKey() + "="
                        + here.getValue().iterator().next() + " measures both alike");
    }

    /** A transport that blocks runs only in the dedicated layout. */
    private String common(Conditions other) {
        String dedicated = Layout.DEDICATED.name().toLowerCase(Locale.ROOT);
        return layouts.contains(dedicated) || other.layouts.contains(dedicated)
                ? dedicated
                : layouts.iterator().next();
    }

    private static String text(CodecCost codec) {
        return Texts.format(
                "%s (%,.2f us and %,.0f B allocated a message by itself)",
                codec.name(), codec.nanosPerMessage() / 1_000, codec.allocatedBytesPerMessage());
    }

    /** Returns settings with another value on the other side, by key, with both values; empty if one side is unknown. */
    Map<String, String> differences(Conditions other) {
        Map<String, String> differences = new TreeMap<>();
        if (setting.isEmpty() || other.setting.isEmpty()) {
            return differences;
        }
        Set<String> keys = new TreeSet<>(setting.keySet());
        keys.addAll(other.setting.keySet());
        for (String key : keys) {
            String here = setting.getOrDefault(key, "absent");
            String there = other.setting.getOrDefault(key, "absent");
            if (!here.equals(there)) {
                differences.put(key, here + " against " + there);
            }
        }
        return differences;
    }
}
