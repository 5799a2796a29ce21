package io.twohop.doctor;

/** Table of the checks of {@code bench doctor} by group: the text of each, and what to change if it warns. */
final class CheckRules {
    /** Text of any check where the machine does not say. */
    static final String NOT_KNOWN = "not known here";

    private static final String LONGEST = "longest %s, p99.9 %s (in %s%s)";

    static final CheckRule JAVA = new CheckRule("machine", "java", "%s", "");
    static final CheckRule SYSTEM = new CheckRule("machine", "system", "%s, kernel %s", "");

    static final CheckRule CPU_MODEL = new CheckRule("cpu", "model", "%s", "");
    static final CheckRule CPUS_ONLINE = new CheckRule(
            "cpu",
            "online",
            "%d, this process may use %s%s",
            "one CPU for everything: start it with taskset -c %4$s ./bench ...");
    static final CheckRule NO_QUOTA = new CheckRule("cpu", "quota", "none", "");
    static final CheckRule QUOTA = new CheckRule(
            "cpu",
            "quota",
            "%.2f of %d cores%s",
            "who has used it up stands still until the period ends. No quota but"
                    + "\ncores of its own: docker run --cpuset-cpus in place of --cpus,"
                    + "\nKubernetes' static CPU manager, systemd's AllowedCPUs");
    static final CheckRule SMT = new CheckRule(
            "cpu",
            "SMT",
            "%s",
            "two that spin slow each other down: pin to one of each core,"
                    + "\n'-Daffinity=[%2$s]', or"
                    + "\necho off | sudo tee /sys/devices/system/cpu/smt/control");
    static final CheckRule ISOLATED = new CheckRule("cpu", "isolated", "%s; tickless: %s", "");
    static final CheckRule GOVERNOR =
            new CheckRule("cpu", "governor", "%s", "sudo cpupower frequency-set -g performance");
    static final CheckRule TURBO = new CheckRule("cpu", "turbo", "%s", "");
    static final CheckRule IDLE_STATES =
            new CheckRule("cpu", "idle states", "down to %s, which takes %s us to leave", "");

    static final CheckRule MEMORY_FREE = new CheckRule(
            "memory", "free", "%s of %s%s", "stop what else takes memory, or give the run less: -Djvm.heap=512m");
    static final CheckRule SWAP =
            new CheckRule("memory", "swap", "%s", "a page that comes from disk stalls its thread: sudo swapoff -a");
    static final CheckRule HUGE_PAGES = new CheckRule(
            "memory",
            "huge pages",
            "transparent %s, defrag %s, shared %s",
            "first use of a page may clear 2 MiB or wait for them:"
                    + "\necho madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled");
    static final CheckRule EXPLICIT_PAGES = new CheckRule("memory", "explicit", "%s", "");

    static final CheckRule SYNC = new CheckRule(
            "disk",
            "",
            "%s to append and sync",
            "what is synced waits for this disk: a faster one, or memory\n(/dev/shm) where nothing has to last; %2$s");
    static final CheckRule DISK_FULL = new CheckRule("disk", "", "no room left in %s", "name another: %2$s");
    static final CheckRule DISK_READ_ONLY = new CheckRule("disk", "", "cannot write to %s", "name another: %2$s");
    static final CheckRule DISK = new CheckRule("disk", "in", "%s free, %s on %s%s", "");

