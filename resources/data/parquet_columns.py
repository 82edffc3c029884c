"""Which column of a Parquet file holds pictures, files and classes, and the names of the classes. Used by parquet_pictures.py."""
import json
import os
import re

from pyarrow import types

PICTURES = ("image", "img", "picture", "photo", "image_bytes", "bytes", "jpg", "png")
FILES = ("file", "file_name", "filename", "path", "image_path", "image_file", "image", "img")
LABELS = ("label", "labels", "class", "category", "fine_label", "class_name", "label_name", "target", "coarse_label")
MAX_NAME = 255  # bytes, of a folder


class Refusal(Exception):
    """What was found, what was expected, what to try."""


def shown(name):
    return "'" + str(name).replace("\n", " ")[:200] + "'"


# ---- columns

def holds_bytes(kind):
    return types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind)


def holds_text(kind):
    if types.is_dictionary(kind):
        kind = kind.value_type
    return types.is_string(kind) or types.is_large_string(kind)


def holds_pictures(kind):
    return holds_bytes(kind) or (types.is_struct(kind) and kind.get_field_index("bytes") >= 0
                                 and holds_bytes(kind.field("bytes").type))


def holds_labels(kind):
    plain = kind.value_type if types.is_dictionary(kind) else kind
    return holds_text(kind) or types.is_integer(plain) or types.is_boolean(plain)


def features_of(schema):
    """What Hugging Face's datasets noted about the columns."""
    try:
        features = json.loads((schema.metadata or {})[b"huggingface"])["info"]["features"]
        return {name: feature for name, feature in features.items() if isinstance(feature, dict)}
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


class Columns:
    """Which column is what, by the first file."""

    def __init__(self, schema, pictures, labels):
        self.schema = schema
        self.features = features_of(schema)
        self.pictures = self.choose(pictures, "pictures", "Image", PICTURES, holds_pictures)
        self.files = None
        if self.pictures is None:
            self.files = self.choose(pictures, "pictures", "", FILES, holds_text)
        if self.pictures is None and self.files is None:
            raise Refusal(f"it has no column of pictures or of their files: its columns are {self.listed()}; expected one of "
                          "bytes with the pictures, such as 'image', or one of text with their names, such as 'file'. Name it "
                          "with --picture-column")
        self.labels = self.choose(labels, "classes", "ClassLabel", LABELS, holds_labels)
        if self.labels is None:
            raise Refusal(f"it has no column of classes: its columns are {self.listed()}; expected whole numbers or text, such as "
                          "'label'. Name it with --label-column")
        self.split = self.choose("", "", "", ("split",), holds_text)
        self.group = self.choose("", "", "", ("group",), holds_labels)

    def listed(self):
        return ", ".join(f"{shown(field.name)} ({str(field.type)[:40]})" for field in list(self.schema)[:20])

    def choose(self, named, what, noted, known, fits):
        kinds = {field.name: field.type for field in self.schema}
        if named:
            if named not in kinds:
                raise Refusal(f"it has no column {shown(named)}; its columns are {self.listed()}")
            if what == "classes" and not fits(kinds[named]):
                raise Refusal(f"its column {shown(named)} holds {str(kinds[named])[:60]}; as classes, whole numbers or text are expected, "
                              "one for each picture. Name another column with --label-column")
            return named if fits(kinds[named]) else None
        found = [name for word in known for name in kinds if name.lower() == word and fits(kinds[name])]
        marked = [name for name in kinds if noted and self.features.get(name, {}).get("_type") == noted and fits(kinds[name])]
        return next((name for name in found if name in marked), None) or next(iter(found + marked), None)

    def used(self):
        return [name for name in (self.pictures, self.files, self.labels, self.split, self.group) if name is not None]

    def check(self, schema, file):
        for name in self.used():
            index = schema.get_field_index(name)
            if index < 0 or schema.field(index).type != self.schema.field(name).type:
                raise Refusal(f"the file {shown(file)} has no column {shown(name)} like that of the first one; expected "
                              "files of one data set. Import them one by one")


# ---- classes

def names_in_readme(source, column):
    """Those that the front matter of a data set's README.md gives a column; None without."""
    folder = source if os.path.isdir(source) else os.path.dirname(source)
    for place in (folder, os.path.dirname(folder)):
        try:
            with open(os.path.join(place, "README.md"), encoding="utf-8") as file:
                lines = file.read(1 << 20).splitlines()
        except (OSError, ValueError):
            continue
        names, inside = [], False
        for line in lines[1:] if lines[:1] == ["---"] else []:
            if line.strip() == "---" or (names and not re.match(r"\s+'?\d+'?\s*:", line)):
                break
            field = re.match(r"\s*- name:\s*(.+?)\s*$", line)
            if field:
                inside = field[1].strip("'\"") == column
            entry = re.match(r"\s+'?(\d+)'?\s*:\s*(.*?)\s*$", line) if inside else None
            if entry and int(entry[1]) == len(names):
                names.append(re.sub(r"^(['\"])(.*)\1$", r"\2", entry[2]))
        if names:
            return names
    return None


def folder_name(label):
    """The label as the name of a folder: one, not hidden, and nowhere else."""
    name = "".join("-" if letter in "/\\" or letter < " " or letter == "\x7f" else letter for letter in label).strip()
    if name.startswith(".") or name == "Thumbs.db":
        name = "_" + name[name.startswith("."):]
    return name.encode("utf-8", "replace")[:MAX_NAME].decode("utf-8", "ignore")


class Classes:
    """The folder's name of each label."""

    def __init__(self, columns, source, most):
        feature = columns.features.get(columns.labels, {})
        names = feature.get("names") if feature.get("_type") == "ClassLabel" else None
        self.names = [str(name) for name in names] if isinstance(names, list) else names_in_readme(source, columns.labels)
        self.most, self.known, self.taken = most, {}, {}

    def of(self, value):
        """None where there is no class."""
        label = value
        if isinstance(value, bool):
            label = str(value).lower()
        elif isinstance(value, int):
            label = str(value)
            if self.names is not None:
                label = self.names[value] if 0 <= value < len(self.names) else None
        if label is None or not label.strip():
            return None
        if label not in self.known:
            self.known[label] = self.added(label)
        return self.known[label]

    def added(self, label):
        name = folder_name(label)
        key = "".join(letter.lower() if letter.isascii() else letter for letter in name)  # as folders of classes are compared
        if key in self.taken:
            raise Refusal(f"its classes {shown(self.taken[key])} and {shown(label)} would both be {shown(name)}; expected names "
                          "that differ in more than case and signs. Choose another column with --label-column")
        if self.most and len(self.taken) == self.most:
            raise Refusal(f"it has more than {self.most} classes in its column, the maximum; expected fewer. Choose another "
                          "column with --label-column")
        self.taken[key] = label
        return name
