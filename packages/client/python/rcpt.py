"""Client of rcpt, an email verification service: one file, standard library only, Python 3.9 or newer.

    from rcpt import Rcpt

    rcpt = Rcpt(api_key="rcpt_live_...", base_url="https://verify.example.com")
    print(rcpt.verify("ann@example.com")["status"])

Answers are the JSON of the API as dictionaries. Their types stand in `rcpt_types.py`, for type checkers alone. A call is tried again where that is safe;
`timeout` bounds all of it. A client may be used by several threads.
"""

from __future__ import annotations

import base64
import binascii
import email.utils
import hashlib
import hmac
import http.client
import json
import os
import random
import re
import socket
import ssl
import time
import urllib.parse
import uuid
from contextlib import contextmanager
from typing import (
    IO,
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Type,
    TypedDict,
    Union,
)

if TYPE_CHECKING:  # The types of the answers are made from the OpenAPI document, and nothing needs them to run.
    from rcpt_types import (
        Account,
        Accuracy,
        BatchResponse,
        BulkJob,
        ContactChange,
        FeedbackItem,
        FeedbackResponse,
        ImportedRules,
        Inlet,
        InletChange,
        InletDetails,
        InletRequest,
        Inlets,
        IssuedKey,
        JobFacets,
        JobResultRow,
        JobResultsPage,
        Key,
        KeyChange,
        LedgerCheckpoint,
        LedgerConsistencyProof,
        LedgerEntry,
        LedgerProof,
        LedgerReceipt,
        Message,
        MonthTotals,
        Notices,
        Overview,
        Rule,
        RuleRequest,
        Schedule,
        ScheduleChange,
        ScheduleRequest,
        ScheduleRun,
        Schedules,
        ScheduleTry,
        ScheduleTryRequest,
        SecurityEvent,
        UploadPrice,
        Usage,
        VerifyResult,
        Webhook,
        WebhookDelivery,
        WebhookDeliveryDetails,
        WebhookEndpoint,
        WebhookEndpointChange,
        WebhookEndpointRequest,
        WebhookEndpoints,
        WebhookResend,
        WebhookResent,
        WebhookSecret,
    )

__all__ = [
    "Rcpt",
    "verify_webhook",
    "RcptError",
    "ValidationError",
    "AuthenticationError",
    "InsufficientCreditsError",
    "PermissionDeniedError",
    "NotFoundError",
    "ConflictError",
    "RateLimitError",
    "ServerError",
    "ConnectionFailedError",
    "TimedOutError",
    "WebhookVerificationError",
]


Mode = Literal["fast", "deep"]
Status = Literal["valid", "risky", "invalid", "unknown"]
#: The content of a CSV, the path of a file, or a file, or chunks of bytes. A `str` is content; a path is an
#: `os.PathLike`, such as `pathlib.Path("list.csv")`.
ListSource = Union[str, bytes, "os.PathLike[str]", IO[bytes], Iterable[bytes]]

_TIMEOUT_DEFAULT = 120.0  # seconds: a deep check takes up to a minute, and an upload of 32 MB may
_RETRIES_DEFAULT = 4  # further attempts after the first one
_BACKOFF_FIRST = 0.5  # seconds, doubled for each further attempt
_BACKOFF_MAX = 8.0  # seconds
_UPLOAD_BYTES_MAX = 32 * 1024 * 1024  # the service's limit
_PAGE_SIZE = 100  # items per request, the service's maximum
_SILENCE_MAX = 45.0  # seconds: the service sends a comment every 15 s
_BREAKS_MAX = 8  # streams that break off without an event, one after the other
_TOLERANCE_DEFAULT = 300.0  # seconds
_CHUNK = 64 * 1024  # bytes
_VERSION = "/api/v1"
_FINISHED = frozenset(["complete", "failed", "cancelled"])


class RcptError(Exception):
    """What a call fails with: one class per kind."""

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        code: Optional[str] = None,
        request_id: Optional[str] = None,
        body: Any = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: Of the HTTP response; None where there was none.
        self.status = status
        #: Stable, from `X-Error-Code`; None from services that do not send it.
        self.code = code
        #: `X-Request-Id`, by which the operator finds the request in the log.
        self.request_id = request_id
        self.body = body
        #: Seconds.
        self.retry_after = retry_after


class ValidationError(RcptError):
    """400, or refused before it was sent. `field` is the parameter that the sentence names, if it names one."""

    @property
    def field(self) -> Optional[str]:
        found = re.match(r"([a-z][\w.\[\]-]*) (?:must|is)\b", self.message)
        return found.group(1) if found else None


class AuthenticationError(RcptError):
    """401: the API key is missing, wrong or revoked."""


class InsufficientCreditsError(RcptError):
    """402. Nothing was charged. `needed` and `available` are credits, if the service tells."""

    def _number(self, name: str) -> Optional[int]:
        value = self.body.get(name) if isinstance(self.body, dict) else None
        return value if isinstance(value, int) else None

    @property
    def needed(self) -> Optional[int]:
        return self._number("needed")

    @property
    def available(self) -> Optional[int]:
        return self._number("available")


