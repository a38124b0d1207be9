"""All calls of the library for Python."""

import guard  # noqa: F401, isort: skip
import emailable

from answer import answer, until


def connect(api_key):
    client = emailable.Client(api_key)
    THE_LINES_OF_THE_PAGE(client)  # noqa: F821
    return client


def make_list(key, emails):
    client = connect(key)
    batch_id = client.batch(emails).id
    batch = until(lambda: client.batch_status(batch_id), lambda said: hasattr(said, "emails"))
    return {
        "rows": batch.emails,
        "emails": [row["email"] for row in batch.emails],
        "total": batch.total_counts["total"],
    }


answer(
    {
        "check": lambda key, email: connect(key).verify(email, timeout=3),
        "credits": lambda key: connect(key).account().available_credits,
        "list": make_list,
    }
)
