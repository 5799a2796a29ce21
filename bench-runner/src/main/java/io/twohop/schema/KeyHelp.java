package io.twohop.schema;

import java.lang.reflect.Type;
import java.util.List;

/**
 * A key of a YAML file.
 *
 * @param name the key as written in files
 * @param types the types that its value may be bound to
 * @param help a line with meaning, unit, range and default; empty if undocumented
 */
public record KeyHelp(String name, List<Type> types, String help) {}
