"""Checks, without the service and without its code, that the log of today continues the one of a checkpoint that you kept:

    python3 verify_consistency.py consistency.json 'rcpt/…+1a2b3c4d+AbCd…' kept.txt

consistency.json is what GET /ledger/consistency answered, the second argument the key that you trust, and
kept.txt has your checkpoints, as many as you like. Exit codes are those of verify_proof.py, which must stand
beside this file, with ed25519.py.
"""

import base64
import sys

from verify_proof import answer, checkpoint_of, content_of, digests, key_of, node_hash, require, text, text_of, unreadable


def require_consistent(from_size, from_root, to_size, to_root, path):
    """RFC 9162 §2.1.4.2."""
    require(from_size <= to_size, "from is later than to")
    require(from_size > 0, "from is an empty log, which every log continues")
    if from_size == to_size:
        require(not path, "path has too many hashes")
        require(from_root == to_root, "from and to have the same size and different roots")
        return
    node, last = from_size - 1, to_size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    # The whole of a complete tree stands for itself.
    seed, *rest = [from_root, *path] if node == 0 else path or [None]
    require(seed is not None, "path has too few hashes")
    first = second = seed
    for sibling in rest:
        require(last > 0, "path has too many hashes")
        if node & 1 or node == last:
            first, second = node_hash(sibling, first), node_hash(sibling, second)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            second = node_hash(second, sibling)
        node, last = node >> 1, last >> 1
    require(last == 0, "path has too few hashes")
    require(first == from_root, "path leads to another root than that of from")
    require(second == to_root, "path leads to another root than that of to")


def verify_consistency(proof, vkey, kept):
    """kept: notes, one after another. Answers what was proven, in words; raises Refused."""
    key = key_of(vkey)
    notes = [text(proof, "from.note"), text(proof, "to.note")]
    (origin, size, root), (_, to_size, to_root) = (checkpoint_of(note, key) for note in notes)
    start, lines = f"\n{origin}\n{size}\n", "\n" + kept.replace("\r\n", "\n")
    require(start in lines, "from has a size that no kept checkpoint has")
    is_kept = f"{start}{base64.b64encode(root).decode()}\n" in lines
    require(is_kept, "from has another root than the kept checkpoint of its size: there are two histories")
    require_consistent(size, root, to_size, to_root, digests(proof, "path"))
    return f"The log of {to_size} commits that {origin} has signed begins with the {size} of the kept checkpoint."


def prove(arguments):
    if len(arguments) < 3:
        unreadable("arguments", "consistency.json, a key and kept checkpoints")
    path, vkey, kept = arguments[:3]
    return verify_consistency(content_of(path), vkey, text_of(kept))


if __name__ == "__main__":
    sys.exit(answer(prove, sys.argv[1:]))
