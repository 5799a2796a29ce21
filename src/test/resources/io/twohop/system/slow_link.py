"""A link of two Ethernet devices, each frame of which comes out at the other end some time later, in order.

Usage: slow_link.py DEVICE DEVICE SECONDS. Says "up" once both devices are there; they may then move to other namespaces.
"""
import collections
import fcntl
import os
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TAP = 0x0002
IFF_NO_PI = 0x1000
LONGEST_FRAME = 65_536


def device(name):
    opened = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(opened, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    return opened


one, other = device(sys.argv[1]), device(sys.argv[2])
delay = float(sys.argv[3])
opposite = {one: other, other: one}
under_way = collections.deque()
print("up", flush=True)
while True:
    wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
    for end in select.select([one, other], [], [], wait)[0]:
        try:
            under_way.append((time.monotonic() + delay, opposite[end], os.read(end, LONGEST_FRAME)))
        except OSError:
            # A device that is down, or has nothing after all.
            time.sleep(0.001)
    while under_way and under_way[0][0] <= time.monotonic():
        _, end, frame = under_way.popleft()
        try:
            os.write(end, frame)
        except OSError:
            # Lost, as on a link that is cut.
            pass
