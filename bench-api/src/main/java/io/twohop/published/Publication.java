package io.twohop.published;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.workload.Keys;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A source of figures that others measured, from a YAML resource beside this class. Hardware and often
 * versions differ: the figures show shape and order of magnitude, and are no pass mark.
 *
 * @param id value of a workload's key {@code published}
 * @param year of the source; null if not stated
 * @param setting hardware and software
 */
public record Publication(
        @JsonIgnore String id,
        String title,
        String author,
        Integer year,
        String url,
        String setting,
        List<Figure> figures) {
    private static final List<String> IDS =
            List.of("foojay-2022", "treat-2016", "downard-2017", "najafizadeh-jetstream");

    public static List<Publication> all() {
        return IDS.stream().map(Publication::read).toList();
    }

    /**
     * Returns a publication.
     *
     * @throws ConfigException for an unknown name
     */
    public static Publication of(String id) {
        if (!IDS.contains(id)) {
            throw ConfigException.invalid("published", id, "one of " + String.join(", ", IDS))
                    .didYouMean(IDS);
        }
        return read(id);
    }

    private static Publication read(String id) {
        String file = id + ".yaml";
        try (InputStream in = Publication.class.getResourceAsStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Publication read = YamlDocument.parse(file, text).bind(Publication.class);
            return new Publication(id, read.title, read.author, read.year, read.url, read.setting, read.figures);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the figures that were published for the same run.
     *
     * @param workload of one cell
     * @param transport the name of its file
     */
    public static List<Reference> references(Workload workload, String transport) {
        List<Reference> references = new ArrayList<>();
        String id = workload.get(Keys.PUBLISHED);
        if (!id.isEmpty()) {
            Publication publication = of(id);
            for (Figure figure : publication.figures) {
                if (figure.isOf(workload, transport)) {
                    references.add(publication.reference(figure));
                }
            }
        }
        return references;
    }

    private Reference reference(Figure figure) {
        return new Reference(
                id, title, author, year, url, figure.system(), figure.latenciesNanos(), figure.throughputs());
    }

    /** Returns the citation, such as {@code Tyler Treat, "Benchmarking NATS Streaming and Apache Kafka" (2016)}. */
    public String citation() {
        return author + ", \"" + title + "\"" + (year == null ? "" : " (" + year + ")");
    }
}
