"""All calls of the library for Python about single checks, credits and lists."""

import guard  # noqa: F401, isort: skip
import csv
import io
from datetime import date

from answer import answer, until
from zerobouncesdk import ZBValidateBatchElement, ZeroBounce


def connect(api_key):
    THE_LINES_OF_THE_PAGE(api_key)  # noqa: F821
    return zero_bounce  # noqa: F821


def usage(key, start, end):
    days = (date.fromisoformat(start), date.fromisoformat(end))
    by_get = connect(key).get_api_usage(*days)
    by_post = connect(key).get_api_usage(*days, use_post=True)
    return {"total": by_get.total, "same": by_get.total == by_post.total, "start_date": by_get.start_date}


def make_list(key, emails):
    client = connect(key)
    content = "email\n" + "".join(f"{email}\n" for email in emails)
    with open("sdk.csv", "w") as file:
        file.write(content)
    second = client.send_file_stream(io.BytesIO(content.encode()), "stream.csv", 1, has_header_row=True)
    sent = client.send_file("sdk.csv", 1, has_header_row=True)
    for file_id in (sent.file_id, second.file_id):
        until(lambda: client.file_status(file_id), lambda said: said.file_status == "Complete")
    client.get_file(sent.file_id, "results.csv")
    client.get_file(second.file_id, "stream.csv", stream=True)
    with open("results.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    with open("results.csv") as file, open("stream.csv") as streamed:
        same = file.read() == streamed.read()
    deleted = [client.delete_file(file_id).success for file_id in (sent.file_id, second.file_id)]
    return {
        "rows": [{"status": row["ZB Status"], "sub_status": row["ZB Sub Status"]} for row in rows],
        "emails": [row["email"] for row in rows],
        "total": len(rows),
        "same": same,
        "deleted": deleted,
    }


def batch(key, emails):
    said = connect(key).validate_batch([ZBValidateBatchElement(email) for email in emails], timeout=10)
    return {"rows": said.email_batch, "emails": [row.address for row in said.email_batch]}


def credits(key):
    by_get, by_post = connect(key).get_credits(), connect(key).get_credits(use_post=True)
    return int(by_get.credits) if by_get.credits == by_post.credits else [by_get.credits, by_post.credits]


answer(
    {
        "check": lambda key, email: connect(key).validate(email, timeout=3),
        "checkByPost": lambda key, email: connect(key).validate(email, timeout=3, use_post=True),
        "credits": credits,
        "usage": usage,
        "batch": batch,
        "list": make_list,
    }
)