class PermissionDeniedError(RcptError):
    """403: the key's scopes do not allow it."""


class NotFoundError(RcptError):
    """404: does not exist, or belongs to another account."""


class ConflictError(RcptError):
    """409: the first request with this key is not answered yet. 422: the key belongs to another request."""


class RateLimitError(RcptError):
    """429, with `retry_after`."""


class ServerError(RcptError):
    """5xx."""


class ConnectionFailedError(RcptError):
    """No response, or one that broke off."""


class TimedOutError(RcptError):
    """The time of the call is over, its retries included."""


class WebhookVerificationError(RcptError):
    """The message does not come from the service, or is too old."""


_BY_STATUS: Dict[int, Type[RcptError]] = {
    400: ValidationError,
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: ValidationError,
    422: ConflictError,
    429: RateLimitError,
}


def _retry_after(headers: Mapping[str, str]) -> Optional[float]:
    after = headers.get("retry-after")
    if after is not None:
        if after.isdigit():
            return float(after)
        try:
            return max(0.0, email.utils.parsedate_to_datetime(after).timestamp() - time.time())
        except (TypeError, ValueError):
            return None
    reset = headers.get("x-ratelimit-reset", "")
    if headers.get("x-ratelimit-remaining") == "0" and reset.isdigit():
        return max(0.0, float(reset) - time.time())
    return None


def _error_of(status: int, headers: Mapping[str, str], text: bytes) -> RcptError:
    body: Any = text.decode("utf-8", "replace")
    try:
        body = json.loads(body)
    except ValueError:
        pass
    sentence = body.get("error") if isinstance(body, dict) else None
    if not isinstance(sentence, str):
        sentence = f"the service answered {status}"
        if "location" in headers:
            sentence = f"the service redirects to {headers['location']}: set base_url to where it is"
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else RcptError)
    return kind(
        sentence,
        status=status,
        code=headers.get("x-error-code"),
        request_id=headers.get("x-request-id"),
        body=body,
        retry_after=_retry_after(headers),
    )


def _is_retried(error: RcptError, is_repeatable: bool) -> bool:
    """What is not repeatable is sent again only where the service surely has done nothing."""
    if isinstance(error, RateLimitError):
        return True
    if not is_repeatable:
        return False
    # 409: an earlier attempt is still being answered, and its answer will be the same bytes.
    return isinstance(error, ConnectionFailedError) or error.status in (409, 500, 502, 503, 504)


_chance = random.SystemRandom().random


def _retry_delay(attempt: int, retry_after: Optional[float]) -> float:
    """Seconds, with jitter: clients that were refused together do not come back together."""
    if retry_after is not None:
        return retry_after + _chance() * _BACKOFF_FIRST
    return min(_BACKOFF_MAX, _BACKOFF_FIRST * 2**attempt) * (0.5 + _chance() / 2)


class _Deadline:
    def __init__(self, seconds: Optional[float]) -> None:
        self.seconds = seconds
        self.at = None if seconds is None else time.monotonic() + seconds

    def left(self) -> Optional[float]:
        if self.at is None:
            return None
        left = self.at - time.monotonic()
        if left <= 0:
            raise TimedOutError(f"there was no answer within {self.seconds} s")
        return left

    def sleep(self, seconds: float) -> None:
        left = self.left()
        time.sleep(seconds if left is None else min(seconds, left))
        self.left()


class _Upload:
    """A list as the body of a form. It is read into memory, so that a retry can send it again."""

    def __init__(self, source: ListSource, mode: Optional[str], filename: Optional[str]) -> None:
        content, own_name = _content_of(source)
        if len(content) > _UPLOAD_BYTES_MAX:
            raise ValidationError("file must have at most 32 MB")
        boundary = uuid.uuid4().hex
        name = (filename or own_name or "list.csv").replace("\\", "_").replace('"', "%22")
        name = name.replace("\r", "%0D").replace("\n", "%0A")
        parts = []
        if mode is not None:
            parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="mode"\r\n\r\n{mode}\r\n')
        parts.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
            "Content-Type: text/csv\r\n\r\n"
        )
        self.type = f"multipart/form-data; boundary={boundary}"
        self.body = "".join(parts).encode() + content + f"\r\n--{boundary}--\r\n".encode()


def _content_of(source: ListSource) -> "tuple[bytes, Optional[str]]":
    if isinstance(source, str):
        return source.encode(), None
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), None
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            return file.read(_UPLOAD_BYTES_MAX + 1), os.path.basename(os.fspath(source))
    if hasattr(source, "read"):
        content = source.read(_UPLOAD_BYTES_MAX + 1)
        name = getattr(source, "name", None)
        own_name = os.path.basename(name) if isinstance(name, str) else None
        return content.encode() if isinstance(content, str) else content, own_name
    chunks, size = [], 0
    for chunk in source:
        chunk = chunk.encode() if isinstance(chunk, str) else chunk
        size += len(chunk)
        if size > _UPLOAD_BYTES_MAX:
            break
        chunks.append(chunk)
    if size > _UPLOAD_BYTES_MAX:
        raise ValidationError("file must have at most 32 MB")
    return b"".join(chunks), None


