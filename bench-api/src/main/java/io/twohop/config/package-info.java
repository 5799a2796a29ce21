/** YAML files bound to records: quantities, positions, overrides, secrets and near misses. Knows no key of the bench's. */
package io.twohop.config;
