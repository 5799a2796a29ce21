package io.twohop.transport.aeron;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Size;
import io.twohop.config.Values;
import io.twohop.transport.RunContext;
import io.twohop.transport.aeron.driver.DriverIdle;
import io.twohop.transport.aeron.driver.Threading;
import io.twohop.workload.JvmOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The keys of an Aeron transport file. */
public record AeronConfig(
        @Section Media media,
        @Section DriverOptions mediaDriver,

        @Help("length of a log buffer's terms, a power of two from 64KiB; chosen to fit the messages by default")
        Size termLength,

        @Help(
                "size of the largest frame, a multiple of 32 from 64B to 65504B; larger messages are fragmented; 1408B by default")
        Size mtu) {
    static final int MIN_TERM_BYTES = 64 << 10;
    static final int USUAL_MTU_BYTES = 1_408;

    private static final int MIN_MTU_BYTES = 64;
    private static final int MAX_MTU_BYTES = 65_504;
    private static final int FRAME_ALIGNMENT = 32;

    /** The medium of the messages. */
    public enum Mode {
        /** Log buffers in shared memory. */
        IPC,
        /** The network, as unicast. */
        UDP,
        /** A recording, which consumers replay. */
        ARCHIVE
    }

    /** The owner of the media driver. */
    public enum Driver {
        PROCESS,
        /** A driver of the run, on threads of the measuring process. */
        EMBEDDED,
        /** A driver that runs already and outlives the run. */
        EXTERNAL
    }

    /**
     * The keys that choose what messages go through.
     *
     * @param networkInterface null for loopback
     * @param path null for the run's private directory
     */
    public record Media(
            @Help("shared memory, UDP, or a recording; ipc by default")
            Mode mode,

            @Help("name or address of the network interface, in mode udp; loopback by default")
            String networkInterface,

            @Help(
                    "file sync level of the archive, in mode archive: 0 page cache, 1 data, 2 data and metadata; 0 by default")
            Integer syncLevel,

            @Help("directory of the recordings, in mode archive; the run's private directory by default")
            String path,

            @Help(
                    "length of a recording's files, in mode archive, a power of two of at least the term length; 64MiB by default")
            Size segmentLength) {
        private static final String ARCHIVE_ONLY = "it belongs to mode archive only";
        private static final int MAX_SYNC_LEVEL = 2;
        private static final int USUAL_SEGMENT_BYTES = 64 << 20;

        public Media {
            mode = Objects.requireNonNullElse(mode, Mode.IPC);
            Values.absent("networkInterface", networkInterface, mode != Mode.UDP, "it belongs to mode udp only");
            boolean others = mode != Mode.ARCHIVE;
            Values.absent("syncLevel", syncLevel, others, ARCHIVE_ONLY);
            Values.absent("path", path, others, ARCHIVE_ONLY);
            Values.absent("segmentLength", segmentLength, others, ARCHIVE_ONLY);
            syncLevel = Objects.requireNonNullElse(syncLevel, 0);
            if (syncLevel < 0 || syncLevel > MAX_SYNC_LEVEL) {
                throw ConfigException.invalid("syncLevel", syncLevel, "0, 1 or 2");
            }
            segmentLength = Objects.requireNonNullElseGet(segmentLength, () -> new Size(USUAL_SEGMENT_BYTES));
            checkTerm("segmentLength", segmentLength);
        }

        /** Whether recordings are kept in the run's private directory. */
        boolean isPrivate() {
            return path == null;
        }

        /** Returns the directory that recordings are kept below. */
        Path parent(RunContext context) {
            return isPrivate() ? context.dataDirectory() : Path.of(path);
        }
    }

    /**
     * The keys of the media driver.
     *
     * @param dir null for a driver that the run starts
     */
    public record DriverOptions(
            @Help("whether the run starts a media driver, and where; process by default, external with dir")
            Driver driver,

            @Help("aeron.dir of a running media driver") String dir,

            @Help("layout of the driver on threads; auto by default, which uses the cores that the run's threads leave")
            Threading threading,

            @Help(
                    "idle strategy of the driver's threads; auto by default, which spins only if each thread has its own core")
            DriverIdle driverIdle,

            @Help("JVM options of the driver's process; a heap of 256m and the serial collector by default")
            JvmOptions driverJvm,

            @Help("further system properties of the driver's process, whose names begin with aeron.")
            Map<String, String> driverProperties) {
        private static final String PREFIX = "aeron.";
        private static final String IDLE = ".idle.strategy";
        private static final List<String> OURS = List.of("aeron.dir", "aeron.threading.mode", "aeron.archive.dir");

        public DriverOptions {
            Given<String> runs = Given.of("dir", dir);
            driver = Objects.requireNonNullElse(driver, runs.isPresent() ? Driver.EXTERNAL : Driver.PROCESS);
            boolean isExternal = driver == Driver.EXTERNAL;
            runs.neededIf(isExternal, "the aeron.dir of the external driver")
                    .onlyIf(isExternal, "absent, since it belongs to driver: external only");
            threading = ours("threading", threading, driver, Threading.AUTO);
            driverIdle = ours("driverIdle", driverIdle, driver, DriverIdle.AUTO);
            Given.of("driverJvm", driverJvm)
                    .map(any -> "given")
                    .onlyIf(driver == Driver.PROCESS, "absent, since it belongs to driver: process only");
            driverJvm = Objects.requireNonNullElseGet(
                    driverJvm, () -> new JvmOptions("256m", JvmOptions.Gc.SERIAL, List.of()));
            driverProperties = Values.copy(driverProperties);
            checkProperties(driverProperties, driver);
        }

        private static <T> T ours(String name, T value, Driver driver, T byDefault) {
            boolean isOther = value != byDefault && driver == Driver.EXTERNAL;
            Values.absent(name, value, isOther, "an external driver has been started already");
            return Objects.requireNonNullElse(value, byDefault);
        }

        private static void checkProperties(Map<String, String> properties, Driver driver) {
            properties.forEach((name, value) -> {
                if (!name.startsWith(PREFIX) || OURS.contains(name) || name.endsWith(IDLE)) {
                    throw ConfigException.invalid(
                            "driverProperties",
                            name,
                            "a property of Aeron's media driver that no key stands for, such as aeron.socket.so_rcvbuf");
                }
            });
            if (driver != Driver.PROCESS && !properties.isEmpty()) {
                throw ConfigException.invalid(
                        "driverProperties", "given", "absent, since they belong to driver: process only");
            }
        }
    }

    public AeronConfig {
        if (mediaDriver.driver() == Driver.EXTERNAL && media.mode() == Mode.ARCHIVE) {
            throw ConfigException.invalid(
                    "driver",
                    "external",
                    "process or embedded in mode archive, since the archive runs with the driver");
        }
        if (termLength != null) {
            checkTerm("termLength", termLength);
        }
        mtu = Objects.requireNonNullElseGet(mtu, () -> new Size(USUAL_MTU_BYTES));
        if (mtu.bytes() < MIN_MTU_BYTES || mtu.bytes() > MAX_MTU_BYTES || mtu.bytes() % FRAME_ALIGNMENT != 0) {
            throw ConfigException.invalid("mtu", mtu, "a multiple of 32 from 64B to 65504B");
        }
    }

    private static void checkTerm(String key, Size length) {
        if (length.bytes() < MIN_TERM_BYTES || Integer.bitCount(length.bytes()) != 1) {
            throw ConfigException.invalid(key, length, "a power of two from 64KiB to 64MiB");
        }
    }

    /** Length of each file of a recording, in bytes. */
    int segmentBytes(int termBytes) {
        return Math.max(termBytes, media.segmentLength().bytes());
    }
}
