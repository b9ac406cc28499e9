"""The rules of SARIF 2.1.0 for what a report contains: which properties an object may have, which it must have, their
types and their enumerations. An object has no other properties than these.

A rule is a type: a name of OBJECTS, or str, bool, a set of words, ("least", n) for an integer, ("uri",) for a reference
to a file, [type] for an array, ("unique", type) for one without equal items, ("some", type) for one that is not empty.
"""
import re

LEVEL = {"none", "note", "warning", "error"}
ROLE = {"analysisTarget", "attachment", "responseFile", "resultFile", "standardStream", "tracedFile", "unmodified",
        "modified", "added", "deleted", "renamed", "uncontrolled", "driver", "extension", "translation", "taxonomy",
        "policy", "referencedOnCommandLine", "memoryContents", "directory", "userSpecifiedConfiguration",
        "toolSpecifiedConfiguration", "debugOutputFile"}
INDEX = ("least", -1)

# For each object its properties. A property that an object must have ends in '!'. "any of" names groups of which at
# least one property must be there.
OBJECTS = {
    "sarifLog": {"$schema": str, "version!": {"2.1.0"}, "runs!": ["run"]},
    "run": {"tool!": "tool", "invocations": ["invocation"], "artifacts": ("unique", "artifact"), "results": ["result"],
            "properties": dict},
    "tool": {"driver!": "toolComponent"},
    "toolComponent": {"name!": str, "version": str, "rules": ("unique", "reportingDescriptor")},
    "reportingDescriptor": {"id!": str, "shortDescription": "multiformatMessageString",
                            "defaultConfiguration": "reportingConfiguration"},
    "multiformatMessageString": {"text!": str, "markdown": str},
    "reportingConfiguration": {"enabled": bool, "level": LEVEL},
    "invocation": {"executionSuccessful!": bool, "toolExecutionNotifications": ["notification"]},
    "notification": {"descriptor": "reportingDescriptorReference", "message!": "message", "level": LEVEL,
                     "locations": ("unique", "location")},
    "reportingDescriptorReference": {"id": str, "index": INDEX, "guid": str, "any of": ("id", "index", "guid")},
    "artifact": {"location": "artifactLocation", "roles": ("unique", ROLE)},
    "artifactLocation": {"uri": ("uri",)},
    "message": {"text": str, "markdown": str, "id": str, "any of": ("text", "id")},
    "result": {"ruleId": str, "ruleIndex": INDEX, "level": LEVEL, "message!": "message", "locations": ["location"],
               "relatedLocations": ("unique", "location"), "codeFlows": ["codeFlow"], "occurrenceCount": ("least", 1),
               "properties": dict},
    "location": {"id": INDEX, "physicalLocation": "physicalLocation", "message": "message"},
    "physicalLocation": {"artifactLocation": "artifactLocation", "region": "region", "any of": ("artifactLocation",)},
    "region": {"startLine": ("least", 1), "startColumn": ("least", 1)},
    "codeFlow": {"message": "message", "threadFlows!": ("some", "threadFlow")},
    "threadFlow": {"id": str, "message": "message", "locations!": ("some", "threadFlowLocation")},
    "threadFlowLocation": {"location": "location", "executionOrder": INDEX,
                           "importance": {"important", "essential", "unimportant"}},
}


def faults(value, rule, where):
    """What is against the rules, a line each."""
    if isinstance(rule, str):
        yield from object_faults(value, OBJECTS[rule], f"{where} ({rule})")
    elif isinstance(rule, set):
        if not isinstance(value, str) or value not in rule:
            yield f"{where}: {value!r} is none of {sorted(rule)}"
    elif isinstance(rule, type):
        if not isinstance(value, rule):
            yield f"{where}: {value!r} is no {rule.__name__}"
    elif isinstance(rule, list):
        yield from array_faults(value, rule[0], where)
    elif rule[0] == "least":
        if not isinstance(value, int) or isinstance(value, bool) or value < rule[1]:
            yield f"{where}: {value!r} is no integer of at least {rule[1]}"
    elif rule[0] == "uri":
        if not isinstance(value, str) or not re.fullmatch(r"(?:[\w.~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+", value,
                                                          re.ASCII):
            yield f"{where}: {value!r} is no URI"
    else:
        yield from array_faults(value, rule[1], where)
        if rule[0] == "some" and not value:
            yield f"{where}: is empty"
        if rule[0] == "unique" and any(value[i] in value[:i] for i in range(len(value))):
            yield f"{where}: has equal items"


def array_faults(value, rule, where):
    if not isinstance(value, list):
        yield f"{where}: {value!r} is no array"
        return
    for i, item in enumerate(value):
        yield from faults(item, rule, f"{where}[{i}]")


def object_faults(value, rules, where):
    if not isinstance(value, dict):
        yield f"{where}: {value!r} is no object"
        return
    allowed = {name.removesuffix("!"): rule for name, rule in rules.items() if name != "any of"}
    for name, item in value.items():
        if name not in allowed:
            yield f"{where}: has no property {name}"
        else:
            yield from faults(item, allowed[name], f"{where}.{name}")
    for name in rules:
        if name.endswith("!") and name[:-1] not in value:
            yield f"{where}: misses {name[:-1]}"
    if "any of" in rules and not any(name in value for name in rules["any of"]):
        yield f"{where}: has none of {rules['any of']}"


def faults_of_log(log):
    return list(faults(log, "sarifLog", "log"))