    static final CheckRule TOUCH = new CheckRule("files", "touch", "", "");
    static final CheckRule NO_READ_AHEAD =
            new CheckRule("files", "read-ahead", "none, first touch of 8 MiB takes %s", "");
    static final CheckRule READ_AHEAD = new CheckRule(
            "files",
            "read-ahead",
            "%d KiB, first touch of 8 MiB takes %s, with at most 128 KiB %s",
            "the first touch of a mapped block prepares that much:"
                    + "\necho 128 | sudo tee /sys/class/bdi/%4$s/read_ahead_kb");
    static final CheckRule PAGES = new CheckRule("files", "pages", "%s, %s a new page", "");
    static final CheckRule WRITE_BACK = new CheckRule(
            "files",
            "write-back",
            "from %s dirty or after %s, writers wait from %s; longest touch %s while writing, else %s",
            "pages that are being written stall whoever touches them: keep files in memory"
                    + "\n(/dev/shm), or start later: sudo sysctl vm.dirty_background_ratio=40 vm.dirty_ratio=60");
    static final CheckRule NEW_MEMORY = new CheckRule(
            "files",
            "new memory",
            "%s for 4 KiB, at most %s (after %s of %s), transparent huge pages: %s",
            "the host has yet to find those pages, and whoever touches them waits: let a thread touch them"
                    + "\nfirst (chronicle-tuned.yaml), or keep what a run writes smaller");

    static final CheckRule LOAD_AVERAGE = new CheckRule(
            "load",
            "average",
            "%.1f on %d cores over the last minute",
            "stop what else runs; the average falls within a minute or two");
    static final CheckRule OTHERS = new CheckRule(
            "load", "others", "%.2f cores%s", "stop them, or keep them off the cores that measure: taskset -p");

    static final CheckRule READINGS = new CheckRule(
            "timer", "nanoTime", "%s a reading, shortest step seen %s", "slow or coarse: see clock source");
    static final CheckRule CLOCK_SOURCE = new CheckRule(
            "timer",
            "clock source",
            "%s",
            "echo tsc | sudo tee \\\n/sys/devices/system/clocksource/clocksource0/current_clocksource");
    static final CheckRule CLOCK_SOURCE_WITHOUT_TSC =
            new CheckRule("timer", "clock source", "%s%s", "dmesg | grep -i tsc says why the kernel does without it");

    static final CheckRule WAKE_UP = new CheckRule(
            "wake-up",
            "",
            "%s%s",
            "idle CPUs sleep deeply: sudo cpupower idle-set -D 10"
                    + "\n(all but states left within 10 us); docs/TUNING.md, C-states");
    static final CheckRule WAKE_UP_LATE =
            new CheckRule("wake-up", "", "%s%s", "others had the core: stop them, or leave cores free");
    static final CheckRule SPINNING = new CheckRule("wake-up", "spinning", "%s from one thread to another", "");

    static final CheckRule STALLS_BY_QUOTA =
            new CheckRule("stalls", "", LONGEST, "the CPU quota stopped it: see cpu, quota");
    static final CheckRule STALLS_BY_HYPERVISOR =
            new CheckRule("stalls", "", LONGEST, "the hypervisor had the core: a dedicated host, or pinned vCPUs");
    static final CheckRule STALLS_ON_EVERY_CORE =
            new CheckRule("stalls", "", LONGEST, "other threads had the core: leave one free (layout: auto does)");
    static final CheckRule STALLS_BY_OTHERS = new CheckRule(
            "stalls",
            "",
            LONGEST,
            "other threads had the core: stop them, or isolate cores"
                    + "\n(isolcpus) and pin to them (affinity:); docs/TUNING.md");
    static final CheckRule STALLS_UNEXPLAINED = new CheckRule(
            "stalls",
            "",
            LONGEST,
            "nobody counted whose the longest is: interrupts, firmware, or a"
                    + "\nhypervisor that does not say; docs/TUNING.md");
    static final CheckRule GAPS = new CheckRule("stalls", "gaps", "%s over 10 us, %s over 100 us, %s over 1 ms", "");
    static final CheckRule OWNERS = new CheckRule("stalls", "owners", "%s over 10 us: %s", "");

    static final CheckRule AVAILABLE = new CheckRule("transports", "", "%s", "");
    static final CheckRule NOT_AVAILABLE = new CheckRule("transports", "", "not available here", "%1$s");

    static final CheckRule TRUST =
            new CheckRule("conclusion", "", "%s", "this machine delays messages by up to %2$s: see stalls");

    private CheckRules() {}
}
