package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.account.MessageSizes;
import io.twohop.config.Texts;
import io.twohop.result.Tail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The costliest episodes of a fork, by cause. */
final class EpisodesText {
    private static final double MEGABYTE = 1e6;

    private EpisodesText() {}

    /** Returns the number of episodes with their causes. */
    static String costliest(Tail tail, Optional<MessageSizes> sizes, int most) {
        return "of the " + tail.slowest().size() + " costliest episodes: " + of(tail, sizes, most);
    }

    /**
     * Returns causes in words, such as "30 publish, page faults (1.23 ms to 7.30 ms, every 357 ms, 35,745 messages or 8.15 MB)".
     *
     * @param most maximum number of causes; others are only counted, except unexplained episodes
     */
    static String of(Tail tail, Optional<MessageSizes> sizes, int most) {
        if (tail.groups().isEmpty()) {
            // A result of an earlier version.
            return tail.causes().entrySet().stream()
                    .limit(most)
                    .map((Map.Entry<String, Integer> cause) -> cause.getValue() + " " + cause.getKey())
                    .collect(Collectors.joining(", "));
        }
        List<Tail.Group> named = new ArrayList<>();
        int others = 0;
        for (Tail.Group group : tail.groups()) {
            if (named.size() < most || group.cause().equals(Tail.UNEXPLAINED)) {
                named.add(group);
            } else {
                others += group.episodes();
            }
        }
        String all = named.stream().map(group -> text(group, sizes)).collect(Collectors.joining("; "));
        return others == 0 ? all : all + "; " + others + (others == 1 ? " other" : " others");
    }

    private static String text(Tail.Group group, Optional<MessageSizes> sizes) {
        String length = group.episodes() == 1
                ? DurationText.of(group.longestNanos())
                : DurationText.of(group.shortestNanos()) + " to " + DurationText.of(group.longestNanos());
        return group.episodes() + " " + group.cause() + " (" + length
                + Lines.ofKnown(group.period(), period -> ", every " + text(period, sizes)) + ")";
    }

    private static String text(Tail.Period period, Optional<MessageSizes> sizes) {
        return Stream.of(
                        Lines.ofKnown(period.nanos(), DurationText::of),
                        Lines.ofKnown(
                                period.messages(),
                                messages -> Texts.format("%,d messages", messages)
                                        + sizes.map(of -> messages * of.meanBytes() / MEGABYTE)
                                                .map(megabytes -> Texts.format(" or %.2f MB", megabytes))
                                                .orElse("")))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