def _text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _segment(text: str) -> str:
    return urllib.parse.quote(text, safe="")


_Response = http.client.HTTPResponse
_Connection = http.client.HTTPConnection


def _wait_at_most(connection: _Connection, seconds: Optional[float]) -> None:
    """For the next octets. A connection that ends with its response has given its socket away."""
    if connection.sock is not None:
        connection.sock.settimeout(seconds)


def _read_all(response: _Response, connection: _Connection, deadline: _Deadline) -> bytes:
    chunks = []
    while True:
        _wait_at_most(connection, deadline.left())
        chunk = response.read1(_CHUNK)
        if not chunk:
            break
        chunks.append(chunk)
    if response.length:
        raise http.client.IncompleteRead(b"".join(chunks), response.length)
    return b"".join(chunks)


class _Transport:
    def __init__(
        self,
        api_key: str,
        base_url: str,
        timeout: float,
        max_retries: int,
        ssl_context: Optional[ssl.SSLContext],
    ) -> None:
        if not re.fullmatch(r"[\x21-\x7e]+", api_key or ""):
            raise ValueError("api_key must be an API key, such as rcpt_live_...")
        base = base_url.rstrip("/")
        self._url = urllib.parse.urlsplit(base if base.endswith(_VERSION) else base + _VERSION)
        if self._url.scheme not in ("http", "https") or not self._url.hostname:
            raise ValueError("base_url must be a URL, such as https://verify.example.com")
        self._api_key = api_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._ssl_context = ssl_context

    def json(self, method: str, path: str, **call: Any) -> Any:
        def read(response: _Response, connection: _Connection, deadline: _Deadline) -> Any:
            try:
                return json.loads(_read_all(response, connection, deadline))
            finally:
                connection.close()

        return self._send(method, path, read, **call)

    @contextmanager
    def stream(self, path: str, **call: Any) -> Iterator["tuple[_Response, _Connection]"]:
        """The time of the call ends with the head of the response; then only silence ends it."""

        def read(response: _Response, connection: _Connection, deadline: _Deadline) -> Any:
            _wait_at_most(connection, _SILENCE_MAX)
            return response, connection

        response, connection = self._send("GET", path, read, **call)
        try:
            yield response, connection
        finally:
            response.close()
            connection.close()

    def _send(
        self,
        method: str,
        path: str,
        read: Callable[[_Response, _Connection, _Deadline], Any],
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        upload: Optional[_Upload] = None,
        csv: Optional[str] = None,
        has_key: bool = False,
        is_repeatable: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Any:
        deadline = _Deadline(self._timeout if timeout is None else timeout)
        retries = self._max_retries if max_retries is None else max_retries
        if is_repeatable is None:
            is_repeatable = method in ("GET", "PUT") or has_key
        headers = {"X-API-Key": self._api_key, "Accept-Encoding": "identity"}
        if has_key:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        content = None
        if upload is not None:
            content, headers["Content-Type"] = upload.body, upload.type
        elif csv is not None:
            content, headers["Content-Type"] = csv.encode(), "text/csv"
        elif body is not None:
            content, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        given = {name: _text_of(value) for name, value in (query or {}).items() if value is not None}
        target = self._url.path + path + (f"?{urllib.parse.urlencode(given)}" if given else "")
        attempt = 0
        while True:
            try:
                return self._attempt(method, target, headers, content, deadline, read)
            except RcptError as error:
                delay = _retry_delay(attempt, error.retry_after)
                left = deadline.left()
                is_over = attempt >= retries or (left is not None and delay > left)
                if is_over or not _is_retried(error, is_repeatable):
                    raise
            attempt += 1
            deadline.sleep(delay)

    def _attempt(
        self,
        method: str,
        target: str,
        headers: Mapping[str, str],
        content: Optional[bytes],
        deadline: _Deadline,
        read: Callable[[_Response, _Connection, _Deadline], Any],
    ) -> Any:
        connection = self._connect(deadline.left())
        try:
            connection.request(method, target, body=content, headers=dict(headers))
            response = connection.getresponse()
            if 200 <= response.status < 300:
                return read(response, connection, deadline)
            text = _read_all(response, connection, deadline)
        except (OSError, http.client.HTTPException, ValueError) as cause:
            connection.close()
            if isinstance(cause, socket.timeout):
                deadline.left()
            raise ConnectionFailedError(
                f"no usable answer from {self._url.scheme}://{self._url.netloc}: {cause!r}"
            ) from cause
        connection.close()
        names = {name.lower(): value for name, value in response.getheaders()}
        raise _error_of(response.status, names, text)

    def _connect(self, timeout: Optional[float]) -> http.client.HTTPConnection:
        host, port = self._url.hostname or "", self._url.port
        if self._url.scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=timeout)
        context = self._ssl_context or ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=timeout, context=context)


