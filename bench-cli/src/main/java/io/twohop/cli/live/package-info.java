/** Watchers of running measurements: a page in a browser, Prometheus, an OpenTelemetry collector. */
package io.twohop.cli.live;
