"""Runs the verifiers on many proofs: each line of the input is [the text of a proof, a key], in JSON; with kept checkpoints
as a third text it is a proof of consistency.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "packages/store/verifier"))

from verify_consistency import verify_consistency  # noqa: E402
from verify_proof import Refused, verify_proof  # noqa: E402


def outcome(text, vkey, *kept):
    verify = verify_consistency if kept else verify_proof
    try:
        return {"code": 0, "sentence": verify(json.loads(text, parse_constant=int), vkey, *kept)}
    except Refused as refused:
        return {"code": refused.code, "sentence": str(refused)}
    except (ValueError, RecursionError):
        return {"code": 64, "sentence": "a file with JSON"}


for line in sys.stdin:
    print(json.dumps(outcome(*json.loads(line))))