def _pages(
    page_at: Callable[[Any], Mapping[str, Any]], items: str, cursor: Any = None
) -> Iterator[Any]:
    """The items of all pages, each asked for when the one before it is used up."""
    while True:
        page = page_at(cursor)
        yield from page[items]
        cursor = page["next"]
        if cursor is None:
            return


class _Jobs:
    """Bulk jobs: a list is uploaded, verified in the background, followed and read."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

    def create(
        self,
        source: ListSource,
        *,
        mode: Optional[Mode] = None,
        filename: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> BulkJob:
        """Holds the maximum cost of all rows and returns at once. Unused credits come back when the job ends."""
        upload = _Upload(source, mode, filename)
        return self._transport.json(
            "POST",
            "/verify/bulk",
            upload=upload,
            has_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def price(
        self, source: ListSource, *, mode: Optional[Mode] = None, timeout: Optional[float] = None
    ) -> UploadPrice:
        """What the list would cost. Nothing is stored or charged."""
        upload = _Upload(source, mode, None)
        query = {"dry_run": True}
        return self._transport.json(
            "POST", "/verify/bulk", query=query, upload=upload, is_repeatable=True, timeout=timeout
        )

    def list(self, *, limit: Optional[int] = None) -> Iterator[BulkJob]:
        """Newest first."""
        yield from self._transport.json("GET", "/jobs", query={"limit": limit})

    def get(self, job_id: str) -> BulkJob:
        return self._transport.json("GET", f"/jobs/{_segment(job_id)}")

    def facets(self, job_id: str) -> JobFacets:
        """How many rows have which status and `sub_status`, also while it runs."""
        return self._transport.json("GET", f"/jobs/{_segment(job_id)}/facets")

    def watch(self, job_id: str, *, timeout: Optional[float] = None) -> Iterator[BulkJob]:
        """The job now, then whenever something changes, until it has finished. A broken stream is resumed."""
        deadline = _Deadline(timeout)
        path, breaks = f"/jobs/{_segment(job_id)}/stream", 0
        while True:
            try:
                with self._transport.stream(path, timeout=deadline.left()) as opened:
                    for data in _event_data(*opened, deadline):
                        job, breaks = json.loads(data), 0
                        yield job
                        if job["status"] in _FINISHED:
                            return
            except (OSError, http.client.HTTPException, ConnectionFailedError):
                deadline.left()
                if breaks >= _BREAKS_MAX:
                    raise
            if breaks >= _BREAKS_MAX:
                raise ConnectionFailedError("the stream ends before the job does")
            deadline.sleep(_retry_delay(breaks, None))
            breaks += 1

    def wait(
        self,
        job_id: str,
        *,
        timeout: Optional[float] = None,
        on_progress: Optional[Callable[[BulkJob], object]] = None,
    ) -> BulkJob:
        """The job when it has finished: look at its `status`. Without a timeout, as long as it takes."""
        job: Any = None
        for job in self.watch(job_id, timeout=timeout):
            if on_progress is not None:
                on_progress(job)
        return job

    def cancel(self, job_id: str) -> BulkJob:
        """Rows that have a result stay charged, and the rest is refunded. A job that has finished stays as it is."""
        path, query = f"/jobs/{_segment(job_id)}", {"keep": True}
        self._transport.json("DELETE", path, query=query, is_repeatable=True)
        return self.get(job_id)

    def finish(self, job_id: str) -> BulkJob:
        """Lets a deep job end without waiting for its greylisted addresses.

        They are `greylisted`, for 1 credit. A job that has finished stays as it is.
        """
        self._transport.json("POST", f"/jobs/{_segment(job_id)}/finish", is_repeatable=True)
        return self.get(job_id)

    def remove(self, job_id: str) -> None:
        """Deletes the rows and the upload of a finished job. Its charges stay in the ledger."""
        if self.get(job_id)["status"] not in _FINISHED:
            raise ConflictError("the job has not finished: cancel it first")
        self._transport.json("DELETE", f"/jobs/{_segment(job_id)}")

    def results(
        self,
        job_id: str,
        *,
        status: Optional[Status] = None,
        sub_status: Optional[str] = None,
        search: Optional[str] = None,
        details: Optional[bool] = None,
        partial: Optional[bool] = None,
    ) -> Iterator[JobResultRow]:
        """All rows of a complete job; with `partial` those that have a result, also of a running one.

        While the job runs, a row that gets its result between two pages can move another one to the next: for each
        row once, download.
        """
        page, pages = 1, 1
        query = {"status": status, "sub_status": sub_status, "search": search}
        while page <= pages:
            got: JobResultsPage = self._transport.json(
                "GET",
                f"/jobs/{_segment(job_id)}/results",
                query={
                    **query,
                    "details": details,
                    "partial": partial,
                    "page": page,
                    "page_size": _PAGE_SIZE,
                },
            )
            yield from got["results"]
            page, pages = page + 1, got["total_pages"]

    def download(
        self,
        job_id: str,
        *,
        status: Union[Status, Sequence[Status], None] = None,
        sub_status: Optional[str] = None,
        partial: Optional[bool] = None,
        format: Optional[Literal["csv", "xlsx"]] = None,
    ) -> Iterator[bytes]:
        """The upload as it was, with the results beside it, as the bytes of a CSV or a workbook."""
        statuses = ",".join(status) if isinstance(status, (list, tuple)) else status
        query = {
            "status": statuses,
            "sub_status": sub_status,
            "partial": partial,
            "format": format,
        }
        yield from _chunks(self._transport, f"/jobs/{_segment(job_id)}/download", query)


def _chunks(transport: _Transport, path: str, query: Mapping[str, Any]) -> Iterator[bytes]:
    with transport.stream(path, query=query) as (response, _):
        while True:
            try:
                chunk = response.read(_CHUNK)
            except (OSError, http.client.HTTPException) as cause:
                raise ConnectionFailedError(f"the download broke off: {cause!r}") from cause
            if not chunk:
                break
            yield chunk
        if response.length:
            raise ConnectionFailedError("the download broke off")


def _event_data(
    response: _Response, connection: _Connection, deadline: _Deadline
) -> Iterator[str]:
    """The `data` of server-sent events (WHATWG HTML, section 9.2)."""
    data: List[str] = []
    while True:
        left = deadline.left()
        _wait_at_most(connection, _SILENCE_MAX if left is None else min(left, _SILENCE_MAX))
        line = response.readline()
        if line == b"":
            return
        text = line.decode().rstrip("\r\n")
        if text.startswith("data:"):
            data.append(text[len("data:") :].lstrip())
        elif text == "" and data:
            yield "\n".join(data)
            data = []


class _Ledger:
    """Every grant, hold, charge and refund, with receipts and proofs."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

    def entries(
        self,
        *,
        type: Optional[Literal["grant", "adjust", "hold", "charge", "refund"]] = None,
        job: Optional[str] = None,
        month: Optional[str] = None,
    ) -> Iterator[LedgerEntry]:
        """Newest first. `month` is UTC, such as `2026-11`."""
        query = {"type": type, "job": job, "month": month, "limit": _PAGE_SIZE}
        return _pages(
            lambda cursor: self._transport.json("GET", "/ledger", query={**query, "cursor": cursor}),
            "entries",
        )

    def totals(self, month: str) -> Optional[MonthTotals]:
        """Of a calendar month (UTC), such as `2026-11`."""
        page = self._transport.json("GET", "/ledger", query={"month": month, "limit": 1})
        return page.get("totals")

    def receipt(self, entry: str) -> LedgerReceipt:
        """The entry with what it was for and the others of its hold."""
        return self._transport.json("GET", f"/ledger/{_segment(entry)}")

    def proof(self, entry: str) -> LedgerProof:
        """That the entry is in the signed ledger; a `NotFoundError` until a checkpoint has it."""
        return self._transport.json("GET", f"/ledger/{_segment(entry)}/proof")

    def checkpoints(self) -> Iterator[LedgerCheckpoint]:
        """Newest first."""
        path = "/ledger/checkpoints"
        return _pages(
            lambda before: self._transport.json("GET", path, query={"before": before}), "checkpoints"
        )

    def consistency(self, from_size: int, to_size: int) -> LedgerConsistencyProof:
        """That the checkpoint of the second size only adds to that of the first."""
        query = {"from": from_size, "to": to_size}
        return self._transport.json("GET", "/ledger/consistency", query=query)

    def csv(
        self, *, type: Optional[str] = None, job: Optional[str] = None, month: Optional[str] = None
    ) -> Iterator[bytes]:
        """All entries as the bytes of a CSV."""
        yield from _chunks(
            self._transport, "/ledger.csv", {"type": type, "job": job, "month": month}
        )


