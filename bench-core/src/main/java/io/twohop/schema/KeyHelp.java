package io.twohop.schema;

import java.lang.reflect.Type;

/**
 * A key of a YAML file.
 *
 * @param name as it is written
 * @param type that its value is bound to
 * @param help what it is, its unit, range and default, in a line; empty where nobody says
 */
public record KeyHelp(String name, Type type, String help) {}
