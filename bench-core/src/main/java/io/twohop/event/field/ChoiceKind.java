package io.twohop.event.field;

import io.twohop.config.Texts;
import io.twohop.workload.FieldValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** One of several texts of the same width. */
final class ChoiceKind extends FieldKind {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern UNSAFE = Pattern.compile("[\"\\\\\\x00-\\x1F]");

    private final List<String> choices;

    ChoiceKind(FieldValue.OneOf oneOf) {
        choices = oneOf.choices();
    }

    @Override
    Slot slot(Template template) {
        int width = template.text().length();
        for (String choice : choices) {
            if (bytes(choice).length != width) {
                throw template.refused(Texts.format(
                        "a text as long as each choice; '%s' has %d bytes, this one %d",
                        choice, bytes(choice).length, width));
            }
            if (!fits(choice, template)) {
                throw template.refused("a string or number that " + choice + " can replace");
            }
        }
        return new Slot(form(template), 0, width);
    }

    /** Returns whether a text can replace a template's, whatever their widths. */
    static boolean fits(String text, Template template) {
        return template.isString()
                ? !UNSAFE.matcher(text).find()
                : NUMBER.matcher(text).matches();
    }

    /** Returns what a slot for the whole of a template is, in words. */
    static String form(Template template) {
        return (template.isString() ? "a string of " : "a number of ")
                + template.text().length() + " bytes";
    }

    @Override
    FieldWriter writer(Slot slot, Template template, MessageIds ids, long seed) {
        return new Choice(choices.stream().map(ChoiceKind::bytes).toArray(byte[][]::new), seed);
    }

    private static byte[] bytes(String choice) {
        return choice.getBytes(StandardCharsets.UTF_8);
    }

    private static final class Choice implements FieldWriter {
        private final byte[][] choices;
        private final long seed;

        Choice(byte[][] choices, long seed) {
            this.choices = choices;
            this.seed = seed;
        }

        @Override
        public void write(long n, long wallNanos, ByteBuffer out, int at) {
            byte[] choice = choices[(int) Mix.choice(seed, n, choices.length)];
            out.put(at, choice, 0, choice.length);
        }
    }
}
