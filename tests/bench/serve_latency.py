#!/usr/bin/env python3
"""How long a client waits for `belfry-cli serve`, at so many requests per second.

    serve_latency.py build/release/bin/belfry-cli [--model ready] [--rate 200] [--seconds 20] [--connections 16]

Each request is one picture, sent when its time has come whether or not those before are answered (an open loop), on connections that
stay open. The wait counts from that time, so that a server which falls behind shows it. Client and server share the machine's cores.
"""
import argparse
import http.client
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib


def digit():
    """A PNG of 28 x 28 pixels: a one."""
    rows = b"".join(b"\0" + bytes(255 if 4 <= y < 24 and 13 <= x <= 14 else 0 for x in range(28)) for y in range(28))
    chunk = lambda kind, content: struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 28, 28, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) +
            chunk(b"IEND", b""))


def ask(port, picture, times, waits):
    """One connection's requests, at their times; the waits in seconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for due in times:
        time.sleep(max(0, due - time.perf_counter()))
        connection.request("POST", "/predict", picture, {"Content-Type": "image/png"})
        response = connection.getresponse()
        response.read()
        waits.append(time.perf_counter() - due if response.status == 200 else float("inf"))
    connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--model", default="ready")
    parser.add_argument("--picture", type=pathlib.Path, help="instead of a digit")
    parser.add_argument("--rate", type=float, default=200, help="requests per second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--connections", type=int, default=16)
    options = parser.parse_args()
    picture = options.picture.read_bytes() if options.picture else digit()
    with tempfile.TemporaryDirectory() as home, subprocess.Popen(
            [options.program.resolve(), "serve", options.model, "--port", "0"], cwd=home, stdout=subprocess.PIPE, encoding="utf-8") as server:
        port = int(server.stdout.readline().rsplit(":", 1)[1].split("/")[0])
        ask(port, picture, [time.perf_counter()] * 20, [])
        begin, count = time.perf_counter() + 0.1, int(options.rate * options.seconds)
        times = [begin + place / options.rate for place in range(count)]
        waits = [[] for _ in range(options.connections)]
        clients = [threading.Thread(target=ask, args=(port, picture, times[place::options.connections], waits[place]))
                   for place in range(options.connections)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        server.terminate()
    all_waits = sorted(wait for each in waits for wait in each)
    at = lambda share: all_waits[min(int(share * len(all_waits)), len(all_waits) - 1)] * 1e3
    print(f"{options.model}: {count} requests at {options.rate:g}/s over {options.connections} connections: median {statistics.median(all_waits) * 1e3:.2f} ms, "
          f"p95 {at(0.95):.2f} ms, p99 {at(0.99):.2f} ms, most {all_waits[-1] * 1e3:.2f} ms")
    return 0 if all_waits[-1] < float("inf") else 1


if __name__ == "__main__":
    sys.exit(main())
