package io.twohop.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Sites as the command builds them. */
final class BuiltSite {
    private BuiltSite() {}

    /** Adds results to a site, without title, notes and reports. */
    static Site.Built build(Path site, List<Path> results) throws IOException {
        return new Site(
                        site,
                        new Site.Options(Optional.empty(), Optional.empty(), false, false),
                        name -> Optional.empty())
                .build(results);
    }

    /** Returns the texts of all files by their paths. */
    static Map<String, String> files(Path site) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(site)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(site.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }
}
