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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** Returns the citation and the address of each publication, by id. Binding their figures would take longer than the rest of a list. */
    public static Map<String, String> citations() {
        Map<String, String> citations = new LinkedHashMap<>();
        for (String id : IDS) {
            YamlDocument document = document(id);
            String source = citation(required(document, "author"), required(document, "title"), document.text("year"));
            citations.put(id, source + ", " + required(document, "url"));
        }
        return citations;
    }

    private static String required(YamlDocument document, String key) {
        return document.text(key).orElseThrow();
    }

    private static Publication read(String id) {
        Publication read = document(id).bind(Publication.class);
        return new Publication(id, read.title, read.author, read.year, read.url, read.setting, read.figures);
    }

    private static YamlDocument document(String id) {
        String file = id + ".yaml";
        try (InputStream in = Publication.class.getResourceAsStream(file)) {
            return YamlDocument.parse(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
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
        return citation(author, title, Optional.ofNullable(year).map(String::valueOf));
    }

    private static String citation(String author, String title, Optional<String> year) {
        return author + ", \"" + title + "\"" + year.map(in -> " (" + in + ")").orElse("");
    }
}
