"""The progress bar in a terminal of its own, read as the terminal would show it."""
import fcntl
import os
import pty
import struct
import sys
import termios

import belfry

ERASE = "\r\x1b[K"
FRAMES = 4


class Terminal:
    """A run that nobody but Ctrl-C ends, in a terminal of `columns`."""

    def __init__(self, home, columns):
        self.child, self.master = pty.fork()
        if self.child == 0:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            arguments = ["train", "--devices", "cpu", "--epochs", "100000", "--batch-per-tower", "16", "--no-record"]
            os.execve(belfry.PROGRAM, [str(belfry.PROGRAM), *arguments], home.environment)
        self.shown = ""

    def read(self):
        """What came meanwhile; False at the end of the program."""
        try:
            content = os.read(self.master, 65536)
        except OSError:  # Linux ends a terminal so
            return False
        self.shown += content.decode(errors="ignore")
        return bool(content)

    def frames(self):
        """The texts drawn in place, one over the other."""
        whole = self.shown.split(ERASE)[1:-1]
        return [text for text in whole if "\n" not in text]

    def resize(self, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def press_ctrl_c(self):
        os.write(self.master, b"\x03")
        while self.read():
            pass
        _, status = os.waitpid(self.child, 0)
        os.close(self.master)
        return os.waitstatus_to_exitcode(status)


class ProgressBar(belfry.HomeTest):
    def frames_at(self, columns):
        terminal = Terminal(self.home, columns)
        while len(set(terminal.frames())) < FRAMES and terminal.read():
            pass
        frames = terminal.frames()
        self.assertEqual(terminal.press_ctrl_c(), 130, terminal.shown)
        self.assertGreaterEqual(len(set(frames)), FRAMES, terminal.shown)
        for frame in frames:
            self.assertLess(len(frame), columns, frame)  # a line that touches the edge may wrap
        return frames, terminal.shown

    def test_is_drawn_in_place(self):
        frames, shown = self.frames_at(80)
        for frame in frames:
            self.assertRegex(frame, r"^[█░]{6,} epoch \d+\.\d\d/100000  .*[\d,]+ images/s  [\d:]+ left$")
        last = shown.split(ERASE)[-1]  # the bar is gone, sentences stay
        self.assertRegex(shown, r"\r\x1b\[Kstopped after [\d,]+ steps")
        self.assertNotRegex(last, "[█░]")

    def test_leaves_out_figures_where_it_is_narrow(self):
        for frame in self.frames_at(40)[0]:
            self.assertRegex(frame, r"^[█░]{6,} .*[\d,]+ images/s  [\d:]+ left$")
            self.assertNotIn("accuracy", frame)

    def test_fits_where_hardly_anything_does(self):
        self.frames_at(12)

    def test_shows_all_where_there_is_room(self):
        for frame in self.frames_at(160)[0]:
            self.assertRegex(frame, r"^[█░]{24} epoch .*loss \d.*accuracy [\d.]+ %.*images/s.*left$")

    def test_follows_the_width_of_the_window(self):
        terminal = Terminal(self.home, 160)
        while len(terminal.frames()) < 2 and terminal.read():
            pass
        terminal.resize(50)
        while not (terminal.frames() and len(terminal.frames()[-1]) < 50) and terminal.read():
            pass
        self.assertLess(len(terminal.frames()[-1]), 50)
        self.assertEqual(terminal.press_ctrl_c(), 130)


if __name__ == "__main__":
    try:
        for descriptor in os.openpty():
            os.close(descriptor)
    except OSError as reason:
        print(f"SKIP: no pseudo terminal here ({reason})")
        sys.exit(77)
    belfry.main()
