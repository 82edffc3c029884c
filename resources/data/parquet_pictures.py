"""Pictures or a list of them in Parquet files, as a folder: parquet_pictures.py FROM TO MAX_CLASSES PICTURES LABELS.

FROM is a Parquet file or a folder of them; TO an empty folder; PICTURES and LABELS name columns, or are "" to look for them.
Pictures in the files, as Hugging Face's datasets has them, become TO/[SPLIT/]CLASS/NUMBER.ext with their own bytes. A list of files
becomes TO/labels.csv, with copies of the pictures. Memory is bounded by the file's pages, not by its rows. Nothing is written but
below TO. Says to stdout, one line each:

  progress DONE TOTAL           rows
  kind pictures|list, classes N, split NAME N
  left-out WHY N WHERE          WHERE is the first one

What cannot be done is a sentence without its full stop on stderr, and status 1, or 3 where the disk is the reason. When stdin ends,
who has asked is gone: TO is removed.
"""
import csv
import os
import re
import shutil
import stat
import sys
import threading
import time

import pyarrow
import pyarrow.parquet

sys.dont_write_bytecode = True  # in the folder of the resources
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # an isolated Python leaves it out
from parquet_columns import Classes, Columns, Refusal, shown  # noqa: E402

SPLITS = {"train": "train", "training": "train", "validation": "validation", "valid": "validation", "val": "validation",
          "dev": "validation", "test": "test", "testing": "test", "eval": "test", "evaluation": "test"}
ROWS = 64  # at once
GRACE = 60  # seconds, to end a read that is on its way

asker_gone = threading.Event()


class AskerGone(Exception):
    pass


def say(*words):
    print(*words, flush=True)


# ---- splits: what the names of files say

def split_in(name):
    """Of the words of a name, the one split; None for none and for several."""
    found = {SPLITS[word] for word in re.split("[^a-z]+", name.lower()) if word in SPLITS}
    return found.pop() if len(found) == 1 else None


def split_of(path, root):
    """By the file's name, else by the nearest folder below root that tells."""
    for part in reversed(os.path.relpath(path, root).split(os.sep)):
        if split_in(part):
            return split_in(part)
    return None


def parquet_files(source):
    if not os.path.isdir(source):
        return [source], os.path.dirname(source)
    found = []
    for folder, folders, names in os.walk(source):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        found += [os.path.join(folder, name) for name in names
                  if name.lower().endswith(".parquet") and not name.startswith((".", "_"))]
    if not found:
        raise Refusal("it holds no file whose name ends in .parquet; choose the folder that holds them")
    return sorted(found), source


def with_splits(files, root, left_out):
    """(file, split) each; "" for all where the files do not tell training from the rest."""
    splits = {path: split_of(path, root) for path in files}
    told = {split for split in splits.values() if split}
    if "train" not in told:
        if len(told) > 1:
            raise Refusal(f"no file's name says that it is for training, but {' and '.join(sorted(told))} are there; "
                          "name one 'train-...', or import them one by one")
        told.clear()
    if told:
        for path in files:
            if splits[path] is None:
                left_out.add("no-split", os.path.relpath(path, root))
    return [(path, splits[path] if told else "") for path in files if splits[path] or not told]


class LeftOut:
    """Counts what is not taken, by reason, with the first of each."""

    def __init__(self):
        self.found = {}

    def add(self, why, where):
        count, first = self.found.get(why, (0, where))
        self.found[why] = (count + 1, first)

    def report(self):
        for why, (count, first) in self.found.items():
            say("left-out", why, count, str(first).replace("\n", " ")[:300])


# ---- pictures

def ending_of(start):
    """By the first bytes, as core/formats/image.cpp knows them; None for what is not read."""
    if start.startswith(b"\x89PNG"):
        return "png"
    if start.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if start.startswith(b"BM"):
        return "bmp"
    if start.startswith(b"RIFF") and start[8:12] == b"WEBP":
        return "webp"
    if start.startswith((b"II*\0", b"MM\0*")):
        return "tif"
    if start[4:8] == b"ftyp" and start[8:12] in (b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis"):
        return "avif" if start[8:12].startswith(b"av") else "heic"
    return None


class Stored:
    """Pictures that are in the files: TO/[SPLIT/]CLASS/NUMBER.ext."""

    kind = "pictures"

    def __init__(self, to):
        self.to, self.made, self.number = to, set(), 0

    def add(self, row, label, split, group, place):
        """None, or why the row is left out."""
        content = row.get("bytes") if isinstance(row, dict) else row
        if not content:
            return "empty"
        ending = ending_of(content[:16])
        if ending is None:
            return "no-picture"
        folder = os.path.join(self.to, split, label)
        if folder not in self.made:
            os.makedirs(folder, exist_ok=True)
            self.made.add(folder)
        with open(os.path.join(folder, f"{self.number:08}.{ending}"), "xb") as file:
            file.write(content)
        self.number += 1
        return None

    def finish(self):
        pass


class Listed:
    """A list of files: TO/labels.csv, and copies of the pictures under their names from the Parquet file's folder on."""

    kind = "list"

    def __init__(self, to, root):
        self.to, self.root = to, root
        self.copied = {"labels.csv"}
        self.file = open(os.path.join(to, "labels.csv"), "x", encoding="utf-8", newline="")
        self.table = csv.writer(self.file, lineterminator="\n")
        self.table.writerow(["file", "label", "split", "group"])

    def add(self, row, label, split, group, place):
        if not row:
            return "empty"
        path = os.path.normpath(os.path.join(os.path.relpath(os.path.dirname(place), self.root), row))
        if os.path.isabs(row) or path == os.pardir or path.startswith(os.pardir + os.sep) or "\0" in path:
            return "outside"
        if path in self.copied:
            return "twice"
        why = self.copy(os.path.join(self.root, path), os.path.join(self.to, path))
        if why is None:
            self.copied.add(path)
            self.table.writerow([path, label, split, group])
        return why

    def copy(self, source, target):
        try:
            if not stat.S_ISREG(os.stat(source).st_mode):
                return "missing"
            file = open(source, "rb")
        except OSError:
            return "missing"
        with file:
            if ending_of(file.read(16)) is None:
                return "no-picture"
            file.seek(0)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "xb") as copy:
                shutil.copyfileobj(file, copy, 1 << 20)
        return None

    def finish(self):
        self.file.close()


