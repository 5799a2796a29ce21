package io.twohop.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the threads of a JVM of ours are there for, from what Linux keeps of their names. */
final class ThreadParts {
    static final String SERVER = "server";
    static final String ENDED = "ended";

    private static final String CLIENT = "client";
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
            new Known("compiler", "C1 Compiler"),
            new Known("compiler", "C2 Compiler"),
            new Known("compiler", "Sweeper"),
            new Known("jvm", "VM "),
            new Known("jvm", "JFR "),
            new Known("jvm", "Signal Dispatch"),
            new Known("jvm", "Service Thread"),
            new Known("jvm", "Monitor Deflati"),
            new Known("jvm", "Reference Handl"),
            new Known("jvm", "Finalizer"),
            new Known("jvm", "Common-Cleaner"),
            new Known("jvm", "Notification Th"),
            new Known("jvm", "Attach Listener"),
            // The monitor is the main thread, which is called as the program.
            new Known("harness", "java"),
            new Known("harness", "monitor-"),
            new Known("harness", "stall-sampler"),
            new Known("harness", "fault-injector"),
            new Known("harness", "service-reader"),
            new Known("harness", "watch-"),
            new Known("harness", "parent"),
            new Known("harness", "commands"),
            new Known("harness", "reporter"),
            // Of a service in a process of its own, whose threads are not among the measuring ones here.
            new Known("service", "service-"));

    private final List<Known> known = new ArrayList<>();

    /** @param measuring names of the threads that agents run on, such as {@code generator-0+sink-0} */
    ThreadParts(List<String> measuring) {
        for (String name : measuring) {
            Set<String> roles = new TreeSet<>();
            for (String agent : name.split("\\+")) {
                roles.add(agent.replaceFirst("-\\d+$", ""));
            }
            known.add(new Known(String.join("+", roles), name.substring(0, Math.min(KEPT, name.length()))));
        }
        known.addAll(JVM);
    }

    /** Of a thread that nobody here knows: the transport's library's. */
    String of(String name) {
        return known.stream()
                .filter(one -> name.startsWith(one.begins))
                .map(Known::part)
                .findFirst()
                .orElse(CLIENT);
    }

    /** Without the number that tells it from others of its kind. */
    static String kind(String name) {
        String kind = name.replaceFirst("[-#_:]?\\d+$", "");
        return kind.isEmpty() ? name : kind;
    }
}
