package io.twohop.cli.omb;

import java.lang.reflect.Type;
import java.util.List;

/** The type of lists of texts, which has no class, for values to be bound to. */
final class Lists {
    static final Type TEXTS = OfTexts.class.getRecordComponents()[0].getGenericType();

    private record OfTexts(List<String> list) {}

    private Lists() {}
}
