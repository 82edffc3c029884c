"""A network that answers over HTTP: curl, a browser with a mouse, and what must not be answered."""
import http.client
import json
import re
import shutil
import signal
import subprocess

import belfry
import pictures


def program(*names):
    return next((found for name in names if (found := shutil.which(name))), None)


class Serve(belfry.HomeTest):
    def serve(self, *arguments, **options):
        """(process, port) of a server, which is ended after the test."""
        process = self.home.popen("serve", *arguments, "--port", "0", **options)
        self.addCleanup(lambda: (process.kill(), process.wait(), process.stdout.close(), process.stderr.close()))
        line = process.stdout.readline()
        self.assertRegex(line, r"answers on http://[^ ]+:\d+/", process.stderr.read() if not line else "")
        return process, int(re.search(r":(\d+)/", line)[1])

    def connection(self, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=belfry.TIMEOUT)
        self.addCleanup(connection.close)
        return connection

    def digit(self, number=0):
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        path = self.home.folder / f"{number}.png"
        path.write_bytes(pictures.png(images[number], height, width))
        return path

    def test_curl_gets_the_answer_of_predict(self):
        curl = program("curl")
        if curl is None:
            self.skipTest("no curl on PATH: apt-get install curl")
        process, port = self.serve("ready")
        url = f"http://127.0.0.1:{port}/predict"
        expected = [self.home.json("predict", "ready", self.digit(i)) for i in range(3)]
        said = json.loads(subprocess.run([curl, "-s", *(f"-Fpicture=@{self.digit(i)}" for i in range(3)), url], capture_output=True,
                                         timeout=belfry.TIMEOUT, check=True).stdout)
        for answer, predicted in zip(said["answers"], expected, strict=True):
            self.assertEqual(answer["answer"], predicted["answer"])
            for probability, other in zip(answer["probabilities"].values(), predicted["probabilities"], strict=True):
                self.assertAlmostEqual(probability, other, places=5)
        raw = subprocess.run([curl, "-s", "-H", "Content-Type: image/png", "--data-binary", f"@{self.digit(0)}", url], capture_output=True,
                             timeout=belfry.TIMEOUT, check=True).stdout
        self.assertEqual(json.loads(raw)["answers"][0]["answer"], expected[0]["answer"])
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(belfry.TIMEOUT), 0)
        self.assertEqual(process.stdout.read(), "ended\n")

    def test_a_token_is_read_from_a_file_or_the_environment(self):
        file = self.home.folder / "token"
        file.write_text("0123456789abcdef\n")
        for arguments, environment in (["--token-file", file], {}), ([], {"BELFRY_TOKEN": "0123456789abcdef"}):
            _, port = self.serve("ready", "--host", "0.0.0.0", *arguments, env={**self.home.environment, **environment})
            connection = self.connection(port)
            for headers, status in ({}, 401), ({"Authorization": "Bearer 0123456789abcdef"}, 200):
                connection.request("POST", "/predict", self.digit().read_bytes(), {"Content-Type": "image/png", **headers})
                response = connection.getresponse()
                response.read()
                self.assertEqual(response.status, status)

    def test_refusals(self):
        refused = lambda *arguments, mentions: self.assertRefused(self.home.run("serve", *arguments), *mentions)
        refused("nope", mentions=["nope"])
        refused("ready", "--host", "0.0.0.0", mentions=["there is no token"])
        refused("ready", "--host", "no.such.host.invalid", "--token-file", "nothing", mentions=["No file 'nothing'"])
        refused("ready", "--port", "70000", mentions=["--port"])
        refused("ready", "--none-below", "nan", mentions=["--none-below"])
        (self.home.folder / "empty").write_text("\n")
        refused("ready", "--token-file", "empty", mentions=["is empty"])
        _, port = self.serve("ready")
        refused("ready", "--port", port, mentions=[f"port {port}", "--port"])

    def test_requests_that_are_cut_off_or_no_http_harm_nobody(self):
        _, port = self.serve("ready")
        for begun in (b"POST /predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf", b"\x16\x03\x01\x02\x00", b"GET"):
            connection = self.connection(port)
            connection.connect()
            connection.sock.sendall(begun)
            connection.close()
        connection = self.connection(port)
        connection.request("GET", "/health")
        self.assertEqual(json.loads(connection.getresponse().read()), {"status": "ok"})

    def test_a_digit_drawn_in_a_browser_is_read(self):
        """The mouse draws on the page, whose title becomes the answer."""
        tools = [program("chromium", "chromium-browser", "google-chrome"), program("Xvfb"), program("xdotool")]
        if None in tools:
            self.skipTest("Chromium, Xvfb or xdotool is not on PATH: apt-get install chromium xvfb xdotool")
        _, port = self.serve("ready")
        screen = subprocess.Popen([tools[1], "-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, encoding="ascii")
        self.addCleanup(lambda: (screen.terminate(), screen.communicate()))
        environment = {**self.home.environment, "DISPLAY": ":" + screen.stdout.readline().strip()}
        shown = subprocess.Popen([tools[0], "--no-sandbox", "--test-type", "--disable-gpu", "--no-first-run", "--lang=en",
                                  "--window-position=0,0", "--window-size=1000,800", f"--user-data-dir={self.home.folder / 'browser'}",
                                  f"--app=http://127.0.0.1:{port}/"],
                                 env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: (shown.kill(), shown.wait()))
        tool = lambda *arguments: subprocess.run([tools[2], *map(str, arguments)], env=environment, capture_output=True, encoding="utf-8",
                                                 timeout=belfry.TIMEOUT)
        titles = lambda: [tool("getwindowname", window).stdout.strip() for window in tool("search", "--name", "Belfry").stdout.split()]
        belfry.eventually(lambda: "Belfry" in titles(), "the page")
        x, top, bottom = 286, 200, 330  # within the pad, whatever the fonts
        draw = ["mousemove", x, top, "mousedown", 1, *(word for y in range(top, bottom, 10) for word in ("mousemove", x, y)), "mouseup", 1]
        self.assertEqual(tool(*draw).returncode, 0)
        belfry.eventually(lambda: "1 – Belfry" in titles(), "the answer as the page's title")


if __name__ == "__main__":
    belfry.main()
