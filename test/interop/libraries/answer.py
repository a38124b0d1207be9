"""Makes the calls that the test asks for, one after the other, and prints what each returns or raises."""

import enum
import json
import os
import time

PAUSE_SECONDS = 0.5
PAUSES_MAX = 60


def plain(value):
    if isinstance(value, enum.Enum):
        return value.value
    return vars(value) if hasattr(value, "__dict__") else str(value)


def answer(calls):
    said = []
    for call, *args in json.loads(os.environ["CALLS"]):
        try:
            said.append({"value": calls[call](*args)})
        except Exception as error:
            shown = {"name": type(error).__name__, "message": str(error)}
            said.append({"error": {**shown, **vars(error)}})
    print(json.dumps(said, default=plain))


def until(ask, is_done):
    """Asks until the answer is one of a list that is done."""
    for _ in range(PAUSES_MAX):
        said = ask()
        if is_done(said):
            return said
        time.sleep(PAUSE_SECONDS)
    raise TimeoutError("the list is not done")
