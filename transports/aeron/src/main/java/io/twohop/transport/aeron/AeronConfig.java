package io.twohop.transport.aeron;

import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.config.Size;
import io.twohop.transport.aeron.driver.DriverIdle;
import io.twohop.transport.aeron.driver.Threading;
import io.twohop.workload.JvmOptions;
import java.util.List;
import java.util.Map;

/** The keys of an Aeron transport file. */
public record AeronConfig(
        @Help("what messages go through; ipc by default") Mode mode,

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

        @Help("of each term of a log buffer, a power of two from 64KiB; null for one that messages fit into")
        Size termLength,

        @Help(
                "the largest frame, a multiple of 32 from 64B to 65504B; larger messages are sent in fragments; 1408B by default")
        Size mtu,

        @Help("in mode udp, the name or address of the interface; loopback by default")
        String networkInterface,

        @Help("in mode archive, the archive's file sync level: 0 page cache, 1 data, 2 data and metadata; 0 by default")
        Integer syncLevel,

        @Help("in mode archive, where recordings are kept; null for the run's private directory")
        String path,

        @Help(
                "in mode archive, of each file of a recording, a power of two of at least the term length; 64MiB by default")
        Size segmentLength,

        @Help("the JVM of a driver of its own process; a heap of 256m and the serial collector by default")
        JvmOptions driverJvm,

        @Help("further system properties of a driver of its own process, whose names begin with aeron.")
        Map<String, String> driverProperties) {
    static final int MIN_TERM_BYTES = 64 << 10;
    static final int USUAL_MTU_BYTES = 1_408;

    private static final int MIN_MTU_BYTES = 64;
    private static final int MAX_MTU_BYTES = 65_504;
    private static final int FRAME_ALIGNMENT = 32;
    private static final int MAX_SYNC_LEVEL = 2;
    private static final int USUAL_SEGMENT_BYTES = 64 << 20;
    private static final String PREFIX = "aeron.";
    private static final String IDLE = ".idle.strategy";
    private static final List<String> OURS = List.of("aeron.dir", "aeron.threading.mode", "aeron.archive.dir");

    /** What messages go through. */
    public enum Mode {
        /** Log buffers in shared memory. */
        IPC,
        /** The network, as unicast. */
        UDP,
        /** A recording, which consumers replay. */
        ARCHIVE
    }

    /** Whose media driver. */
    public enum Driver {
        /** The run's, in a process of its own. */
        PROCESS,
        /** The run's, on threads of the process that measures. */
        EMBEDDED,
        /** One that runs already, and goes on after the run. */
        EXTERNAL
    }

    public AeronConfig {
        mode = mode == null ? Mode.IPC : mode;
        driver = driver != null ? driver : dir == null ? Driver.PROCESS : Driver.EXTERNAL;
        checkDriver(driver, dir, mode);
        threading = ours("threading", threading, driver, Threading.AUTO);
        driverIdle = ours("driverIdle", driverIdle, driver, DriverIdle.AUTO);
        if (termLength != null && (termLength.bytes() < MIN_TERM_BYTES || Integer.bitCount(termLength.bytes()) != 1)) {
            throw ConfigException.invalid("termLength", termLength, "a power of two from 64KiB to 64MiB");
        }
        mtu = mtu == null ? new Size(USUAL_MTU_BYTES) : mtu;
        if (mtu.bytes() < MIN_MTU_BYTES || mtu.bytes() > MAX_MTU_BYTES || mtu.bytes() % FRAME_ALIGNMENT != 0) {
            throw ConfigException.invalid("mtu", mtu, "a multiple of 32 from 64B to 65504B");
        }
        of("networkInterface", networkInterface, mode, Mode.UDP);
        of("syncLevel", syncLevel, mode, Mode.ARCHIVE);
        of("path", path, mode, Mode.ARCHIVE);
        of("segmentLength", segmentLength, mode, Mode.ARCHIVE);
        if (syncLevel != null && (syncLevel < 0 || syncLevel > MAX_SYNC_LEVEL)) {
            throw ConfigException.invalid("syncLevel", syncLevel, "0, 1 or 2");
        }
        if (segmentLength != null
                && (segmentLength.bytes() < MIN_TERM_BYTES || Integer.bitCount(segmentLength.bytes()) != 1)) {
            throw ConfigException.invalid("segmentLength", segmentLength, "a power of two from 64KiB to 64MiB");
        }
        if (driver != Driver.PROCESS && driverJvm != null) {
            throw ConfigException.invalid("driverJvm", "given", "absent, since it belongs to driver: process only");
        }
        driverJvm = driverJvm == null ? new JvmOptions("256m", JvmOptions.Gc.SERIAL, List.of()) : driverJvm;
        driverProperties = driverProperties == null ? Map.of() : Map.copyOf(driverProperties);
        checkProperties(driverProperties, driver);
    }

    private static void checkDriver(Driver driver, String dir, Mode mode) {
        if (driver == Driver.EXTERNAL && dir == null) {
            throw ConfigException.invalid("dir", null, "the aeron.dir of the external driver");
        }
        if (driver != Driver.EXTERNAL && dir != null) {
            throw ConfigException.invalid("dir", dir, "absent, since it belongs to driver: external only");
        }
        if (driver == Driver.EXTERNAL && mode == Mode.ARCHIVE) {
            throw ConfigException.invalid(
                    "driver",
                    "external",
                    "process or embedded in mode archive, since the archive runs with the driver");
        }
    }

    private static <T> T ours(String name, T value, Driver driver, T byDefault) {
        if (value != null && value != byDefault && driver == Driver.EXTERNAL) {
            throw ConfigException.invalid(name, value, "absent, since an external driver has been started already");
        }
        return value == null ? byDefault : value;
    }

    private static void of(String name, Object value, Mode mode, Mode only) {
        if (value != null && mode != only) {
            throw ConfigException.invalid(
                    name,
                    value,
                    "absent, since it belongs to mode " + (only == Mode.UDP ? "udp" : "archive") + " only");
        }
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

    /** The archive's file sync level. */
    int fileSyncLevel() {
        return syncLevel == null ? 0 : syncLevel;
    }

    /** Of each file of a recording, in bytes. */
    int segmentBytes(int termBytes) {
        return Math.max(termBytes, segmentLength == null ? USUAL_SEGMENT_BYTES : segmentLength.bytes());
    }
}
