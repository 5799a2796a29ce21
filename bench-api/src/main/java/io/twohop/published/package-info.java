/** What others measured and published: resources that a workload names, to be laid beside what is measured here. */
package io.twohop.published;
