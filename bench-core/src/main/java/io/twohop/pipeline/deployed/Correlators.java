package io.twohop.pipeline.deployed;

import io.twohop.event.field.FieldReader;
import io.twohop.event.field.IdForm;
import io.twohop.event.field.IdForms;
import io.twohop.event.field.MessageIds;
import io.twohop.transport.Channel;
import io.twohop.transport.Mark;
import io.twohop.workload.Correlation;
import io.twohop.workload.ReplyField;

/** Makes correlators. */
public final class Correlators {
    /** Digits of a number that nothing else limits. */
    private static final int DIGITS = 16;

    /** Begin of a W3C trace parent, before the trace id. */
    private static final String VERSION = "00-";

    /** End of a W3C trace parent: the id of the span, and flags that ask for no sampling. */
    private static final String SPAN = "-74776f686f700001-00";

    private static final String MEMBER = "twohop=";

    private Correlators() {}

    /** Returns the correlation by a field that the event's source writes in a form. */
    public static Correlator ofField(ReplyField field, IdForm form) {
        return field.isBinary()
                ? new FieldCorrelator(
                        FieldReader.ofBytes(field.offset(), field.length()),
                        form,
                        field.length() + " bytes from " + field.offset())
                : new FieldCorrelator(FieldReader.ofPointer(field.inReply()), form, field.inReply());
    }

    /** Returns the correlation by a part beside the payload. */
    public static Correlator beside(Correlation correlation, MessageIds ids, Channel replies) {
        if (correlation.usesInbox()) {
            return marked(Mark.Part.INBOX, replies.name(), IdForms.decimal(ids, DIGITS, true), "", "");
        }
        if (correlation.usesKey()) {
            return marked(Mark.Part.KEY, "", IdForms.decimal(ids, DIGITS, true), "", "");
        }
        String header = correlation.header();
        if (!correlation.usesTrace()) {
            return marked(Mark.Part.HEADER, header, IdForms.decimal(ids, DIGITS, true), "", "");
        }
        return Correlation.TRACEPARENT.equalsIgnoreCase(header)
                ? marked(Mark.Part.HEADER, header, IdForms.hex(ids), VERSION, SPAN)
                : marked(Mark.Part.HEADER, header, IdForms.hex(ids), MEMBER, "");
    }

    private static Correlator marked(Mark.Part part, String name, IdForm form, String before, String after) {
        return new MarkCorrelator(part, name, form, before, after);
    }
}
