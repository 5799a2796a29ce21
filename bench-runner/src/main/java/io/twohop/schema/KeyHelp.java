package io.twohop.schema;

import java.lang.reflect.Type;

/**
 * A key of a YAML file.
 *
 * @param name as it is written
 * @param type that its value is bound to
 * @param other that it is bound to where it is of another form; null as a rule
 * @param help what it is, its unit, range and default, in a line; empty where nobody says
 */
public record KeyHelp(String name, Type type, Type other, String help) {
    KeyHelp(String name, Type type, String help) {
        this(name, type, null, help);
    }
}
