"""All calls of the library for Python: it has one."""

import guard  # noqa: F401, isort: skip
import kickbox

from answer import answer


def connect(key):
    THE_LINES_OF_THE_PAGE(key)  # noqa: F821
    return client.kickbox()  # noqa: F821


answer({"check": lambda key, email: connect(key).verify(email, {"timeout": 3_000}).body})
