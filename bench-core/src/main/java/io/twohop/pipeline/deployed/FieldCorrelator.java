package io.twohop.pipeline.deployed;

import io.twohop.event.field.FieldReader;
import io.twohop.event.field.IdForm;
import io.twohop.transport.Incoming;
import io.twohop.transport.Mark;
import java.nio.ByteBuffer;
import java.util.List;

/** The number in a field of the payload, which the event's source writes. */
final class FieldCorrelator implements Correlator {
    private final FieldReader field;
    private final IdForm form;
    private final String place;

    FieldCorrelator(FieldReader field, IdForm form, String place) {
        this.field = field;
        this.form = form;
        this.place = place;
    }

    @Override
    public List<Mark> newMarks() {
        return List.of();
    }

    @Override
    public void write(long number, List<Mark> marks) {
        // The event has it.
    }

    @Override
    public long read(ByteBuffer reply, Incoming beside) {
        if (!field.find(reply, reply.position(), reply.limit())) {
            return IdForm.ABSENT;
        }
        long number = form.read(reply, field.at(), field.length());
        // Another client's requests may have ids of another form.
        return number == IdForm.ABSENT ? IdForm.FOREIGN : number;
    }

    @Override
    public String place() {
        return place;
    }
}
