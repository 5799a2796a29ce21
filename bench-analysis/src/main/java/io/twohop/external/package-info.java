/** Results of other tools: recognizes their files, and reads the figures as records without verdict or trust. Any thread. */
package io.twohop.external;
