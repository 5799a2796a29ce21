package io.twohop.schema;

import java.lang.reflect.Type;

/**
 * A key of a YAML file.
 *
 * @param name the key as written in files
 * @param type the type that its value is bound to
 * @param other the type of an alternative form; {@code null} for none
 * @param help a line with meaning, unit, range and default; empty if undocumented
 */
public record KeyHelp(String name, Type type, Type other, String help) {
    KeyHelp(String name, Type type, String help) {
        this(name, type, null, help);
    }
}
