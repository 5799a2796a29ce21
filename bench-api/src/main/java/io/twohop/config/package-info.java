/**
 * YAML files bound to records: quantities, positions, overrides, secrets and suggestions. Independent of the bench's
 * keys.
 */
package io.twohop.config;
