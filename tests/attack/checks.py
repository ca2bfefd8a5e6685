# SPDX-License-Identifier: MIT
"""What has to hold after every run, whatever was asked."""
from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

from invocations import Step
from knowledge import can_hold, violations

DONE, VIOLATED, USAGE = 0, 1, 2
CODES = {0, 1, 2, 65, 66, 73}
# Words that only a programmer would say.
FOREIGN = re.compile(r"std::|terminate|exception|please report|should not happen|assert|basic_string|vector::|json\.|0x[0-9a-f]{4}|\bstoul\b")


def faults_of(step: Step, code: int, output: bytes, error: bytes, files: dict[str, bytes], schema: Any, folder: str) -> list[str]:
    """What is wrong about a run in a folder that ended so and wrote these files."""
    if code not in CODES:
        return [f"ended with {code}: {error.decode(errors='replace')[-500:]}"]
    told = error.decode(errors="replace")
    faults = [f"the sentence speaks of '{found[0]}': {told}"] if (found := FOREIGN.search(told)) else []
    if code not in (DONE, VIOLATED):
        return faults + _failure_faults(step, code, output, told, files)
    faults += [f"no {path}" for path in step.outputs().values() if path not in files]
    extra = set(files) - set(step.outputs().values())
    faults += [f"left {sorted(extra)}"] if extra else []
    if code == VIOLATED and step.command not in ("cluster", "verify"):
        faults.append(f"comac {step.command} ended with 1")
    for option, path in step.outputs().items():
        if option == "json" and path in files:
            faults += _json_faults(step, files[path], schema)
    if step.command == "cluster":
        faults += _cluster_faults(step, code, output, files)
    if step.command == "predict":
        faults += _prediction_faults(step, output, files, folder)
    return faults


def _failure_faults(step: Step, code: int, output: bytes, told: str, files: dict[str, bytes]) -> list[str]:
    faults = []
    lines = told.splitlines()
    sentences = sum(line.startswith("comac: ") for line in lines)
    warned = step.command == "predict"  # about what was read
    if sentences < 1 or (sentences > 1 and not warned) or not told.endswith("\n"):
        faults.append(f"expected one sentence: {told!r}")
    if (code == USAGE) != bool(lines and re.fullmatch(r"see comac ([a-z-]+ )?--help", lines[-1])):
        faults.append(f"expected a hint at the help just where usage is wrong: {told!r}")
    if len(told) > 2000 or any(ord(c) < 32 and c != "\n" for c in told):
        faults.append(f"the sentence is too long or holds control characters: {told[:300]!r}")
    if output:
        faults.append(f"wrote {output[:100]!r} although it failed")
    if files:
        faults.append(f"left {sorted(files)} although it failed")
    return faults


def schema_fault(value: Any, schema: Any, path: str = "$") -> str:
    """The first place where a value does not follow docs/result.schema.json, or ""."""
    kinds = schema.get("type", [])
    if kinds and not any(_has_type(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return f"{path} is {value!r}, not {kinds}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{path} is {value!r}, which is not listed"
    if "minimum" in schema and isinstance(value, (int, float)) and value < schema["minimum"]:
        return f"{path} is {value!r}"
    if isinstance(value, dict):
        known = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                return f"{path} lacks {name}"
        if schema.get("additionalProperties") is False and set(value) - set(known):
            return f"{path} has unknown {sorted(set(value) - set(known))}"
        faults = (schema_fault(value[name], known[name], f"{path}.{name}") for name in value if name in known)
        return next(filter(None, faults), "")
    if isinstance(value, list) and "items" in schema:
        return next(filter(None, (schema_fault(one, schema["items"], f"{path}[{i}]") for i, one in enumerate(value))), "")
    return ""


def _has_type(value: Any, kind: str) -> bool:
    if kind in ("integer", "number"):
        return isinstance(value, int if kind == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}[kind])


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _json_faults(step: Step, content: bytes, schema: Any) -> list[str]:
    try:
        found = json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
    except ValueError as error:
        return [f"the JSON can't be read: {error}"]
    if step.command not in ("cluster", "describe"):
        return []
    fault = schema_fault(found, schema)
    if fault:
        return [f"the JSON breaks the schema: {fault}"]
    faults = []
    if found["clusters_found"] != sum(size > 0 for size in found["sizes"]):
        faults.append(f"clusters_found is {found['clusters_found']}, sizes are {found['sizes']}")
    if (clusters := _clusters_asked(step)) is not None and len(found["sizes"]) > clusters:
        faults.append(f"{len(found['sizes'])} clusters where {clusters} were asked for")
    return faults


def _clusters_asked(step: Step) -> int | None:
    if step.method.startswith("cec-ib"):
        return None  # these find their number
    asked = step.value("clusters")
    return int(asked) if asked and asked.isdigit() else None


def clusters_of(step: Step, output: bytes, files: dict[str, bytes]) -> dict[str, str] | None:
    """The cluster of each row by its name, as the result says; None where it went into a table."""
    path = step.outputs().get("output")
    content = files.get(path, b"") if path else output
    if any(word.startswith("--append") for word in step.words):
        return None
    lines = list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))
    if not lines or lines[0][:2] != ["row", "cluster"]:
        return {}
    return {line[0].removeprefix("'"): line[1] for line in lines[1:]}


