/** AssertJ assertions on results; on the thread of the test. */
package io.twohop.assertj;