class _Keys:
    """API keys of the account. A key needs the scope `manage` to manage keys."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

    def create(
        self,
        name: Optional[str] = None,
        scopes: Optional[Sequence[Literal["fast", "read", "manage"]]] = None,
        limits: Optional[KeyChange] = None,
    ) -> IssuedKey:
        """The `key` of a secret key is shown only now. With `origins` in `limits` it is a browser key."""
        body: Dict[str, Any] = {**(limits or {})}
        if name is not None:
            body["name"] = name
        if scopes is not None:
            body["scopes"] = list(scopes)
        return self._transport.json("POST", "/keys", body=body)

    def change(self, key_id: str, change: KeyChange) -> Key:
        """Changes what is given; None takes a limit away."""
        return self._transport.json("PATCH", f"/keys/{_segment(key_id)}", body=change)

    def list(self) -> List[Key]:
        return self._transport.json("GET", "/keys")

    def revoke(self, key_id: str) -> Message:
        """It is refused from now on."""
        return self._transport.json("DELETE", f"/keys/{_segment(key_id)}")


class _Rules:
    """The account's own rules. A change holds on every node when it returns."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        action: Optional[Literal["allow", "block"]] = None,
        match: Optional[Literal["address", "domain", "mail_host", "tld"]] = None,
        search: Optional[str] = None,
    ) -> Iterator[Rule]:
        """Newest first. `search`: a part of the value or the note, in any case."""
        query = {"action": action, "match": match, "search": search, "limit": _PAGE_SIZE}
        return _pages(
            lambda cursor: self._transport.json("GET", "/rules", query={**query, "cursor": cursor}),
            "rules",
        )

    def add(self, rule: RuleRequest) -> Rule:
        """Changes the rule for the same `match` and `value`, if there is one."""
        return self._transport.json("POST", "/rules", body=rule, is_repeatable=True)

    def remove(self, rule_id: str) -> Message:
        return self._transport.json("DELETE", f"/rules/{_segment(rule_id)}")

    def remove_all(self) -> Message:
        return self._transport.json("DELETE", "/rules", query={"all": True}, is_repeatable=True)

    def csv(self) -> Iterator[bytes]:
        """All rules as the bytes of a CSV, which `import_csv` takes again."""
        yield from _chunks(self._transport, "/rules.csv", {})

    def import_csv(self, csv: str) -> ImportedRules:
        """Adds the rules of a CSV of at most 1 MiB: all of them, or none if one is wrong."""
        return self._transport.json("POST", "/rules.csv", csv=csv, is_repeatable=True)


