"""The pictures of an IDX file, and PNG files made from them."""
import gzip
import struct
import zlib


def unpacked(path):
    """The bytes of a file that lies there as PATH or PATH.gz."""
    return path.read_bytes() if path.exists() else gzip.decompress(path.with_name(path.name + ".gz").read_bytes())


def read_images(path):
    """Pictures as bytes, row by row, white on black, and their height and width."""
    content = unpacked(path)
    _, count, height, width = struct.unpack(">IIII", content[:16])
    size = height * width
    return [content[16 + i * size:16 + (i + 1) * size] for i in range(count)], height, width


def read_labels(path):
    return list(unpacked(path)[8:])


def idx(values, *shape):
    """An IDX file of unsigned bytes."""
    return struct.pack(f">BBBB{len(shape)}I", 0, 0, 8, len(shape), *shape) + bytes(values)


def _chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(pixels, height, width, claimed=None, channels=1):
    """An 8-bit PNG, grey or RGB; `claimed` is the (height, width) of its header where that is to lie."""
    stride = width * channels
    rows = b"".join(b"\0" + pixels[y * stride:(y + 1) * stride] for y in range(height))
    claimed_height, claimed_width = claimed or (height, width)
    header = struct.pack(">IIBBBBB", claimed_width, claimed_height, 8, 2 if channels == 3 else 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def enlarged(pixels, height, width, times):
    rows = [bytes(value for value in pixels[y * width:(y + 1) * width] for _ in range(times)) for y in range(height)]
    return b"".join(row for row in rows for _ in range(times)), height * times, width * times
