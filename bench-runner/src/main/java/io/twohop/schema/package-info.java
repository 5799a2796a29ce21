/** What the keys of YAML files are, for editors and for help: from the tables and records that read them. */
package io.twohop.schema;