class _Inlets:
    """URLs of the service for the events of mail services. A key needs the scope `manage` to change them."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

    def list(self) -> Inlets:
        """The oldest first, without their URLs."""
        return self._transport.json("GET", "/inlets")

    def create(self, inlet: InletRequest) -> Inlet:
        """With its `url`, which is shown only now: anyone who knows it can send events."""
        return self._transport.json("POST", "/inlets", body=inlet)

    def get(self, inlet_id: str) -> InletDetails:
        """With its last events, and what became of each."""
        return self._transport.json("GET", self._path(inlet_id))

    def change(self, inlet_id: str, change: InletChange) -> Inlet:
        """Changes the name or the signing key. The URL stays."""
        return self._transport.json("PATCH", self._path(inlet_id), body=change)

    def remove(self, inlet_id: str) -> Message:
        """Its URL works no more. Reports that were recorded stay."""
        return self._transport.json("DELETE", self._path(inlet_id))

    def rotate_url(self, inlet_id: str) -> Inlet:
        """Gives it a new `url`. For 24 hours the one from before works, too."""
        return self._transport.json("POST", f"{self._path(inlet_id)}/secret")

    @staticmethod
    def _path(inlet_id: str) -> str:
        return f"/inlets/{_segment(inlet_id)}"


class _Schedules:
    """Lists that are checked again and again. A key needs the scope `manage` to change them."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

    def list(self) -> Schedules:
        """The oldest first, each with its newest run."""
        return self._transport.json("GET", "/schedules")

    def create(self, schedule: ScheduleRequest) -> Schedule:
        """With an interval its first run begins at once, with a cron expression at the next time."""
        return self._transport.json("POST", "/schedules", body=schedule)

    def try_out(self, wanted: ScheduleTryRequest) -> ScheduleTry:
        """Reads three contacts, and looks whether the sink works. Nothing is written. Free."""
        return self._transport.json("POST", "/schedules/try", body=wanted, is_repeatable=True)

    def get(self, schedule_id: str) -> Schedule:
        """Without the secrets of its source and its sink."""
        return self._transport.json("GET", self._path(schedule_id))

    def change(self, schedule_id: str, change: ScheduleChange) -> Schedule:
        """What is left out stays. `paused` pauses or resumes it."""
        return self._transport.json("PATCH", self._path(schedule_id), body=change)

    def remove(self, schedule_id: str) -> Message:
        """With its runs and changes. Its jobs stay."""
        return self._transport.json("DELETE", self._path(schedule_id))

    def run(self, schedule_id: str) -> ScheduleRun:
        """Begins the run that waits. If one is on, that one is returned."""
        return self._transport.json("POST", f"{self._path(schedule_id)}/run")

    def runs(self, schedule_id: str) -> Iterator[ScheduleRun]:
        """Newest first, without the one that waits for its time."""
        return self._all(f"{self._path(schedule_id)}/runs", "runs")

    def changes(self, schedule_id: str, run_id: str) -> Iterator[ContactChange]:
        """What a run changed."""
        return self._all(f"{self._path(schedule_id, run_id)}/changes", "changes")

    def changes_csv(self, schedule_id: str, run_id: str) -> Iterator[bytes]:
        """What a run changed, as the bytes of a CSV."""
        yield from _chunks(self._transport, f"{self._path(schedule_id, run_id)}/changes.csv", {})

    def take_back(self, schedule_id: str, run_id: str) -> int:
        """Gives the sink what it had before the run, and returns the number of changes. Only `listmonk` can."""
        path, count, cursor = f"{self._path(schedule_id, run_id)}/take-back", 0, None
        while True:
            page = self._transport.json(
                "POST", path, query={"cursor": cursor}, is_repeatable=True
            )
            count, cursor = count + page["changes"], page["next"]
            if cursor is None:
                return count

    def _all(self, path: str, items: str) -> Iterator[Any]:
        return _pages(
            lambda cursor: self._transport.json(
                "GET", path, query={"cursor": cursor, "limit": _PAGE_SIZE}
            ),
            items,
        )

    @staticmethod
    def _path(schedule_id: str, run_id: Optional[str] = None) -> str:
        path = f"/schedules/{_segment(schedule_id)}"
        return path if run_id is None else f"{path}/runs/{_segment(run_id)}"