def _cluster_faults(step: Step, code: int, output: bytes, files: dict[str, bytes]) -> list[str]:
    cluster = clusters_of(step, output, files)
    if cluster is None or step.table is None:
        return []
    if not cluster:
        return ["the result has no rows"]
    faults = []
    if not step.table.damaged and len(cluster) > step.table.rows:
        faults.append(f"{len(cluster)} rows of {step.table.rows}")
    asked = _clusters_asked(step)
    if asked is not None and any(not 0 <= int(y) < asked for y in cluster.values()):
        faults.append(f"clusters beyond {asked}: {sorted(set(cluster.values()))}")
    return faults + _promise_faults(step, code, cluster)


def _is_all_hard(step: Step) -> bool:
    """Whether every item has to hold as it was said."""
    if step.is_wrong or step.is_soft or step.value("trust") not in (None, "1"):
        return False
    return step.value("on-conflict") in (None, "error") and "--continue" not in step.words


def _promise_faults(step: Step, code: int, cluster: dict[str, str]) -> list[str]:
    """That hard items hold, that the exit code says whether they do, and that what can be honoured is."""
    if not _is_all_hard(step):
        return []
    items = step.items
    broken = violations(items, cluster)
    allowed = "--allow-violations" in step.words
    if (code == VIOLATED) != (bool(broken) and not allowed):
        return [f"ended with {code}, but {len(broken)} items do not hold: {broken[:3]}"]
    if not broken or not step.method.startswith("comac") or "--no-propagation" in step.words:
        return []
    asked = step.value("clusters") or "auto"
    most = len(cluster) if asked == "auto" else int(asked.split("..")[-1]) if asked.replace("..", "").isdigit() else None
    if most is not None and can_hold(items, set(cluster), most):
        return [f"{len(broken)} items do not hold, but {most} clusters can honour all: {broken[:3]}"]
    return []


def _prediction_faults(step: Step, output: bytes, files: dict[str, bytes], folder: str) -> list[str]:
    path = step.outputs().get("output")
    content = files.get(path, b"") if path else output
    if "--append" in step.words:
        return []
    lines = list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")))
    wrong = [line for line in lines if not 0 <= float(line["confidence"] or "nan") <= 1]
    faults = [f"a confidence out of range: {wrong[0]}"] if wrong else []
    if step.asks_again:
        with open(f"{folder}/out.csv", encoding="utf-8", newline="") as file:
            own = {line["row"]: line["cluster"] for line in csv.DictReader(file)}
        others = [(line["row"], own[line["row"]], line["cluster"]) for line in lines if own.get(line["row"], line["cluster"]) != line["cluster"]]
        faults += [f"rows of the model join other clusters (row, own, joined): {others[:3]}"] if others else []
    return faults


# The same for any number of threads ----------------------------------------------------------------------------------


TIMES = re.compile(rb" *[\d.,]+ (ms|s|min)\b|threads</th><td>\d+")


def comparable(step: Step, path: str, content: bytes) -> bytes:
    """What a file or an output says, without times and the number of threads."""
    if step.command == "compare" and path.endswith(".csv"):
        return re.sub(rb"(?m)^((?:[^,\n]*,){3})[\d.]+", rb"\1", content)
    if not path.endswith(".json"):
        return TIMES.sub(b"", content) if path.endswith(".html") or step.command == "compare" else content
    try:
        return json.dumps(_without_times(json.loads(content))).encode()
    except ValueError:
        return content


def _without_times(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_times(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {name: _without_times(one) for name, one in value.items() if name not in ("times_ms", "threads", "ms")}
