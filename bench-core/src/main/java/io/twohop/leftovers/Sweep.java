package io.twohop.leftovers;

import io.twohop.config.Texts;
import io.twohop.transport.Creation;
import io.twohop.transport.Sweeper;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Deletes what runs left behind, in bounded time. Creations without the mark of their run, and those on other servers,
 * are not touched.
 */
public final class Sweep {
    /** Number of names per kind in a message. */
    private static final int NAMED = 5;

    private static final String NO_MARK = "its name does not begin with its run's";

    private final List<Leftover> leftovers;
    private final List<Creation> deleted = new ArrayList<>();
    private final Map<Creation, String> remaining = new LinkedHashMap<>();
    private String place;

    private Sweep(List<Leftover> leftovers) {
        this.leftovers = leftovers;
    }

    /**
     * Connects and deletes.
     *
     * @param limit on the whole sweep; what is unanswered by then remains
     */
    public static Sweep of(List<Leftover> leftovers, Callable<Sweeper> connect, Duration limit)
            throws InterruptedException {
        Sweep sweep = new Sweep(leftovers);
        if (leftovers.isEmpty()) {
            return sweep;
        }
        Thread thread = new Thread(() -> sweep.run(connect), "sweep");
        thread.setDaemon(true);
        thread.start();
        thread.join(limit.toMillis());
        return sweep.at(thread.isAlive() ? "no answer within " + limit.toMillis() + " ms" : null);
    }

    /** Returns the current state, while deletions may continue. */
    private synchronized Sweep at(String reason) {
        Sweep now = new Sweep(leftovers);
        now.place = place;
        now.deleted.addAll(deleted);
        now.remaining.putAll(remaining);
        if (reason != null) {
            now.all().stream()
                    .filter(creation -> place == null || creation.place().equals(place))
                    .filter(creation -> !deleted.contains(creation))
                    .forEach(creation -> now.remaining.putIfAbsent(creation, reason));
        }
        return now;
    }

    private List<Creation> all() {
        return leftovers.stream()
                .flatMap(leftover -> leftover.creations().stream())
                .toList();
    }

    private void run(Callable<Sweeper> connect) {
        try (Sweeper sweeper = connect.call()) {
            synchronized (this) {
                place = sweeper.place();
            }
            for (Leftover leftover : leftovers) {
                sweep(leftover, sweeper);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            String why = Texts.of(e);
            synchronized (this) {
                all().forEach(creation -> remaining.putIfAbsent(creation, why));
            }
        }
    }

    private void sweep(Leftover leftover, Sweeper sweeper) throws IOException, InterruptedException {
        List<Creation> here = leftover.creations().stream()
                .filter(creation -> creation.place().equals(sweeper.place()))
                .toList();
        List<Creation> marked = here.stream().filter(leftover::isOfRun).toList();
        Map<Creation, String> failed = new LinkedHashMap<>(marked.isEmpty() ? Map.of() : sweeper.delete(marked));
        here.stream()
                .filter(creation -> !leftover.isOfRun(creation))
                .forEach(creation -> failed.put(creation, NO_MARK));
        if (failed.isEmpty() && here.size() == leftover.creations().size()) {
            Files.deleteIfExists(leftover.log());
        }
        synchronized (this) {
            here.stream().filter(creation -> !failed.containsKey(creation)).forEach(deleted::add);
            remaining.putAll(failed);
        }
    }

    /** Creations that are gone. */
    public List<Creation> deleted() {
        return List.copyOf(deleted);
    }

    /** Creations that remain, with the reasons. */
    public Map<Creation, String> remaining() {
        return Map.copyOf(remaining);
    }

    /** Returns the remaining creations and the reasons in one line; empty if nothing remains. */
    public String remainingText() {
        return remaining.isEmpty()
                ? ""
                : text(List.copyOf(remaining.keySet())) + ": " + String.join("; ", new TreeSet<>(remaining.values()));
    }

    /** Returns creations by kind: {@code topics twohop-a-1, twohop-a-2 and 3 more, group twohop-a-1-x}. */
    public static String text(List<Creation> creations) {
        Map<String, List<String>> byKind = creations.stream()
                .collect(Collectors.groupingBy(
                        Creation::kind, LinkedHashMap::new, Collectors.mapping(Creation::name, Collectors.toList())));
        return byKind.entrySet().stream()
                .map(kind -> kind.getKey() + (kind.getValue().size() == 1 ? " " : "s ") + names(kind.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String names(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        return names.size() <= NAMED ? first : first + " and " + (names.size() - NAMED) + " more";
    }
}
