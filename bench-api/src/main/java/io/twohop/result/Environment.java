package io.twohop.result;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The machine and the JVM that measured.
 *
 * @param java version of the Java runtime
 * @param vm name and version of the virtual machine
 * @param jvmFlags the options it was started with
 * @param classPath file names of the jars it was given, and of those that their manifests name
 * @param os operating system and architecture
 * @param kernel release of the kernel
 * @param cpu model of the processor
 * @param cores processors available to the JVM
 * @param maxHeapBytes what the heap may grow to
 * @param clockSource the kernel's clock behind {@link System#nanoTime()}
 * @param nanoTimeNanos what one reading of that clock costs here
 * @param handOverNanos what it takes until a thread on one core sees what one on another has written; null where it could not
 *     be measured
 * @param loadAverage the system's load over the minute before the run; negative where unknown
 * @param machine what it may use of the machine
 * @param data where the run keeps its data; null where that is not known
 */
public record Environment(
        String java,
        String vm,
        List<String> jvmFlags,
        List<String> classPath,
        String os,
        String kernel,
        String cpu,
        int cores,
        long maxHeapBytes,
        String clockSource,
        double nanoTimeNanos,
        Double handOverNanos,
        double loadAverage,
        Machine machine,
        Storage data) {
    private static final Path CLOCK_SOURCE =
            Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    private static final int CLOCK_READINGS = 100_000;
    private static final String UNKNOWN = "unknown";

    /**
     * Describes this process and its machine.
     *
     * @param dataDirectory where the run keeps its data; it exists
     */
    public static Environment ofThisProcess(Path dataDirectory) {
        return new Environment(
                System.getProperty("java.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                jars(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("os.version"),
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory(),
                firstLine(CLOCK_SOURCE),
                nanoTimeCost(),
                HandOver.nanos(Runtime.getRuntime().availableProcessors()),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                Machine.ofThisProcess(),
                Storage.of(dataDirectory));
    }

    /** This one, whose data is elsewhere: in a directory that exists; null leaves it as it is. */
    public Environment keepingDataIn(Path directory) {
        return directory == null
                ? this
                : new Environment(
                        java,
                        vm,
                        jvmFlags,
                        classPath,
                        os,
                        kernel,
                        cpu,
                        cores,
                        maxHeapBytes,
                        clockSource,
                        nanoTimeNanos,
                        handOverNanos,
                        loadAverage,
                        machine,
                        Storage.of(directory));
    }

    /** Libraries say their versions in their names. */
    private static List<String> jars() {
        Set<String> names = new LinkedHashSet<>();
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            names.add(String.valueOf(path.getFileName()));
            if (Files.isRegularFile(path)) {
                names.addAll(named(path));
            }
        }
        return List.copyOf(names);
    }

    private static List<String> named(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String names =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return names == null ? List.of() : List.of(names.split(" +"));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static String cpuModel() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException | UncheckedIOException e) {
            return UNKNOWN;
        }
    }

    private static String firstLine(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static double nanoTimeCost() {
        long start = System.nanoTime();
        long last = start;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            last = System.nanoTime();
        }
        return (last - start) / (double) CLOCK_READINGS;
    }
}
