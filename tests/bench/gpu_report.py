"""What gpu.py writes: one table for people and the same as JSON."""
import collections
import json
import re
import statistics


def files_for(folder, facts):
    """The .md and the .json of a run: DATE-GPU-xN, with a number behind it where there is one of today already."""
    folder.mkdir(parents=True, exist_ok=True)
    gpu = re.sub(r"[^A-Za-z0-9]+", "-", facts["gpu"].replace("NVIDIA", "").strip()).strip("-") or "GPU"
    name = f"{facts['date']}-{gpu}-x{facts['gpu_count']}"
    number = 1
    while (folder / f"{stem(name, number)}.md").exists() or (folder / f"{stem(name, number)}.json").exists():
        number += 1
    return folder / f"{stem(name, number)}.md", folder / f"{stem(name, number)}.json"


def stem(name, number):
    return name if number == 1 else f"{name}-{number}"


def counted(rows):
    states = collections.Counter(row["state"] for row in rows)
    return ", ".join(f"{states[state]} {state}" for state in ("passed", "failed", "skipped"))


def named(row):
    return " ".join(filter(None, (row.get("program"), row["name"])))


def met(figure):
    """None: it has no target."""
    if figure["target"] is None:
        return None
    median = statistics.median(figure["values"])
    return median >= figure["target"] if figure["better"] == "more" else median <= figure["target"]


def number(value, unit):
    return f"{value:,.0f}" if unit == "images/s" else f"{value:,.2f}"


def summary(result):
    """A line for each part."""
    lines = []
    if "tests" in result["parts"]:
        lines.append("tests: " + counted(result["tests"]))
    if result["sanitizer"]:
        lines.append("compute-sanitizer: " + counted(result["sanitizer"]))
    targets = [met(figure) for figure in result["figures"] if figure["target"] is not None]
    if "bench" in result["parts"]:
        lines.append(f"speed: {sum(targets)} of {len(targets)} targets met")
    return lines + [f"FAILED: {named(row)}: {row['why']}" for row in result["tests"] + result["sanitizer"]
                    if row["state"] == "failed"] + result["not_run"]


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
            *("| " + " | ".join(cell(value) for value in row) + " |" for row in rows), ""]


def facts_lines(facts):
    rows = [("commit", facts["commit"]), ("GPUs", f"{facts['gpu_count']} x {facts['gpu']}"),
            *((f"GPU {index}", ", ".join(f"{field} {value}" for field, value in gpu.items())) for index, gpu in enumerate(facts["gpus"])),
            ("processor", f"{facts['processor']}, {facts['cores']} cores"),
            ("PyTorch, CUDA, NCCL", f"{facts['torch']}, {facts['cuda']}, {facts['nccl']}")]
    if problem := facts["devices"].get("cuda_problem"):
        rows.append(("problem", problem))
    topology = ["```", *facts["topology"].splitlines(), "```", ""] if facts["topology"] else []
    return table(("", ""), rows) + topology


def figure_row(figure):
    unit, target = figure["unit"], figure["target"]
    found = met(figure)
    return (figure["what"], f"{number(statistics.median(figure['values']), unit)} {unit}",
            f"{number(min(figure['values']), unit)} to {number(max(figure['values']), unit)}",
            "" if target is None else number(target, unit), "" if found is None else "met" if found else "missed")


def markdown(result):
    facts = result["facts"]
    lines = [f"# {facts['gpu']} x {facts['gpu_count']}, {facts['date']}", "", "By `./test.sh --gpu`.", "", *facts_lines(facts)]
    for title, rows in (("Tests", result["tests"]), ("compute-sanitizer", result["sanitizer"])):
        if rows:
            lines += [f"## {title}", "", counted(rows) + ".", ""]
            told = [row for row in rows if row["state"] != "passed" or title != "Tests"]
            cells = [(named(row), row["state"], row["seconds"], row["why"]) for row in told]
            lines += table(("", "", "seconds", ""), cells) if told else []
    if result["figures"]:
        repeats = max(len(figure["values"]) for figure in result["figures"])
        lines += ["## Speed", "", f"Median of {repeats} repeats, the least and the most.", "",
                  *table(("what", "median", "spread", "target", ""), map(figure_row, result["figures"]))]
    if result["not_run"]:
        lines += ["## Not run", "", *(f"- {cell(line)}" for line in result["not_run"]), ""]
    for bench in result["printed"]:
        lines += [f"`{bench['command']}`" + ("" if bench["status"] == 0 else f" ended with {bench['status']}") + ":", "",
                  "```", *bench["lines"], "```", ""]
    return "\n".join(lines)


def write(files, result):
    files[0].write_text(markdown(result), encoding="utf-8")
    files[1].write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
