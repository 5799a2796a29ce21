package io.twohop.transport.aeron;

import io.twohop.config.ConfigException;
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

        @Help("of each term of a log buffer, a power of two from 64KiB; null for one that messages fit into")
        Size termLength,

        @Help(
                "the largest frame, a multiple of 32 from 64B to 65504B; larger messages are sent in fragments; 1408B by default")
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
        /** A driver of the run, in its own process. */
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
            @Help("what messages go through; ipc by default")
            Mode mode,

            @Help("in mode udp, the name or address of the interface; loopback by default")
            String networkInterface,

            @Help(
                    "in mode archive, the archive's file sync level: 0 page cache, 1 data, 2 data and metadata; 0 by default")
            Integer syncLevel,

            @Help("in mode archive, where recordings are kept; null for the run's private directory")
            String path,

            @Help(
                    "in mode archive, of each file of a recording, a power of two of at least the term length; 64MiB by default")
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
            @Help("whose media driver; process by default, external where dir is given")
            Driver driver,

            @Help("the aeron.dir of a media driver that runs already")
            String dir,

            @Help(
                    "how the driver's work is laid out on threads; auto by default, which takes what the run's own threads leave")
            Threading threading,

            @Help(
                    "how the driver's threads wait for work; auto by default, which spins only where each thread has a core of its own")
            DriverIdle driverIdle,

            @Help("the JVM of a driver of its own process; a heap of 256m and the serial collector by default")
            JvmOptions driverJvm,

            @Help("further system properties of a driver of its own process, whose names begin with aeron.")
            Map<String, String> driverProperties) {
        private static final String PREFIX = "aeron.";
        private static final String IDLE = ".idle.strategy";
        private static final List<String> OURS = List.of("aeron.dir", "aeron.threading.mode", "aeron.archive.dir");

        public DriverOptions {
            driver = Objects.requireNonNullElse(driver, dir == null ? Driver.PROCESS : Driver.EXTERNAL);
            boolean isExternal = driver == Driver.EXTERNAL;
            if (isExternal && dir == null) {
                throw ConfigException.invalid("dir", null, "the aeron.dir of the external driver");
            }
            Values.absent("dir", dir, !isExternal, "it belongs to driver: external only");
            threading = ours("threading", threading, driver, Threading.AUTO);
            driverIdle = ours("driverIdle", driverIdle, driver, DriverIdle.AUTO);
            if (driver != Driver.PROCESS && driverJvm != null) {
                throw ConfigException.invalid("driverJvm", "given", "absent, since it belongs to driver: process only");
            }
            driverJvm = Objects.requireNonNullElseGet(
                    driverJvm, () -> new JvmOptions("256m", JvmOptions.Gc.SERIAL, List.of()));
            driverProperties = Values.copy(driverProperties);
            checkProperties(driverProperties, driver);
        }

        private static <T> T ours(String name, T value, Driver driver, T byDefault) {
            if (value != null && value != byDefault && driver == Driver.EXTERNAL) {
                throw ConfigException.invalid(name, value, "absent, since an external driver has been started already");
            }
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