class _Webhook:
    """The account's webhook. `verify_webhook` is for who receives its deliveries."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport
        self.endpoints = _WebhookEndpoints(transport)

    def set(self, url: str) -> Webhook:
        """Of the first endpoint."""
        return self._transport.json("PUT", "/webhook", body={"url": url})

    def get(self) -> Webhook:
        return self._transport.json("GET", "/webhook")

    def remove(self) -> Message:
        """Also deletes its secret."""
        return self._transport.json("DELETE", "/webhook")

    def rotate_secret(self) -> WebhookSecret:
        """The new secret. For 24 hours deliveries are also signed with the one before it."""
        return self._transport.json("POST", "/webhook/secret")

    def deliveries(self) -> Iterator[WebhookDelivery]:
        """Newest first."""
        path = "/webhook/deliveries"
        return _pages(
            lambda cursor: self._transport.json(
                "GET", path, query={"cursor": cursor, "limit": _PAGE_SIZE}
            ),
            "deliveries",
        )

    def resend(self, delivery_id: str) -> WebhookDelivery:
        """Sends it at once, with the same `webhook-id`."""
        return self._transport.json("POST", f"/webhook/deliveries/{_segment(delivery_id)}/resend")

    def test(self) -> WebhookDelivery:
        """Sends a `webhook.test`."""
        return self._transport.json("POST", "/webhook/test")

    def delivery(self, delivery_id: str) -> WebhookDeliveryDetails:
        """What was sent and answered, attempt by attempt. Of any endpoint."""
        return self._transport.json("GET", f"/webhook/deliveries/{_segment(delivery_id)}")


class _WebhookEndpoints:
    """Several URLs, each with a choice of events and a secret of its own."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

    def list(self) -> WebhookEndpoints:
        """The oldest first: that one is what `webhook` alone means."""
        return self._transport.json("GET", "/webhook/endpoints")

    def create(self, endpoint: WebhookEndpointRequest) -> WebhookEndpoint:
        """With its `secret`. Without `events` it gets every event."""
        return self._transport.json("POST", "/webhook/endpoints", body=endpoint)

    def get(self, endpoint_id: str) -> WebhookEndpoint:
        return self._transport.json("GET", self._path(endpoint_id))

    def change(self, endpoint_id: str, change: WebhookEndpointChange) -> WebhookEndpoint:
        """What is left out stays as it is."""
        return self._transport.json("PATCH", self._path(endpoint_id), body=change)

    def remove(self, endpoint_id: str) -> Message:
        """Also deletes its secret."""
        return self._transport.json("DELETE", self._path(endpoint_id))

    def rotate_secret(self, endpoint_id: str) -> WebhookSecret:
        """The new secret. For 24 hours deliveries are also signed with the one before it."""
        return self._transport.json("POST", f"{self._path(endpoint_id)}/secret")

    def deliveries(self, endpoint_id: str) -> Iterator[WebhookDelivery]:
        """Newest first."""
        path = f"{self._path(endpoint_id)}/deliveries"
        return _pages(
            lambda cursor: self._transport.json(
                "GET", path, query={"cursor": cursor, "limit": _PAGE_SIZE}
            ),
            "deliveries",
        )

    def resend(self, endpoint_id: str, time: WebhookResend) -> WebhookResent:
        """All deliveries of the time that have failed, in order."""
        return self._transport.json("POST", f"{self._path(endpoint_id)}/resend", body=time)

    def test(self, endpoint_id: str) -> WebhookDelivery:
        """Sends a `webhook.test`, which costs nothing."""
        return self._transport.json("POST", f"{self._path(endpoint_id)}/test")

    @staticmethod
    def _path(endpoint_id: str) -> str:
        return f"/webhook/endpoints/{_segment(endpoint_id)}"


