package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as the site writes them: whole ones without a fraction, and no more digits than they deserve. */
final class Numbers {
    private static final MathContext THREE = new MathContext(3);
    private static final MathContext SIX = new MathContext(6);
    private static final double MOST_WHOLE = 1L << 53;

    private Numbers() {}

    /** Returns a number with three significant digits; null for one that is unknown. */
    static JsonNode rounded(Number number) {
        return rounded(number, THREE);
    }

    /** Returns a number with six significant digits; null for one that is unknown. */
    static JsonNode precise(Number number) {
        return rounded(number, SIX);
    }

    private static JsonNode rounded(Number number, MathContext digits) {
        return number == null || !Double.isFinite(number.doubleValue())
                ? NullNode.instance
                : exact(BigDecimal.valueOf(number.doubleValue()).round(digits).doubleValue());
    }

    /** Returns a number with all of its digits. */
    static JsonNode exact(double number) {
        return number == Math.rint(number) && Math.abs(number) < MOST_WHOLE
                ? LongNode.valueOf((long) number)
                : DoubleNode.valueOf(number);
    }

    /** Returns the node that a parser makes of a number. */
    static JsonNode parsed(long number) {
        return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
    }
}
