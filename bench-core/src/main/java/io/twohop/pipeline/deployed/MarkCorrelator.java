package io.twohop.pipeline.deployed;

import io.twohop.event.field.IdForm;
import io.twohop.transport.Incoming;
import io.twohop.transport.Mark;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The number in a part beside the payload: the key, a header, or the subject of the reply. */
final class MarkCorrelator implements Correlator {
    private final Mark.Part part;
    private final String name;
    private final IdForm form;
    private final String before;
    private final String after;
    private ByteBuffer text = ByteBuffer.allocate(256);

    /**
     * @param name of the header, or the start of the subject
     * @param before text before the number, of the length that replies have there as well
     * @param after text behind the number
     */
    MarkCorrelator(Mark.Part part, String name, IdForm form, String before, String after) {
        this.part = part;
        this.name = name;
        this.form = form;
        this.before = before;
        this.after = after;
    }

    @Override
    public List<Mark> newMarks() {
        String blank = before + "0".repeat(form.bytes()) + after;
        return List.of(new Mark(part, name, blank.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public void write(long number, List<Mark> marks) {
        form.write(number, ByteBuffer.wrap(marks.get(0).value()), before.length());
    }

    @Override
    public long read(ByteBuffer reply, Incoming beside) {
        return part == Mark.Part.INBOX ? ofAddress(beside.address()) : ofBytes(bytes(beside));
    }

    private byte[] bytes(Incoming beside) {
        return part == Mark.Part.KEY ? beside.key() : beside.header(name);
    }

    private long ofBytes(byte[] value) {
        if (value == null) {
            return IdForm.ABSENT;
        }
        if (value.length > text.capacity()) {
            text = ByteBuffer.allocate(value.length);
        }
        text.clear().put(value);
        int at = start(value.length);
        return at < 0 ? IdForm.FOREIGN : read(at);
    }

    /** Returns where the number is; negative if the text is another sender's. Others may put members of their own before ours. */
    private int start(int length) {
        for (int at = 0; at + before.length() + form.bytes() <= length; at++) {
            if (isAt(at)) {
                return at + before.length();
            }
        }
        return -1;
    }

    private boolean isAt(int at) {
        for (int i = 0; i < before.length(); i++) {
            if (text.get(at + i) != before.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number; a text of another form is another sender's. */
    private long read(int at) {
        long number = form.read(text, at, form.bytes());
        return number == IdForm.ABSENT ? IdForm.FOREIGN : number;
    }

    private long ofAddress(String address) {
        if (address == null || !address.startsWith(name) || address.length() - name.length() != form.bytes()) {
            return IdForm.ABSENT;
        }
        for (int i = 0; i < form.bytes(); i++) {
            text.put(i, (byte) address.charAt(name.length() + i));
        }
        return read(0);
    }

    @Override
    public String place() {
        return switch (part) {
            case KEY -> "key";
            case INBOX -> "subject below " + name;
            default -> "header " + name;
        };
    }
}
