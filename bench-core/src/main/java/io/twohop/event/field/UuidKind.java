package io.twohop.event.field;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Message numbers as UUIDs. */
final class UuidKind extends FieldKind {
    private static final String FORM = "a UUID";

    @Override
    Slot slot(Template template) {
        ByteBuffer text = ByteBuffer.wrap(template.text().getBytes(StandardCharsets.ISO_8859_1));
        if (!template.isString() || !UuidForm.isUuid(text, 0, text.capacity())) {
            throw template.refused(FORM + " of 36 characters in a string");
        }
        return new Slot(FORM, 0, UuidForm.BYTES);
    }

    @Override
    FieldWriter writer(Slot slot, Template template, MessageIds ids, long seed) {
        return new IdWriter(IdForms.uuid(ids));
    }
}
