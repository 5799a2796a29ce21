package io.twohop.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The parts of a result that the site keeps: a row of an index shard, and its detail. Both are the same whether the result was
 * just read or comes from the site.
 *
 * @param id of the result
 * @param scenario its scenario's ID
 * @param started in seconds since 1970
 * @param row makes the columns of an index shard by name
 * @param detail makes the detail
 */
record Entry(String id, String scenario, long started, Supplier<ObjectNode> row, Supplier<ObjectNode> detail) {
    /** The order of a shard. */
    static final Comparator<Entry> ORDER =
            Comparator.comparing(Entry::scenario).thenComparing(Entry::started).thenComparing(Entry::id);

    private static final String REPORT = "report";

    /** Creates the entry of a result that was just read. It holds compressed parts, since a hundred thousand are held at a time. */
    static Entry of(String scenario, ObjectNode row, ObjectNode detail) {
        return new Entry(row.path("id").asText(), scenario, row.path("started").asLong(), packed(row), packed(detail));
    }

    private static Supplier<ObjectNode> packed(ObjectNode tree) {
        byte[] packed = deflated(Scripts.bytes(tree));
        return () -> inflated(packed);
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

    private static ObjectNode inflated(byte[] packed) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            return Scripts.parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the site has a copy of the result's report. */
    boolean isReported() {
        return detail.get().has(REPORT);
    }

    /** Returns whether both have the same content, apart from a copied report. */
    boolean isSameAs(Entry other) {
        return row.get().equals(other.row.get()) && withoutReport().equals(other.withoutReport());
    }

    private ObjectNode withoutReport() {
        ObjectNode copy = detail.get().deepCopy();
        copy.remove(REPORT);
        return copy;
    }
}