# ---- the work

def opened(path):
    """Reads pages one after another, not whole groups of rows."""
    try:
        return pyarrow.parquet.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20)
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise Refusal(f"the file {shown(path)} is no whole Parquet file ({first_line(error)}). Get it again") from error


def first_line(error):
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__).rstrip(".")[:200]


def batches(path, columns):
    try:
        with opened(path) as file:
            for batch in file.iter_batches(batch_size=ROWS, columns=columns.used(), use_threads=False):
                yield {name: batch.column(batch.schema.get_field_index(name)).to_pylist() for name in columns.used()}
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise Refusal(f"the file {shown(path)} is damaged ({first_line(error)}). Get it again") from error


class Import:
    def __init__(self, source, to, most, pictures, labels):
        self.left_out = LeftOut()
        files, self.root = parquet_files(source)
        self.files = with_splits(files, self.root, self.left_out)
        self.total, self.columns = 0, None
        for path, _ in self.files:
            with opened(path) as file:
                if self.columns is None:
                    self.columns = Columns(file.schema_arrow, pictures, labels)
                self.columns.check(file.schema_arrow, path)
                self.total += file.metadata.num_rows
        self.classes = Classes(self.columns, source, most)
        self.to = Stored(to) if self.columns.pictures is not None else Listed(to, self.root)
        self.counts, self.said = {}, 0.0

    def run(self):
        done = 0
        for path, split in self.files:
            for number, row in enumerate(self.rows(path)):
                if asker_gone.is_set():
                    raise AskerGone
                self.take(row, split, path, number)
                done += 1
                if done % ROWS == 0 and time.monotonic() - self.said > 0.1:
                    self.said = time.monotonic()
                    say("progress", done, self.total)
        self.to.finish()
        self.finish()

    def rows(self, path):
        content = self.columns.pictures if self.columns.pictures is not None else self.columns.files
        for batch in batches(path, self.columns):
            none = [None] * len(batch[content])
            yield from zip(batch[content], batch[self.columns.labels], batch.get(self.columns.split, none),
                           batch.get(self.columns.group, none))

    def take(self, row, split, path, number):
        content, value, named_split, group = row
        label = self.classes.of(value)
        if named_split is not None and named_split.strip():
            split = SPLITS.get(named_split.strip().lower())
            if split is None:
                raise Refusal(f"row {number + 1} of {shown(path)} has the split {shown(named_split)}; expected train, validation or test. "
                              "Correct it")
        elif self.columns.split is not None:
            split = split or "train"
        why = "no-class" if label is None else self.to.add(content, label, split, "" if group is None else group, path)
        if why is not None:
            where = f"row {number + 1} of {os.path.relpath(path, self.root)}"
            self.left_out.add(why, f"{content}, {where}" if isinstance(content, str) and content else where)
        else:
            self.counts[split] = self.counts.get(split, 0) + 1

    def finish(self):
        if not self.counts:
            reasons = ", ".join(f"{why} {count} times, first at {first}" for why, (count, first) in self.left_out.found.items())
            raise Refusal(f"none of its {self.total} rows has a picture and a class ({reasons or 'no rows'}). Choose its columns with "
                          "--picture-column and --label-column")
        if "train" not in self.counts and "" not in self.counts:
            raise Refusal("none of its pictures is of the split 'train'; expected some to train on. Correct its column 'split'")
        say("kind", self.to.kind)
        say("classes", len(self.classes.taken))
        for split, count in sorted(self.counts.items()):
            say("split", split or "all", count)
        self.left_out.report()


def watch():
    """Whoever has asked for this keeps stdin open. By os.read: a lock of sys.stdin would be held at the end."""
    while os.read(0, 1):
        pass
    asker_gone.set()
    time.sleep(GRACE)
    os._exit(1)


def main():
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    sys.stderr.reconfigure(encoding="utf-8", errors="replace")
    source, to, most, pictures, labels = sys.argv[1:6]
    if tuple(int(part) for part in pyarrow.__version__.split(".")[:2]) < (15, 0):  # before 14.0.1 a file could run code (CVE-2023-47248)
        sys.exit(f"pyarrow {pyarrow.__version__} does not keep code of such files from running; 15 or newer is needed")
    threading.Thread(target=watch, daemon=True).start()
    try:
        Import(source, to, int(most), pictures, labels).run()
    except AskerGone:
        shutil.rmtree(to, ignore_errors=True)
        sys.exit("who has asked is gone")
    except Refusal as reason:
        sys.exit(str(reason).replace("\n", " "))
    except OSError as error:  # of what is written: what is read has its own
        print(f"{shown(error.filename or to)}: {error.strerror or error}", file=sys.stderr)
        sys.exit(3)
    except MemoryError:
        print("there is not enough memory for a page of the file", file=sys.stderr)
        sys.exit(3)


main()
