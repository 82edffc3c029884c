"""`belfry-cli search join`: helpers in processes of their own come, are stopped and are killed; the search finds the same."""
import contextlib
import gzip
import json
import re
import shutil
import signal
import socket
import threading

import belfry

# Trials of some seconds, all of which are open from the start: whoever joins gets one.
SPACE = {"genes": [{"name": "width", "values": [32, 64, 128]}, {"name": "layers", "values": [1, 2]},
                   {"name": "optimizer", "values": ["adam", "sgd"]}]}
SEARCH = ("search", "--devices", "cpu", "--strategy", "exhaustive", "--epochs", 4, "--winner-seeds", 1,
          "--winner-images", 300, "--winner-epochs", 1, "--parallel", 1, "--towers", 1, "--json")
DIFFERS = ("seconds", "images_per_second", "device", "run", "progress", "kills")


class Events:
    """The lines of a search in progress, read on a thread: waited for, never missed."""

    def __init__(self, process):
        self.process, self.events, self.over = process, [], False
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.events.append(json.loads(line))
                self.changed.notify_all()
        with self.changed:
            self.over = True
            self.changed.notify_all()

    def wait_for(self, change, count=1):
        """The helper event of this kind, the count-th one."""
        def found():
            return [event for event in self.events if event.get("change") == change]
        with self.changed:
            self.changed.wait_for(lambda: self.over or len(found()) >= count, belfry.TIMEOUT)
            return found()[count - 1]


def found(events):
    """What a search found: its trials and winners, without times."""
    kept = [event for event in events
            if event["event"] == "trial" and event["state"] == "done" or event["event"] == "winner"]
    lines = [{key: value for key, value in event.items() if key not in (*DIFFERS, "search")} for event in kept]
    return sorted(lines, key=lambda line: (line["event"], line.get("trial", 0)))


class Join(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.space = cls.home.folder / "space.json"
        cls.space.write_text(json.dumps(SPACE))

    def lead(self, *more):
        process = self.home.popen(*SEARCH, "--space", self.space, "--listen", 0, *more)
        self.addCleanup(self.end, process)
        events = Events(process)
        address = events.wait_for("listening")["host"]
        self.assertRegex(address, r"^127\.0\.0\.1:\d+$")
        return events, address

    def help(self, address, *more):
        process = self.home.popen("search", "join", address, "--parallel", 1, *more)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.communicate(timeout=belfry.TIMEOUT)

    def output(self, process):
        out, err = process.communicate(timeout=belfry.TIMEOUT)
        return process.returncode, out, err

    def test_helpers_come_and_go_and_the_search_finds_the_same(self):
        alone = self.home.run(*SEARCH, "--space", self.space)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        events, address = self.lead()
        killed = self.help(address)
        events.wait_for("joined")
        killed.send_signal(signal.SIGSTOP)  # whatever it was dealt is not done before it is killed
        killed.kill()
        stopped = self.help(address)
        events.wait_for("joined", 2)
        stopped.send_signal(signal.SIGINT)
        status, out, err = self.output(stopped)
        self.assertEqual((status, err), (130, ""))
        self.assertIn("This helper was stopped; its trials are dealt again.", out)
        faithful = self.help(address)
        lost = events.wait_for("lost")
        self.assertRegex(lost["text"], r"is lost; its trial is dealt again\.$")
        status, out, err = self.output(faithful)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("The trials of the search have ended.", out)
        self.assertRegex(out, re.compile(r"^This helper has trained [1-9]\d* trials?\.$", re.MULTILINE))
        self.assertEqual(events.process.wait(belfry.TIMEOUT), 0)
        events.thread.join(belfry.TIMEOUT)
        self.assertEqual(found(events.events), found(map(json.loads, alone.stdout.splitlines())))
        log = (self.home.folder / "data/belfry/searches" / events.events[0]["search"] / "log.txt").read_text()
        for words in ("has joined and trains 1 trial at a time.", "has left.", "is lost; its trial is dealt again."):
            self.assertIn(words, log)

    def test_a_helper_ends_with_its_leader(self):
        events, address = self.lead()
        helper = self.help(address)
        events.wait_for("joined")
        events.process.kill()
        status, _, err = self.output(helper)
        self.assertEqual((status, err), (1, f"belfry-cli: The leader at {address} is gone.\n"))
        folder = self.home.folder / "data/belfry/searches" / events.events[0]["search"]
        self.assertNotIn('"kills"', (folder / "trials.jsonl").read_text())

    # What was sent went into a buffer, and was taken for an answer: the helper stayed for ever.
    def test_a_helper_ends_when_its_leader_answers_no_more(self):
        events, address = self.lead()
        helper = self.help(address)
        events.wait_for("joined")
        events.process.send_signal(signal.SIGSTOP)  # as if a cable was pulled: nothing is closed
        status, _, err = self.output(helper)
        self.assertEqual((status, err), (1, f"belfry-cli: The leader at {address} is gone.\n"))

    def test_a_search_that_is_stopped_says_so(self):
        events, address = self.lead()
        with self.assertRaises(ConnectionRefusedError):  # it listens at the address that it shows, and at no other
            socket.create_connection(("127.0.0.2", int(address.split(":")[1]))).close()
        helper = self.help(address)
        events.wait_for("joined")
        events.process.send_signal(signal.SIGINT)
        status, out, err = self.output(helper)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("The search was stopped.", out)
        self.assertEqual(events.process.wait(belfry.TIMEOUT), 130)

    def test_other_images_are_refused(self):
        events, address = self.lead()
        folder = self.home.folder / "other"
        shutil.copytree(belfry.MNIST, folder)
        packed = folder / "train-images-idx3-ubyte.gz"
        images = bytearray(gzip.decompress(packed.read_bytes()))
        images[16 + 784 // 2] ^= 1  # one dot of the first picture
        packed.write_bytes(gzip.compress(images, 1))
        helper = self.help(address, "--data-dir", folder)
        status, _, err = self.output(helper)
        self.assertEqual(status, 2, err)
        self.assertRegex(err, r"^belfry-cli: This machine differs from the leader in the images themselves .*\.\n$")

    def test_addresses_that_cannot_be(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            for arguments, *mentions in [
                (("join",), "leader is required"),
                (("join", "nowhere"), "'nowhere'", "HOST:PORT"),
                (("join", "127.0.0.1:0"), "HOST:PORT"),
                (("join", "127.0.0.1:70000"), "HOST:PORT"),
                (("join", "no.such.name.invalid:29600"), "No name service", "no.such.name.invalid"),
                (("join", "127.0.0.1:29600", "--parallel", 0), "--parallel is 0"),
                (("--epochs", 3, "join", "127.0.0.1:29600"), "--epochs"),
                ((*SEARCH[1:], "--listen", "x"), "'x'", "PORT"),
                ((*SEARCH[1:], "--listen", port), f"Port {port}", "in use"),
                ((*SEARCH[1:], "--listen", "192.0.2.1:0"), "192.0.2.1", "address of this machine"),
            ]:
                with self.subTest(" ".join(map(str, arguments))):
                    self.assertRefused(self.home.run("search", *arguments), *mentions)
        done = self.home.run("search", "join", f"127.0.0.1:{port}")  # free again: nobody is there
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"^belfry-cli: Nobody answers at 127\.0\.0\.1:{port}\. .*\.\n$")


if __name__ == "__main__":
    belfry.main()
