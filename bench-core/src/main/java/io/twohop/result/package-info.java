/** What a run found out: the verdict, the result and its files; made by the process that reports, after measuring. */
package io.twohop.result;
