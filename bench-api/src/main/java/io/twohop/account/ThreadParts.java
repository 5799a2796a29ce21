package io.twohop.account;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The part of a measuring JVM that each thread belongs to, from the 15 characters that Linux keeps of its name. */
public final class ThreadParts {
    /** Threads of the harness that neither send nor receive. */
    public static final String HARNESS = "harness";

    /** Threads of the transport's library. */
    public static final String CLIENT = "client";

    /** Threads of the JVM's compilers. */
    public static final String COMPILER = "compiler";

    /** Prefix of the names of threads that write the flight recording. */
    private static final String RECORDER = "JFR ";

    private static final int KEPT = 15;

    private record Known(String part, String begins) {}

    private static final List<Known> JVM = List.of(
            new Known("gc", "GC Thread"),
            new Known("gc", "G1 "),
            new Known("gc", "ParGC"),
            new Known("gc", "ZWorker"),
            new Known("gc", "ZDriver"),
            new Known("gc", "ZDirector"),
            new Known("gc", "ZUn"),
            new Known("gc", "ZStat"),
            new Known("gc", "XWorker"),
            new Known("gc", "XDriver"),
            new Known("gc", "Shenandoah"),
            new Known(COMPILER, "C1 Compiler"),
            new Known(COMPILER, "C2 Compiler"),
            new Known(COMPILER, "Sweeper"),
            new Known("jvm", "VM "),
            new Known("jvm", RECORDER),
            new Known("jvm", "Signal Dispatch"),
            new Known("jvm", "Service Thread"),
            new Known("jvm", "Monitor Deflati"),
            new Known("jvm", "Reference Handl"),
            new Known("jvm", "Finalizer"),
            new Known("jvm", "Common-Cleaner"),
            new Known("jvm", "Notification Th"),
            new Known("jvm", "Attach Listener"),
            // The monitor is the main thread, which is called as the program.
            new Known(HARNESS, "java"),
            new Known(HARNESS, "monitor-"),
            new Known(HARNESS, "stall-sampler"),
            new Known(HARNESS, "fault-injector"),
            new Known(HARNESS, "service-reader"),
            new Known(HARNESS, "watch-"),
            new Known(HARNESS, "parent"),
            new Known(HARNESS, "commands"),
            new Known(HARNESS, "arrivals-reader"),
            new Known(HARNESS, "reporter"),
            // Of a service in a process of its own, whose threads are not among the measuring ones here.
            new Known("service", "service-"));

    private final List<Known> known = new ArrayList<>();
    private final int measuringThreads;

    /** @param measuring names of the threads that agents run on, such as {@code generator-0+sink-0} */
    public ThreadParts(List<String> measuring) {
        for (String name : measuring) {
            Set<String> roles = new TreeSet<>();
            for (String agent : name.split("\\+")) {
                roles.add(agent.replaceFirst("-\\d+$", ""));
            }
            known.add(new Known(String.join("+", roles), asKept(name)));
        }
        measuringThreads = known.size();
        known.addAll(JVM);
    }

    /** Returns a thread's part; {@link #CLIENT} for unknown names, which the transport's library chose. */
    public String of(String name) {
        return known.stream()
                .filter(one -> name.startsWith(one.begins))
                .map(Known::part)
                .findFirst()
                .orElse(CLIENT);
    }

    /** Returns whether agents run on the thread. */
    public boolean isMeasuring(String name) {
        return known.subList(0, measuringThreads).stream().anyMatch(one -> name.startsWith(one.begins));
    }

    /** Returns whether the thread only watches the run: it neither sends nor receives, or it writes the flight recording. */
    public boolean isWatching(String name) {
        return name.startsWith(RECORDER) || of(name).equals(HARNESS);
    }

    /** Returns the beginning of a thread's name that Linux keeps. */
    public static String asKept(String name) {
        return name.substring(0, Math.min(KEPT, name.length()));
    }

    /** Returns a thread's name without its number, which all threads of its group share. */
    public static String kind(String name) {
        String kind = name.replaceFirst("[-#_:]?\\d+$", "");
        return kind.isEmpty() ? name : kind;
    }
}