class Rcpt:
    """The client. `base_url` with or without `/api/v1`; `timeout` in seconds, of a whole call."""

    def __init__(
        self,
        api_key: str,
        base_url: str = "http://127.0.0.1:8080",
        *,
        timeout: float = _TIMEOUT_DEFAULT,
        max_retries: int = _RETRIES_DEFAULT,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._transport = _Transport(api_key, base_url, timeout, max_retries, ssl_context)
        self.jobs = _Jobs(self._transport)
        self.ledger = _Ledger(self._transport)
        self.keys = _Keys(self._transport)
        self.rules = _Rules(self._transport)
        self.inlets = _Inlets(self._transport)
        self.schedules = _Schedules(self._transport)
        self.webhook = _Webhook(self._transport)

    def verify(
        self,
        email: str,
        *,
        mode: Optional[Mode] = None,
        explain: Optional[bool] = None,
        answer_within: Optional[float] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> VerifyResult:
        """Any text is answered: one that is no address is `invalid`. Pass it as it is: a `+` is sent as `%2B`.

        `answer_within`: deep mode, 1 to 60 seconds, after which the answer has what is known by then.
        """
        query = {"email": email, "mode": mode, "explain": explain}
        if answer_within is not None:
            query["timeout"] = round(answer_within * 1000)
        return self._transport.json(
            "GET",
            "/verify",
            query=query,
            has_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )

    def verify_batch(
        self,
        emails: Iterable[str],
        *,
        mode: Optional[Mode] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> BatchResponse:
        """Up to 100 addresses. Look at `truncated`: credits may run out before the end."""
        body: Dict[str, Any] = {"emails": list(emails)}
        if mode is not None:
            body["mode"] = mode
        return self._transport.json(
            "POST",
            "/verify/batch",
            body=body,
            has_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )

    def feedback(
        self,
        items: Iterable[FeedbackItem],
        *,
        search_lists: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> FeedbackResponse:
        """Reports bounces and deliveries of mail to verified addresses, up to 1,000 at once. Free.

        `search_lists`: finds addresses without `job_id` in the newest lists, too.
        """
        body: Dict[str, Any] = {"items": list(items)}
        if search_lists is not None:
            body["search_lists"] = search_lists
        return self._transport.json(
            "POST", "/feedback", body=body, has_key=True, idempotency_key=idempotency_key
        )

    def account(self) -> Account:
        return self._transport.json("GET", "/account")

    def credits(self) -> int:
        """Credits that are left, without those on hold."""
        return self.account()["credits"]

    def usage(self, *, months: Optional[int] = None) -> List[Usage]:
        """Checks by calendar month (UTC), the current one first. Default 12 months, at most 24."""
        return self._transport.json("GET", "/usage", query={"months": months})

    def accuracy(self, *, days: Optional[int] = None) -> Accuracy:
        """How many addresses bounced that were mailed, by what rcpt had said of them. 30, 90 or 365 days; default 90."""
        return self._transport.json("GET", "/usage/accuracy", query={"days": days})

    def overview(self) -> Overview:
        """Credits, the last 30 days and the latest jobs."""
        return self._transport.json("GET", "/overview")

    def notices(self) -> Notices:
        """What limits the service at the moment."""
        return self._transport.json("GET", "/notices")

    def security_events(self) -> Iterator[SecurityEvent]:
        """What was done to the account, and what was refused, newest first."""
        path = "/account/security"
        return _pages(
            lambda cursor: self._transport.json(
                "GET", path, query={"cursor": cursor, "limit": _PAGE_SIZE}
            ),
            "events",
        )


class _WebhookLinks(TypedDict, total=False):
    # Of a job's event: `job`, `results` and `download`, where to read more with an API key.
    links: Dict[str, str]


class WebhookEvent(_WebhookLinks):
    """Of `data`, a job's event has the `BulkJob`, and `credits.low` the `credits` that are left."""

    type: Literal["job.completed", "job.failed", "job.cancelled", "credits.low", "webhook.test"]
    timestamp: str
    data: Dict[str, Any]


def _signature(content: bytes, secret: str) -> str:
    prefix = "whsec_"
    encoded = secret[len(prefix) :] if secret.startswith(prefix) else secret
    try:
        key = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError) as cause:
        raise ValueError(f"secret must be {prefix} and base64") from cause
    if not key:
        raise ValueError(f"secret must be {prefix} and base64")
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = _TOLERANCE_DEFAULT,
) -> WebhookEvent:
    """The event of a message (Standard Webhooks), or a `WebhookVerificationError`.

    The body is that of the request, unchanged. `tolerance`: seconds that the message may be old, or ahead of this
    clock. A message may come more than once, with the same `webhook-id`.
    """
    found = {str(name).lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not found.get(name):
            raise WebhookVerificationError(f"the header {name} is missing")
    timestamp = found["webhook-timestamp"]
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError(f"the message is not from the last {tolerance:g} s: {timestamp}")
    octets = body.encode() if isinstance(body, str) else bytes(body)
    content = f"{found['webhook-id']}.{timestamp}.".encode() + octets
    given = found["webhook-signature"].encode().split(b" ")
    is_signed = False
    for one in [secret] if isinstance(secret, str) else secret:
        expected = _signature(content, one).encode()
        for signature in given:
            is_signed |= hmac.compare_digest(expected, signature)
    if not is_signed:
        raise WebhookVerificationError("no signature of the message fits the secret")
    return json.loads(octets)
