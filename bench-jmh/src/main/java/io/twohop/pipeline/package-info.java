/** Micro-benchmarks of package-private parts of the pipeline. */
package io.twohop.pipeline;
