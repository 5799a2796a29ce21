/** The keys of YAML files, for editors and for help, derived from the tables and records that read them. */
package io.twohop.schema;
