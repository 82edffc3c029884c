"""Options of a bench, and those behind -- that it passes on to belfry-cli."""


def split(words):
    """(own, passed on)"""
    end = words.index("--") if "--" in words else len(words)
    return words[:end], words[end + 1:]
