package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twohop.transport.nats.server.NatsServer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hosts of a network of their own: network namespaces, each joined by a link to a bridge in the first one, which servers are on. As root,
 * on Linux. Whatever runs in them ends with them.
 */
final class Hosts implements AutoCloseable {
    /** Address of the hub, which has the servers. */
    static final String HUB_ADDRESS = "10.77.0.1";

    private static final String DEVICE = "eth0";
    private static final String HUB = "hub";

    private static final AtomicInteger NETWORKS = new AtomicInteger();

    private final String prefix = "twohop" + ProcessHandle.current().pid() + "-" + NETWORKS.incrementAndGet() + "-";
    private final List<String> names = new ArrayList<>();

    /**
     * Makes them.
     *
     * @param count beside the hub
     * @param delay of everything between a host and the hub, each way; with any, each link is a program instead of a veth pair
     */
    Hosts(int count, Duration delay) throws IOException, InterruptedException {
        boolean made = false;
        try {
            make(count, delay);
            made = true;
        } finally {
            if (!made) {
                close();
            }
        }
    }

    private void make(int count, Duration delay) throws IOException, InterruptedException {
        add(HUB);
        inside(HUB, "link add br0 type bridge");
        inside(HUB, "addr add " + HUB_ADDRESS + "/24 dev br0");
        inside(HUB, "link set br0 up");
        for (int host = 1; host <= count; host++) {
            String name = name(host);
            String port = "port" + host;
            add(name);
            if (delay.isZero()) {
                ip("link add " + port + " netns " + prefix + HUB + " type veth peer name " + DEVICE + " netns " + prefix
                        + name);
            } else {
                slowLink(port, name, delay);
            }
            inside(HUB, "link set " + port + " master br0 up");
            inside(name, "addr add " + address(host) + "/24 dev " + DEVICE);
            inside(name, "link set " + DEVICE + " up");
        }
    }

    private void slowLink(String port, String name, Duration delay) throws IOException, InterruptedException {
        String far = port + "far";
        Process link = new ProcessBuilder(exec(
                        HUB,
                        "python3",
                        "-c",
                        script("slow_link.py"),
                        port,
                        far,
                        Double.toString(delay.toNanos() / 1e9)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(link.inputReader().readLine()).isEqualTo("up");
        inside(HUB, "link set " + far + " netns " + prefix + name + " name " + DEVICE);
    }

    private static String script(String name) throws IOException {
        try (InputStream in = Hosts.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns the address of a host, numbered from 1. */
    static String address(int host) {
        return "10.77.0." + (host + 1);
    }

    private static String name(int host) {
        return "host" + host;
    }

    private void add(String name) throws IOException, InterruptedException {
        ip("netns add " + prefix + name);
        names.add(name);
        inside(name, "link set lo up");
    }

    private void inside(String name, String command) throws IOException, InterruptedException {
        ip("-n " + prefix + name + " " + command);
    }

    private static String ip(String arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(("ip " + arguments).split(" "))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("ip " + arguments + ": " + said).isZero();
        return said;
    }

    /** Returns the prefix of a command that runs on the hub. */
    List<String> onHub() {
        return exec(HUB);
    }

    /**
     * Returns the prefix of a command that runs on a host.
     *
     * @param host from 1
     * @param bootedSeconds by how much its monotonic clock is ahead
     */
    List<String> on(int host, long bootedSeconds) {
        String ahead = Long.toString(bootedSeconds);
        return List.of(
                "ip",
                "netns",
                "exec",
                prefix + name(host),
                "unshare",
                "--time",
                "--uts",
                "--fork",
                "--kill-child",
                "--monotonic",
                ahead,
                "--boottime",
                ahead,
                "sh",
                "-c",
                "echo $0 >/proc/sys/kernel/hostname && exec \"$@\"",
                name(host));
    }

    /** Has each host follow the wall clock of the hub, and returns once all know how far they are from it. Nobody sets a clock. */
    void keepTime(Path directory, Duration patience) throws IOException {
        chrony(HUB, directory, "local stratum 1", "allow");
        for (int host = 1; host < names.size(); host++) {
            chrony(name(host), directory, "server " + HUB_ADDRESS + " iburst minpoll -4 maxpoll 0 xleave");
        }
        for (String name : names) {
            await().atMost(patience)
                    .until(() -> said(exec(name, "chronyc", "-c", "tracking"))
                            .strip()
                            .endsWith("Normal"));
        }
    }

    private void chrony(String name, Path directory, String... configuration) throws IOException {
        Path own = Files.createDirectories(directory.resolve("chrony-" + name));
        List<String> lines = new ArrayList<>(List.of(configuration));
        // Not by the socket of the machine's own.
        lines.addAll(List.of("bindcmdaddress /", "bindcmdaddress 127.0.0.1", "pidfile " + own.resolve("pid")));
        Path file = Files.write(own.resolve("conf"), lines);
        new ProcessBuilder(exec(name, "chronyd", "-x", "-d", "-u", "root", "-f", file.toString()))
                .redirectErrorStream(true)
                .redirectOutput(own.resolve("log").toFile())
                .start();
    }

    private List<String> exec(String name, String... command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", prefix + name));
        all.addAll(List.of(command));
        return all;
    }

    private static String said(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Starts a NATS server on the hub, and returns its URL. */
    String natsServer(Path directory, int port, String... options) throws IOException {
        List<String> command = new ArrayList<>(onHub());
        command.addAll(List.of(NatsServer.find(null).toString(), "-a", HUB_ADDRESS, "-p", Integer.toString(port)));
        command.addAll(List.of(options));
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File(directory.toFile(), "nats-" + port + ".log"))
                .start();
        return "nats://" + HUB_ADDRESS + ":" + port;
    }

    /** Cuts a host off from the network. */
    void cut(int host) throws IOException, InterruptedException {
        inside(name(host), "link set " + DEVICE + " down");
    }

    @Override
    public void close() throws IOException {
        try {
            for (String name : names) {
                for (String pid : ip("netns pids " + prefix + name).split("\\s+")) {
                    if (!pid.isEmpty()) {
                        ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
                    }
                }
                ip("netns del " + prefix + name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
