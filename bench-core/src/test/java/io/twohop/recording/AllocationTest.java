package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private static final int BYTES = 64 << 20;

    private final CountDownLatch allocated = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = new Thread(this::allocate);
    private volatile byte[] kept;

    private void allocate() {
        kept = new byte[BYTES];
        allocated.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin() throws InterruptedException {
        thread.start();
        allocated.await();
    }

    private void finish() throws InterruptedException {
        end.countDown();
        thread.join();
    }

    /** Otherwise less was allocated at the end of a run than at its beginning. */
    @Test
    void shouldNotForgetWhatAThreadAllocatedThatHasEnded() throws Exception {
        Allocation allocation = new Allocation(new Thread());
        long before = allocation.now().totalBytes();
        begin();
        long between = allocation.now().totalBytes();
        finish();

        assertThat(between - before).isGreaterThanOrEqualTo(BYTES);
        assertThat(allocation.now().totalBytes()).isGreaterThanOrEqualTo(between);
    }

    @Test
    void shouldDistinguishTheHarness() throws Exception {
        Allocation allocation = new Allocation(thread);
        Allocation.Sum before = allocation.now();
        begin();
        Allocation.Sum after = allocation.now();
        finish();

        assertThat(after.harnessBytes() - before.harnessBytes()).isGreaterThanOrEqualTo(BYTES);
        assertThat(after.totalBytes() - before.totalBytes())
                .isGreaterThanOrEqualTo(after.harnessBytes() - before.harnessBytes());
    }
}
