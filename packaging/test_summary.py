"""Prints why tests were skipped, which failed, and 'N passed, N failed, N skipped', from ctest's JUnit file.

Exit status 1 when a test failed or none ran: a run that tests nothing is no success.
"""
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

# GTEST_SKIP() << "reason"; QSKIP("reason"); scripts that print "SKIP: reason" or "skipped: reason".
REASONS = re.compile(r"^.+: Skipped\n(.+)$|^SKIP\s*:\s*\S+\(.*?\) (.+)$|^(?:SKIP|skipped): (.+)$", re.MULTILINE)


def state(case):
    if case.get("status") == "run":
        return "passed"
    if case.get("status") == "disabled":
        return "skipped"
    # A program that is missing also counts as "notrun"; only a test that asked for it is skipped.
    asked = case.find("skipped") is not None and case.find("skipped").get("message", "").startswith("SKIP_")
    return "skipped" if asked else "failed"


def reason(case):
    if case.get("status") == "disabled":
        return "disabled in CMake"
    match = REASONS.search(case.findtext("system-out") or "")
    return next(filter(None, match.groups())).strip() if match else "no reason printed"


def main(path):
    if not pathlib.Path(path).exists():
        print("tests: none ran")
        return 1
    cases = {"passed": [], "failed": [], "skipped": []}
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        cases[state(case)].append(case)
    skipped = collections.defaultdict(list)
    for case in cases["skipped"]:
        skipped[reason(case)].append(case.get("name"))
    print()
    for why, names in sorted(skipped.items()):
        shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        print(f"skipped, {why}: {shown}")
    for case in cases["failed"]:
        print(f"FAILED: {case.get('name')}")
    print("tests: " + ", ".join(f"{len(group)} {name}" for name, group in cases.items()))
    return 1 if cases["failed"] or not any(cases.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
