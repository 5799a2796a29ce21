package io.twohop.site;

import io.twohop.account.Histograms;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * Sums histogram logs of unknown origin. An encoded histogram is decompressed within limits before the library sees it: a few
 * kilobytes may claim any size.
 */
final class HistogramLogs {
    private static final int MEBIBYTE = 1 << 20;

    /** Limit on one histogram: the largest that the bench writes takes half of it. */
    private static final int LARGEST = MEBIBYTE;

    private static final long LARGEST_OF_ALL = 512L * MEBIBYTE;
    private static final int MOST_LINES = 100_000;
    private static final int COMPRESSED = 0x1c849304;
    private static final int PLAIN = 0x1c849303;
    private static final int WORD_SIZE_BITS = 0xf0;
    private static final int HEADER = 40;
    private static final int DIGITS_AT = 12;
    private static final int LENGTH_AT = 4;
    private static final int MOST_DIGITS = 3;

    private long left = LARGEST_OF_ALL;

    /**
     * Returns the sum of a log's intervals.
     *
     * @throws ConfigException for a file that is not of the bench's form, or beyond a limit
     */
    Histogram sum(Path file) throws IOException {
        Histogram sum = Histograms.newHistogram();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(LimitedFile.document(file), StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (++number > MOST_LINES) {
                    throw ConfigException.invalid("log", file, "at most " + MOST_LINES + " lines");
                }
                if (!line.startsWith("#") && !line.startsWith("\"")) {
                    add(file, number, line, sum);
                }
            }
        }
        return sum;
    }

    private void add(Path file, int number, String line, Histogram sum) {
        try {
            byte[] encoded = Base64.getDecoder().decode(line.substring(line.lastIndexOf(',') + 1));
            sum.add(Histogram.decodeFromByteBuffer(decompressed(ByteBuffer.wrap(encoded)), 0));
        } catch (DataFormatException | RuntimeException e) {
            throw ConfigException.inFile(
                    file, number, "interval", "unreadable", "a histogram as the bench writes it, of at most 1 MiB");
        }
    }

    private ByteBuffer decompressed(ByteBuffer encoded) throws DataFormatException {
        if ((encoded.getInt() & ~WORD_SIZE_BITS) != COMPRESSED) {
            throw new DataFormatException("not compressed");
        }
        encoded.getInt();
        byte[] plain = new byte[LARGEST];
        Inflater inflater = new Inflater();
        int length;
        try {
            inflater.setInput(encoded);
            length = inflater.inflate(plain);
            if (!inflater.finished()) {
                throw new DataFormatException("too large, or cut");
            }
        } finally {
            inflater.end();
        }
        left -= length;
        ByteBuffer histogram = ByteBuffer.wrap(plain, 0, length);
        boolean isSound = left >= 0
                && length >= HEADER
                && (histogram.getInt(0) & ~WORD_SIZE_BITS) == PLAIN
                && histogram.getInt(LENGTH_AT) >= 0
                && histogram.getInt(LENGTH_AT) <= length - HEADER
                && histogram.getInt(DIGITS_AT) >= 0
                && histogram.getInt(DIGITS_AT) <= MOST_DIGITS;
        if (!isSound) {
            throw new DataFormatException("no histogram of the bench");
        }
        return histogram;
    }
}
