"""A server that stalls, truncates and lies, for download_test.cpp. Prints its port, then serves until stdin ends.

GET /KIND/NAME sends `SIZE` bytes (number i is i * i modulo 251):
  good        with ranges; its log is /log
  plain       without ranges: all again, whatever was asked
  cut         with ranges, but closes after another 40,000 bytes each time
  stall       40,000 bytes, then nothing
  slow        with ranges, some at a time, until the other side hangs up
  wrong       as many bytes, others
  long        twice as many bytes, without saying how many
  short       half of them, saying that this is all
  offset      for a range, the bytes from the beginning, with their true place
  none        404
"""
import http.server
import sys
import threading

SIZE = 200_000
CONTENT = bytes(i * i % 251 for i in range(SIZE))
PIECE = 40_000
log = []


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def head(self, status, length, start=None):
        self.send_response(status)
        self.send_header("Connection", "close")
        if length is not None:
            self.send_header("Content-Length", str(length))
        if start is not None:
            self.send_header("Content-Range", f"bytes {start}-{SIZE - 1}/{SIZE}")
        self.end_headers()

    def send(self, content):
        try:
            self.wfile.write(content)
            self.wfile.flush()
        except OSError:
            pass

    def ranged(self, start):
        self.head(206 if start else 200, SIZE - start, start if start else None)

    def do_GET(self):
        kind = self.path.split("/")[1]
        wanted = self.headers.get("Range", "bytes=0-")
        start = int(wanted.removeprefix("bytes=").split("-")[0])
        self.close_connection = True
        if kind == "log":
            content = "\n".join(log).encode()
            self.head(200, len(content))
            self.send(content)
            return
        log.append(f"{kind} {start}")
        if kind == "none":
            self.head(404, 0)
        elif start >= SIZE:
            self.head(416, 0)
        elif kind == "good":
            self.ranged(start)
            self.send(CONTENT[start:])
        elif kind == "plain":
            self.head(200, SIZE)
            self.send(CONTENT)
        elif kind == "cut":
            self.ranged(start)
            self.send(CONTENT[start:start + PIECE])
        elif kind == "stall":
            self.ranged(start)
            self.send(CONTENT[start:start + PIECE])
            stopped.wait()
        elif kind == "slow":
            self.ranged(start)
            for at in range(start, SIZE, 2_000):
                self.send(CONTENT[at:at + 2_000])
                if stopped.wait(0.02):
                    break
        elif kind == "wrong":
            self.ranged(start)
            self.send(bytes(SIZE - start))
        elif kind == "long":
            self.head(200, None)
            self.send(CONTENT + CONTENT)
        elif kind == "short":
            self.head(200, SIZE // 2)
            self.send(CONTENT[:SIZE // 2])
        elif kind == "offset":
            self.head(206, SIZE, 0)
            self.send(CONTENT)


stopped = threading.Event()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
stopped.set()
