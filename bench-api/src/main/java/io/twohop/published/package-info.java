/** Published measurements of others: resources that a workload names, shown beside its own figures. */
package io.twohop.published;
