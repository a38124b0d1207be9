"""Checks, without the service and without its code, that an entry of the ledger is in the signed log:

    python3 verify_proof.py proof.json 'rcpt/…+1a2b3c4d+AbCd…'

proof.json is what GET /ledger/{entry}/proof answered, the second argument the key that you trust, as
`rcpt ledger key` prints it. Needs Python 3.9 or newer and ed25519.py beside it.
Exit code: 0 proven, 1 refused (one sentence says which field is wrong), 64 the file or the key cannot be
read as one. README.md says how a proof is made.
"""

import base64
import json
import re
import sys
from datetime import datetime, timedelta
from hashlib import sha256

from ed25519 import is_signature

class Refused(Exception):
    """code 1: the proof is wrong; 64: it is no proof."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


def unreadable(field, expected):
    raise Refused(64, f"{field}: expected {expected}")


def require(holds, sentence):
    if not holds:
        raise Refused(1, sentence)


def at(proof, path):
    for key in path.split("."):
        proof = proof.get(key) if isinstance(proof, dict) else None
    return proof


def text(proof, path):
    value = at(proof, path)
    if not isinstance(value, str) or re.search("[\ud800-\udfff]", value):
        unreadable(path, "a text")
    return value


def whole(proof, path, most=2**53 - 1):
    value = at(proof, path)
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or value != value or not 0 <= value <= most or value != int(value):
        unreadable(path, f"a whole number from 0 to {most}")
    return int(value)


def digest(value, path):
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
        unreadable(path, "64 digits 0-9 and a-f")
    return bytes.fromhex(value)


def digests(proof, path):
    value = at(proof, path)
    if not isinstance(value, list):
        unreadable(path, "a list of hashes")
    return [digest(item, f"{path}[{index}]") for index, item in enumerate(value)]


def leaf_hash(*parts):
    return sha256(b"\0" + b"".join(parts)).digest()


def node_hash(left, right):
    return sha256(b"\1" + left + right).digest()


def with_length(value):
    octets = value.encode()
    return len(octets).to_bytes(4, "big") + octets


def micros_of(moment):
    """Microseconds since 1970."""
    expected = "a time such as 2026-11-23T21:40:00.123456Z"
    if not re.fullmatch(r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{6}Z", moment):
        unreadable("event.at", expected)
    try:
        parsed = datetime.strptime(moment, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        unreadable("event.at", expected)
    return (parsed - datetime(1970, 1, 1)) // timedelta(microseconds=1)


def root_of(leaf, index, size, path):
    """RFC 9162 §2.1.3.2."""
    require(index < size, "inclusion.index is not below inclusion.size")
    node, last, root = index, size - 1, leaf
    for sibling in path:
        require(last > 0, "inclusion.path has too many hashes")
        if node & 1 or node == last:
            root = node_hash(sibling, root)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            root = node_hash(root, sibling)
        node, last = node >> 1, last >> 1
    require(last == 0, "inclusion.path has too few hashes")
    return root


def from_base64(value):
    """The octets, if this is how base64 writes them; else none at all."""
    try:
        octets = base64.b64decode(value, validate=True)
    except ValueError:
        return b""
    return octets if base64.b64encode(octets).decode() == value else b""


def key_of(vkey):
    match = re.fullmatch(r"([!-*,-~]+)\+([0-9a-f]{8})\+(.+)", vkey)
    name, key_id, value = match.groups() if match else ("", "", "")
    octets = from_base64(value)
    found = sha256(name.encode("utf-8", "replace") + b"\n" + octets).digest()[:4]
    if len(octets) != 33 or octets[0] != 1 or found.hex() != key_id:
        unreadable("the key", "one as `rcpt ledger key` prints it")
    return name, found, octets[1:]


def checkpoint_of(note, key):
    """https://c2sp.org/tlog-checkpoint, signed as in https://c2sp.org/signed-note."""
    name, key_id, public_key = key
    end = note.rfind("\n\n") + 1
    origin, size, root = (note[:end].split("\n") + ["", ""])[:3]
    if not re.fullmatch("0|[1-9][0-9]{0,15}", size) or len(from_base64(root)) != 32:
        unreadable("checkpoint", "a signed note with a log, its size and its root")
    require(origin == name, "checkpoint is of another log than the key")
    start, signed = f"— {name} ", False
    for line in note[end + 1 :].split("\n"):
        octets = from_base64(line[len(start) :]) if line.startswith(start) else b""
        if len(octets) == 68 and octets[:4] == key_id:
            signed = signed or is_signature(octets[4:], note[:end].encode(), public_key)
    require(signed, "checkpoint is not signed by the key")
    return origin, int(size), from_base64(root)


def verify_proof(proof, vkey):
    """Answers what was proven, in words; raises Refused."""
    if text(proof, "format") != "rcpt-ledger-proof/1":
        unreadable("format", "rcpt-ledger-proof/1")
    stream, kind, data, moment = (text(proof, f"event.{key}") for key in ("stream", "type", "data", "at"))
    version, v = whole(proof, "event.version"), whole(proof, "event.v", 65_535)
    facts = with_length(stream) + version.to_bytes(8, "big") + with_length(kind) + v.to_bytes(2, "big")
    facts += micros_of(moment).to_bytes(8, "big", signed=True) + sha256(data.encode()).digest()
    event = leaf_hash(digest(at(proof, "event.previous"), "event.previous"), facts)
    events, position = digests(proof, "commit.events"), whole(proof, "commit.position")
    index, size = whole(proof, "inclusion.index"), whole(proof, "inclusion.size")
    path, note = digests(proof, "inclusion.path"), text(proof, "checkpoint")
    origin, signed_size, root = checkpoint_of(note, key_of(vkey))
    found = position >= 1 and events[position - 1 : position] == [event]
    require(found, "event has another hash than commit.events has at commit.position")
    require(signed_size == size, "inclusion.size is not the size of the checkpoint")
    computed = root_of(leaf_hash(*events), index, size, path)
    require(computed == root, "inclusion.path leads to another root than the checkpoint's")
    return (
        f"{kind} {data}\nis event {version} of {stream}, of {moment},\n"
        f"and in commit {index + 1} of the {size} that {origin} has signed."
    )


def text_of(path):
    try:
        with open(path, "rb") as file:
            return file.read().decode()
    except (OSError, ValueError):
        unreadable(path, "a file with text")


def content_of(path):
    try:
        return json.loads(text_of(path), parse_constant=int)
    except (Refused, ValueError, RecursionError):
        unreadable(path, "a file with JSON")


def answer(prove, arguments):
    """Prints what was proven, or why not, and returns the exit code."""
    # An event has any letters; a terminal that lacks them must not make a right proof a wrong one.
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        print(prove(arguments))
    except Refused as refused:
        print(refused, file=sys.stderr)
        return refused.code
    return 0


def prove(arguments):
    if len(arguments) < 2:
        unreadable("arguments", "proof.json and a key")
    return verify_proof(content_of(arguments[0]), arguments[1])


if __name__ == "__main__":
    sys.exit(answer(prove, sys.argv[1:]))
