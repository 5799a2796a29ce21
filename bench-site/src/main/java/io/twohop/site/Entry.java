package io.twohop.site;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The parts of a result that the site keeps: a row of an index shard, and its detail. Both are the same whether the result was
 * just read or comes from the site. They are compressed, since a hundred thousand are held at a time.
 *
 * @param id of the result
 * @param scenario its scenario's ID
 * @param started in seconds since 1970
 */
record Entry(String id, String scenario, long started, byte[] packed) {
    /** The order of a shard. */
    static final Comparator<Entry> ORDER =
            Comparator.comparing(Entry::scenario).thenComparing(Entry::started).thenComparing(Entry::id);

    static final String ROW = "row";
    static final String DETAIL = "detail";

    /**
     * Creates an entry.
     *
     * @param row columns of an index shard by name, without the place of the detail
     * @param detail with its texts in place
     */
    static Entry of(String scenario, ObjectNode row, ObjectNode detail) {
        ObjectNode both = JsonNodeFactory.instance.objectNode();
        both.set(ROW, row);
        both.set(DETAIL, detail);
        return new Entry(
                row.path("id").asText(), scenario, row.path("started").asLong(), deflated(Scripts.bytes(both)));
    }

    private static byte[] deflated(byte[] text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream deflating = new DeflaterOutputStream(out, deflater)) {
            deflating.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }

    /** Returns row and detail. */
    ObjectNode unpacked() {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            return Scripts.parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether both have the same content, apart from a copied report. */
    boolean isSameAs(Entry other) {
        return withoutReport().equals(other.withoutReport());
    }

    private ObjectNode withoutReport() {
        ObjectNode both = unpacked();
        ((ObjectNode) both.path(DETAIL)).remove("report");
        return both;
    }
}
