"""Client of rcpt, an email verification service: one file, standard library only, Python 3.9 or newer.

    from rcpt import Rcpt

    rcpt = Rcpt(api_key="rcpt_live_...", base_url="https://verify.example.com")
    print(rcpt.verify("ann@example.com")["status"])

Answers are the JSON of the API as dictionaries, whose types are below. A call is tried again where that is safe;
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


# --- made from the OpenAPI document by `node packages/cli/bin/run.mjs docs` ---

class _AccountAlways(TypedDict):
    # Available credits, without held ones.
    credits: int
    # The checks of this month.
    usage: Usage
    # The kind of credentials.
    auth_mode: Literal["jwt", "api_key"]
    # The time of the finding.
    checked_at: str


class _AccountSometimes(TypedDict, total=False):
    # Of the signed-in person. Only with a dashboard session.
    email: str
    # Of the signed-in person. Only with a dashboard session.
    role: Literal["manager", "member", "read_only"]
    # Only present for managers of accounts that own the service.
    is_admin: bool
    # Only present if a webhook is set.
    webhook_url: str
    # Signs the webhook's deliveries. Only with a dashboard session that may manage the account.
    webhook_secret: str


class Account(_AccountAlways, _AccountSometimes):
    """`Account` of the API."""


class _ActivityDetailAlways(TypedDict):
    # Of a check: that of its hold in the ledger. Of another request: `request_id`.
    id: str
    # When it began.
    created_at: str
    # `check`: one address by `GET /verify`. `batch`: the request, whose addresses are each a `batch_item`. `request`: any other request.
    what: Literal["check", "batch", "batch_item", "request"]
    # Charged; of a batch, by all of its addresses. 0 if the answer was a repeated one.
    credits: int
    # The credentials of the request: an API key, or a session of the dashboard.
    via: Literal["api_key", "dashboard"]
    # `X-Request-Id` of the response.
    request_id: str
    # Milliseconds until the answer; of an address of a batch, those of its check.
    duration_ms: int


class _ActivityDetailSometimes(TypedDict, total=False):
    # Requests: the method, such as `GET`.
    method: str
    # Requests: the path as it is declared, such as `/jobs/{id}`; never with its query.
    path: str
    # The address; masked, such as `a***@acme.test`, in lists and for restricted keys.
    email: str
    # Checks: the verdict.
    status: Literal["valid", "risky", "invalid", "unknown"]
    # The most decisive finding.
    sub_status: str
    # 0 to 100; from 80 on, no problem was found.
    score: int
    # The mode that was used.
    mode: Literal["fast", "deep"]
    # The answer of an earlier request was repeated, by its `Idempotency-Key`.
    replay: Literal[true]
    # The API key of the request.
    key_id: str
    # Absent if the client disconnected before the response.
    http_status: int
    # `X-Error-Code`
    error_code: str
    # Id of the entry that charged for it, such as `4711-1`, or else of its hold.
    ledger_entry: str
    # Batches: number of addresses that are listed.
    items: int
    # Checks: the full answer. Addresses in it are masked for restricted keys.
    result: VerifyResult


class ActivityDetail(_ActivityDetailAlways, _ActivityDetailSometimes):
    """`ActivityDetail` of the API."""


class ActivityPage(TypedDict):
    """`ActivityPage` of the API."""
    # Newest first.
    rows: List[ActivityRow]
    # `cursor` of the next page; null on the last page. A page may have fewer rows than asked for, or none, when few match: each looks through a limited number.
    next: Union[str, None]


class _ActivityRowAlways(TypedDict):
    # Of a check: that of its hold in the ledger. Of another request: `request_id`.
    id: str
    # When it began.
    created_at: str
    # `check`: one address by `GET /verify`. `batch`: the request, whose addresses are each a `batch_item`. `request`: any other request.
    what: Literal["check", "batch", "batch_item", "request"]
    # Charged; of a batch, by all of its addresses. 0 if the answer was a repeated one.
    credits: int
    # The credentials of the request: an API key, or a session of the dashboard.
    via: Literal["api_key", "dashboard"]
    # `X-Request-Id` of the response.
    request_id: str
    # Milliseconds until the answer; of an address of a batch, those of its check.
    duration_ms: int


class _ActivityRowSometimes(TypedDict, total=False):
    # Requests: the method, such as `GET`.
    method: str
    # Requests: the path as it is declared, such as `/jobs/{id}`; never with its query.
    path: str
    # The address; masked, such as `a***@acme.test`, in lists and for restricted keys.
    email: str
    # Checks: the verdict.
    status: Literal["valid", "risky", "invalid", "unknown"]
    # The most decisive finding.
    sub_status: str
    # 0 to 100; from 80 on, no problem was found.
    score: int
    # The mode that was used.
    mode: Literal["fast", "deep"]
    # The answer of an earlier request was repeated, by its `Idempotency-Key`.
    replay: Literal[true]
    # The API key of the request.
    key_id: str
    # Absent if the client disconnected before the response.
    http_status: int
    # `X-Error-Code`
    error_code: str


class ActivityRow(_ActivityRowAlways, _ActivityRowSometimes):
    """`ActivityRow` of the API."""


class _BatchRequestAlways(TypedDict):
    # Duplicates are verified and charged once.
    emails: List[str]


class _BatchRequestSometimes(TypedDict, total=False):
    # `fast` does not contact the recipient's mail server.
    mode: Literal["fast", "deep"]
    # Gives an earlier result of the account again, for 0 credits, if it is at most this old: `12h`, `30d`; 1 hour to 90 days. It has the same or a deeper mode, and its own `checked_at`. Without it, every address is verified now.
    max_age: str


class BatchRequest(_BatchRequestAlways, _BatchRequestSometimes):
    """`BatchRequest` of the API."""


class BatchResponse(TypedDict):
    """`BatchResponse` of the API."""
    # In the order of the request. Only the first ones if `truncated`.
    results: List[BatchResultItem]
    # Number of results.
    count: int
    # Credits charged for the whole batch.
    credits_used: int
    # The mode that was used.
    mode: Literal["fast", "deep"]
    # Whether credits ran out before the end.
    truncated: bool


class _BatchResultItemAlways(TypedDict):
    # The address as sent.
    email: str


class _BatchResultItemSometimes(TypedDict, total=False):
    # The answer.
    result: VerifyResult
    # Why there is no `result`. It is free of charge.
    error: str


class BatchResultItem(_BatchResultItemAlways, _BatchResultItemSometimes):
    """`BatchResultItem` of the API."""


class _BulkJobAlways(TypedDict):
    # Its id.
    id: str
    # The name of the uploaded file.
    filename: str
    # Rows with an address.
    total_rows: int
    # Rows with a result.
    processed_rows: int
    # Rows that are `valid`, so far.
    valid_count: int
    # Rows that are `invalid`, so far.
    invalid_count: int
    # Rows that are `risky`, so far.
    risky_count: int
    # Rows that are `unknown`, so far.
    unknown_count: int
    # Its state.
    status: Literal["pending", "processing", "complete", "failed", "cancelled"]
    # The mode that was used.
    mode: Literal["fast", "deep"]
    # Maximum cost of the job: 1 credit per row, 5 in deep mode.
    credits_reserved: int
    # Charged so far. The rest of `credits_reserved` is held until the job ends.
    credits_charged: int
    # When it began; null before.
    started_at: Union[str, None]
    # When the job ended; null before.
    completed_at: Union[str, None]
    # When it was made.
    created_at: str


class _BulkJobSometimes(TypedDict, total=False):
    # Why the job failed.
    error_message: str
    # Rows whose cells were erased on request. They keep their results and are still counted.
    erased_rows: int
    # Who made it. Absent if no person with a session did.
    made_by: PersonNamed
    # The API key that uploaded it.
    key_id: str


class BulkJob(_BulkJobAlways, _BulkJobSometimes):
    """`BulkJob` of the API."""


class _ChecksAlways(TypedDict):
    pass


class _ChecksSometimes(TypedDict, total=False):
    # Address is syntactically valid.
    syntax: bool
    # Free email provider.
    free: bool
    # Disposable or temporary provider.
    disposable: bool
    # Domain has MX records.
    mx: bool
    # Domain appears parked.
    parked: bool
    # Address is an anonymized relay.
    relay: bool
    # Domain publishes an SPF record.
    spf: bool
    # Domain publishes a DMARC record, or its organizational domain does.
    dmarc: bool
    # Domain accepts all addresses.
    catch_all: bool
    # Role-based mailbox.
    role: bool
    # Domain or primary mail server is on a blocklist.
    dnsbl: bool
    # At least one MX host resolves to a public address.
    mx_routable: bool
    # Domain mail is handled by a forwarding service. Context only.
    forwarder: bool
    # Local part has non-ASCII characters (RFC 6531).
    smtputf8: bool
    # Domain publishes an MTA-STS record. Context only.
    mta_sts: bool
    # Domain publishes a TLS-RPT record. Context only.
    tls_rpt: bool
    # Domain publishes a BIMI record. Context only.
    bimi: bool


class Checks(_ChecksAlways, _ChecksSometimes):
    """`Checks` of the API."""


class CreditLimit(TypedDict):
    """The most credits that the key may use in a day or a month."""
    # Credits.
    credits: int
    # A day or a month begins at midnight, UTC.
    per: Literal["day", "month"]


class Day(TypedDict):
    """`Day` of the API."""
    # UTC, such as `2026-01-31`.
    date: str
    # Rows or checks with this status.
    valid: int
    # Rows or checks with this status.
    risky: int
    # Rows or checks with this status.
    invalid: int
    # Rows or checks with this status.
    unknown: int
    # Charges minus reversed charges; may be negative.
    credits_spent: int


class ErasureReceiptErased(TypedDict):
    """`ErasureReceiptErased` of the API."""
    # Places are added over time.
    place: Literal["job_rows", "job_cells", "job_suggestions", "job_names", "stored_replies", "webhook_messages", "feedback_checks", "feedback_reports", "queued_probes", "activity", "invitations", "rules", "mail_messages"]
    # The number of items there.
    count: int


class ErasureReceipt(TypedDict):
    """`ErasureReceipt` of the API."""
    # Of the event that records the erasure; null if nothing was found.
    id: Union[str, None]
    # When the address was erased.
    erased_at: str
    # Whether the address was found.
    found: bool
    # The places with erased data, and the number of items in each.
    erased: List[ErasureReceiptErased]
    # The data that stays, with the reasons.
    kept: List[KeptData]


Explained = "List[ExplainedFact]"


class _ExplainedFactAlways(TypedDict):
    # Stable id of what was checked: `dns.spf`, `list.disposable`, `rdap.age` …
    rule: str
    # The outcome of the check.
    outcome: Literal["present", "absent", "unanswered"]
    # The source of the data: a list, a DNS query, a registry, a mail server.
    source: str


class _ExplainedFactSometimes(TypedDict, total=False):
    # The finding, or the reason why there was no answer.
    answer: str
    # Maximum age of the data; absent if it was looked up for this request.
    age_seconds: int
    # Phase of the SMTP session.
    phase: Literal["connect", "greeting", "ehlo", "starttls", "mail", "rcpt", "rset"]
    # SMTP reply code.
    code: int
    # Enhanced status code (RFC 3463).
    enhanced_code: str
    # Number of commands that went out in one write with this one (RFC 2920); absent if it was sent alone.
    sent_together: int


class ExplainedFact(_ExplainedFactAlways, _ExplainedFactSometimes):
    """`ExplainedFact` of the API."""


class _FeedbackItemAlways(TypedDict):
    # What happened to the mail.
    outcome: Literal["delivered", "bounced"]


class _FeedbackItemSometimes(TypedDict, total=False):
    # An address that was verified alone or in a batch, or one of the job's.
    email: str
    # Of the job that verified it.
    job_id: str
    # With `job_id`: the row of the file, from 1, without the header line.
    row: int
    # Required for `bounced`: the mail server's reply, as in the returned mail or in the log.
    smtp_response: str
    # Default: now. At most 90 days ago.
    occurred_at: str


class FeedbackItem(_FeedbackItemAlways, _FeedbackItemSometimes):
    """`FeedbackItem` of the API."""


class FeedbackRequest(TypedDict):
    """`FeedbackRequest` of the API."""
    # Bounces and deliveries, each for one address or row.
    items: List[FeedbackItem]


class FeedbackResponse(TypedDict):
    """`FeedbackResponse` of the API."""
    # In the order of the request.
    results: List[FeedbackResult]
    # Number of results.
    count: int
    # Number of those that are `accepted`.
    accepted: int


class _FeedbackResultAlways(TypedDict):
    # `not_about_mailbox`: the response blames something else, such as the sender, or cannot be understood; it changes nothing. `not_verified_by_you`: not by this account within 90 days. `invalid`: see `error`.
    status: Literal["accepted", "not_about_mailbox", "not_verified_by_you", "invalid"]


class _FeedbackResultSometimes(TypedDict, total=False):
    # As sent.
    email: str
    # The job.
    job_id: str
    # The row of the list, from 1.
    row: int
    # Why it was refused.
    error: str


class FeedbackResult(_FeedbackResultAlways, _FeedbackResultSometimes):
    """`FeedbackResult` of the API."""


class Hour(TypedDict):
    """`Hour` of the API."""
    # When it begins, such as `2026-01-31T13:00:00.000Z`.
    hour: str
    # Rows or checks with this status.
    valid: int
    # Rows or checks with this status.
    risky: int
    # Rows or checks with this status.
    invalid: int
    # Rows or checks with this status.
    unknown: int
    # Charges minus reversed charges; may be negative.
    credits_spent: int


class ImportedRules(TypedDict):
    """`ImportedRules` of the API."""
    # New rules.
    added: int
    # Existing rules for the same `match` and `value` that were changed.
    changed: int
    # Rules that existed already.
    unchanged: int


class _IssuedKeyAlways(TypedDict):
    # Its id.
    id: str
    # Its name.
    name: str
    # Empty if it has no restrictions.
    scopes: List[Literal["fast", "read"]]
    # The last four characters of the key.
    last4: str
    # When it was made.
    created_at: str
    # The role of the person who made it, at that time: the key may do no more than they might.
    role: Literal["manager", "member", "read_only"]
    # `browser`: it is public, works on `origins`, and only for `GET /verify`.
    kind: Literal["secret", "browser"]
    # The key itself. It is shown only once.
    key: str


class _IssuedKeySometimes(TypedDict, total=False):
    # Of a browser key: its websites.
    origins: List[str]
    # Of a browser key: whether it may use deep mode.
    allow_deep: bool
    visitor_limit: VisitorLimit
    credit_limit: CreditLimit
    # When it ends, or has ended. Absent: it does not end.
    expires_at: str
    # The networks from which it works. Absent: from all.
    networks: List[str]


class IssuedKey(_IssuedKeyAlways, _IssuedKeySometimes):
    """`IssuedKey` of the API."""


_JobChangesChangesAlways = TypedDict("_JobChangesChangesAlways", {
    "from": "Literal['valid', 'risky', 'invalid', 'unknown']",
    "to": "Literal['valid', 'risky', 'invalid', 'unknown']",
    "rows": "int",
})


class _JobChangesChangesSometimes(TypedDict, total=False):
    pass


class JobChangesChanges(_JobChangesChangesAlways, _JobChangesChangesSometimes):
    """`JobChangesChanges` of the API."""


class JobChanges(TypedDict):
    """`JobChanges` of the API."""
    # The earlier job. Null: none was found, and nothing is counted.
    since: Union[BulkJob, None]
    # Addresses with the same status in both.
    same: int
    # Addresses with another status.
    changed: int
    # Addresses that the earlier job did not have.
    added: int
    # Addresses that only the earlier job has.
    removed: int
    # How many addresses went from which status to which, the most frequent first.
    changes: List[JobChangesChanges]


class JobFacetsStatusesSubStatuses(TypedDict):
    """`JobFacetsStatusesSubStatuses` of the API."""
    # The most decisive finding.
    sub_status: str
    # How many rows.
    rows: int


class JobFacetsStatuses(TypedDict):
    """`JobFacetsStatuses` of the API."""
    # Its state.
    status: Literal["valid", "risky", "invalid", "unknown"]
    # How many rows.
    rows: int
    # Most frequent first; empty for valid rows.
    sub_statuses: List[JobFacetsStatusesSubStatuses]


class JobFacetsRecommendations(TypedDict):
    """`JobFacetsRecommendations` of the API."""
    # What to do with the address.
    recommendation: Literal["send", "send_with_care", "do_not_send", "ask_again"]
    # How many rows.
    rows: int


class JobFacets(TypedDict):
    """`JobFacets` of the API."""
    # Rows with an address.
    total_rows: int
    # Rows with a result: the sum of the rows below.
    processed_rows: int
    # Greylisted addresses, which are checked again later. `POST /jobs/{id}/finish` does not wait for them.
    waiting_addresses: int
    # All four statuses, including those without rows.
    statuses: List[JobFacetsStatuses]
    # Rows by recommendation. In deep mode only `send` and `do_not_send`: the others also depend on what the mail servers said.
    recommendations: List[JobFacetsRecommendations]


class _JobResultRowAlways(TypedDict):
    pass


class _JobResultRowSometimes(TypedDict, total=False):
    # The email address. Absent if it can no longer be read.
    email: str
    # The verdict.
    verification_status: Literal["valid", "risky", "invalid", "unknown"]
    # The score, 0 to 100.
    verification_score: int
    # Disposable or temporary provider.
    is_disposable: bool
    # Domain has MX records.
    has_mx: bool
    # Role-based mailbox.
    is_role_based: bool
    # Free email provider.
    is_free_provider: bool
    # Address is an anonymized relay.
    is_relay: bool
    # Domain or primary mail server is on a blocklist.
    is_blacklisted: bool
    # Domain publishes an SPF record.
    has_spf: bool
    # Domain publishes a DMARC record, or its organizational domain does.
    has_dmarc: bool
    # Days since the domain was registered, as a string.
    domain_age_days: str
    # The recognized mail provider.
    mx_provider: str
    # The same for all spellings of one mailbox.
    normalized_email: str
    # The address that was probably meant, or empty.
    did_you_mean: str
    # Present if the row was erased on request: its `email` is empty, its result stays.
    erased: bool
    # The finding behind a status other than valid. Only with `details=true`.
    sub_status: str
    # The domain accepts every recipient. Only with `details=true`.
    is_catch_all: bool
    # Deep mode: what the mail server said. Only with `details=true`.
    smtp_status: Literal["deliverable", "undeliverable", "catch_all", "unknown", "greylisted", "rate_limited", "policy_blocked", "timeout", "not_checked"]
    # Deep mode. Only with `details=true`.
    mailbox_exists: Literal["yes", "no", "unknown"]
    # 0 for a duplicate, and for an earlier result (`max_age`). Only with `details=true`.
    credits_used: int
    # When it was verified. Only with `details=true`.
    checked_at: str
    # An earlier result, given again (`max_age`). Only with `details=true`.
    is_known: bool
    # What to do with it. Only with `details=true`.
    recommendation: Literal["send", "send_with_care", "do_not_send", "ask_again"]
    # With `ask_again`: seconds after `checked_at` from which the answer may be another one. Only with `details=true`.
    retry_after: int


class JobResultRow(_JobResultRowAlways, _JobResultRowSometimes):
    """`JobResultRow` of the API."""


class JobResultsPage(TypedDict):
    """`JobResultsPage` of the API."""
    # One for each address or row, in order.
    results: List[JobResultRow]
    # Rows that match the filter and the search.
    total_rows: int
    # From 1.
    page: int
    # Rows per page.
    page_size: int
    # Pages at this `page_size`.
    total_pages: int


class KeptData(TypedDict):
    """`KeptData` of the API."""
    # The data that stays.
    what: str
    # Why it stays.
    why: str


class _KeyAlways(TypedDict):
    # Its id.
    id: str
    # Its name.
    name: str
    # Empty if it has no restrictions.
    scopes: List[Literal["fast", "read"]]
    # The last four characters of the key.
    last4: str
    # When it was made.
    created_at: str
    # The role of the person who made it, at that time: the key may do no more than they might.
    role: Literal["manager", "member", "read_only"]
    # `browser`: it is public, works on `origins`, and only for `GET /verify`.
    kind: Literal["secret", "browser"]
    # Last use, up to a minute late; null if it was never used.
    last_used_at: Union[str, None]


class _KeySometimes(TypedDict, total=False):
    # Of a browser key: its websites.
    origins: List[str]
    # Of a browser key: whether it may use deep mode.
    allow_deep: bool
    visitor_limit: VisitorLimit
    credit_limit: CreditLimit
    # When it ends, or has ended. Absent: it does not end.
    expires_at: str
    # The networks from which it works. Absent: from all.
    networks: List[str]
    # Of a key with a `credit_limit`: its credits of this day or month (UTC).
    credits_used: int
    # Of a browser key, which is public: the key itself.
    key: str
    made_by: PersonNamed


class Key(_KeyAlways, _KeySometimes):
    """`Key` of the API."""


class _KeyChangeAlways(TypedDict):
    pass


class _KeyChangeSometimes(TypedDict, total=False):
    # Its name, at most 100 characters.
    name: str
    # The websites whose pages may use the key, such as `https://shop.example`; `https://*.shop.example` allows every name below. 1 to 50. A key with origins is a browser key: it is public, and only for `GET /verify`.
    origins: List[str]
    # Whether the browser key may use deep mode, at 1 or 5 credits for a check. Default: false.
    allow_deep: bool
    # Of a browser key. Default: 10 in a minute and 50 in a day.
    visitor_limit: VisitorLimit
    # The most credits that the key may use in a day or a month; null: no limit. Default: none; of a browser key 1000 in a day.
    credit_limit: Union[CreditLimit, None]
    # When the key ends: in the future. null: it does not end by itself.
    expires_at: Union[str, None]
    # The only networks from which the key works, as IP addresses or CIDR blocks, such as `203.0.113.0/24`. Not for a browser key. null or empty: from all.
    networks: Union[List[str], None]
    # Restrictions. `fast`: no deep mode. `read`: nothing that costs credits or changes anything. A key with a scope cannot manage keys. Not for a browser key. Default: no restrictions.
    scopes: List[Literal["fast", "read"]]


class KeyChange(_KeyChangeAlways, _KeyChangeSometimes):
    """`KeyChange` of the API."""


class _KeyRequestAlways(TypedDict):
    pass


class _KeyRequestSometimes(TypedDict, total=False):
    # To recognise the key, at most 100 characters. Required, except for a browser key: default `Browser key of` its first origin.
    name: str
    # The websites whose pages may use the key, such as `https://shop.example`; `https://*.shop.example` allows every name below. 1 to 50. A key with origins is a browser key: it is public, and only for `GET /verify`.
    origins: List[str]
    # Whether the browser key may use deep mode, at 1 or 5 credits for a check. Default: false.
    allow_deep: bool
    # Of a browser key. Default: 10 in a minute and 50 in a day.
    visitor_limit: VisitorLimit
    # The most credits that the key may use in a day or a month; null: no limit. Default: none; of a browser key 1000 in a day.
    credit_limit: Union[CreditLimit, None]
    # When the key ends: in the future. null: it does not end by itself.
    expires_at: Union[str, None]
    # The only networks from which the key works, as IP addresses or CIDR blocks, such as `203.0.113.0/24`. Not for a browser key. null or empty: from all.
    networks: Union[List[str], None]
    # Restrictions. `fast`: no deep mode. `read`: nothing that costs credits or changes anything. A key with a scope cannot manage keys. Not for a browser key. Default: no restrictions.
    scopes: List[Literal["fast", "read"]]


class KeyRequest(_KeyRequestAlways, _KeyRequestSometimes):
    """`KeyRequest` of the API."""


class LedgerCheckpoint(TypedDict):
    """A signed checkpoint of the log that covers the last entry of the month. Absent: it has no entries, or the service signs nothing."""
    # Commits of the log.
    size: int
    # Log, number of commits and root of their Merkle tree (RFC 6962), signed: a C2SP tlog-checkpoint, with the co-signatures of witnesses.
    note: str
    # When it was made.
    created_at: str


class LedgerCheckpoints(TypedDict):
    """`LedgerCheckpoints` of the API."""
    # Keys that checkpoints are signed with, as C2SP writes them. Ask the operator in another way too: a proof is worth as much as the key that you trust.
    keys: List[str]
    # Keys of the parties that are asked to co-sign checkpoints (C2SP tlog-witness). Trust those that you know.
    witnesses: List[str]
    # One page of checkpoints, the newest first.
    checkpoints: List[LedgerCheckpoint]
    # `before` of the next page; null on the last page.
    next: Union[int, None]


_LedgerConsistencyProofAlways = TypedDict("_LedgerConsistencyProofAlways", {
    "from": "LedgerCheckpoint",
    "to": "LedgerCheckpoint",
    "path": "List[str]",
})


class _LedgerConsistencyProofSometimes(TypedDict, total=False):
    pass


class LedgerConsistencyProof(_LedgerConsistencyProofAlways, _LedgerConsistencyProofSometimes):
    """`LedgerConsistencyProof` of the API."""


class _LedgerEntryAlways(TypedDict):
    # Commit and position in it, such as `4711-1`.
    id: str
    # Its type.
    type: Literal["grant", "adjust", "hold", "charge", "refund"]
    # Number of credits, always 1 or more.
    credits: int
    # Change of the balance. A hold subtracts its credits, a refund adds its credits. A charge is paid from a hold, so it does not change the balance.
    change: int
    # Available credits after this entry.
    balance: int
    # When it was made.
    created_at: str


_LedgerEntrySometimes = TypedDict("_LedgerEntrySometimes", {
    "for": "LedgerPurpose",
    "hold_id": "str",
    "reason": "str",
}, total=False)


class LedgerEntry(_LedgerEntryAlways, _LedgerEntrySometimes):
    """`LedgerEntry` of the API."""


class LedgerLineHold(TypedDict):
    """Checks and jobs: the state of the hold."""
    # Its id.
    id: str
    # Credits.
    credits: int
    # Without reversed charges.
    charged: int
    # Credits refunded.
    refunded: int
    # Neither charged nor refunded yet.
    open: int


class _LedgerLineAlways(TypedDict):
    # Its beginning: the hold of a check or job, a grant, or an adjustment.
    entry: LedgerEntry
    # Of the balance, by all of its entries up to now.
    change: int
    # Number of its entries. The receipt of one of them has them in `chain`.
    entries: int


class _LedgerLineSometimes(TypedDict, total=False):
    # Checks and jobs: the state of the hold.
    hold: LedgerLineHold


class LedgerLine(_LedgerLineAlways, _LedgerLineSometimes):
    """`LedgerLine` of the API."""


class _LedgerLinesAlways(TypedDict):
    # Newest first, by their first entry.
    lines: List[LedgerLine]
    # `cursor` of the next page; null on the last page.
    next: Union[str, None]


class _LedgerLinesSometimes(TypedDict, total=False):
    # Only with `month`: totals of the whole month.
    totals: MonthTotals


class LedgerLines(_LedgerLinesAlways, _LedgerLinesSometimes):
    """`LedgerLines` of the API."""


class _LedgerPageAlways(TypedDict):
    # One page of entries, the newest first.
    entries: List[LedgerEntry]
    # `cursor` of the next page; null on the last page.
    next: Union[str, None]


class _LedgerPageSometimes(TypedDict, total=False):
    # Only with `month`: totals of the whole month, regardless of other filters.
    totals: MonthTotals


class LedgerPage(_LedgerPageAlways, _LedgerPageSometimes):
    """`LedgerPage` of the API."""


class LedgerProofEvent(TypedDict):
    """The event."""
    # The stream of the event.
    stream: str
    # The number of the event in its stream.
    version: int
    # Its type.
    type: str
    # The version of the event's format.
    v: int
    # UTC, with microseconds.
    at: str
    # The JSON text that was hashed.
    data: str
    # The hash of the event before it in its stream.
    previous: str


class LedgerProofCommit(TypedDict):
    """The commit of the log that has it."""
    # Of the event among those of its commit, from 1.
    position: int
    # The hashes of the events of its commit.
    events: List[str]


class LedgerProofInclusion(TypedDict):
    """RFC 6962 §2.1.1."""
    # Of the commit in the log, from 0.
    index: int
    # Commits in the tree.
    size: int
    # Hashes from the leaf to the root, in order.
    path: List[str]


class LedgerProof(TypedDict):
    """`LedgerProof` of the API."""
    # The format of this proof.
    format: Literal["rcpt-ledger-proof/1"]
    # The entry.
    entry: str
    # The event.
    event: LedgerProofEvent
    # The commit of the log that has it.
    commit: LedgerProofCommit
    # RFC 6962 §2.1.1.
    inclusion: LedgerProofInclusion
    # Log, number of commits and root of their Merkle tree (RFC 6962), signed: a C2SP tlog-checkpoint, with the co-signatures of witnesses.
    checkpoint: str


class _LedgerPurposeAlways(TypedDict):
    # The kind of the request.
    kind: Literal["verification", "batch", "job"]
    # The mode that was used.
    mode: Literal["fast", "deep"]


class _LedgerPurposeSometimes(TypedDict, total=False):
    # Id of the list.
    job: str


class LedgerPurpose(_LedgerPurposeAlways, _LedgerPurposeSometimes):
    """`LedgerPurpose` of the API."""


class _LedgerReceiptResultAlways(TypedDict):
    # Its state.
    status: Literal["valid", "risky", "invalid", "unknown"]
    # 0 to 100; from 80 on, no problem was found.
    score: int
    # Where the request came from.
    via: Literal["api_key", "dashboard", "demo"]


class _LedgerReceiptResultSometimes(TypedDict, total=False):
    # The most decisive finding.
    sub_status: str


class LedgerReceiptResult(_LedgerReceiptResultAlways, _LedgerReceiptResultSometimes):
    """Single and batch checks: the result."""


class LedgerReceiptHold(TypedDict):
    """The hold that the entry belongs to."""
    # Its id.
    id: str
    # Credits.
    credits: int
    # Without reversed charges.
    charged: int
    # Credits refunded.
    refunded: int
    # Neither charged nor refunded yet.
    open: int


class LedgerReceiptProof(TypedDict):
    """The event in the log, which `rcpt ledger verify` checks."""
    # The commit of the log that has it.
    commit: int
    # The stream of the event.
    stream: str
    # The number of the event in its stream.
    version: int
    # The event.
    event: str
    # SHA-256 over the event and all earlier events of its stream, in hex.
    hash: str


class _LedgerReceiptAlways(TypedDict):
    # The entry.
    entry: LedgerEntry
    # The hold and its charges and refunds, oldest first; at most 100. `GET /ledger?job=` has all.
    chain: List[LedgerEntry]
    # The event in the log, which `rcpt ledger verify` checks.
    proof: LedgerReceiptProof


class _LedgerReceiptSometimes(TypedDict, total=False):
    # Single and batch checks: the result.
    result: LedgerReceiptResult
    # The hold that the entry belongs to.
    hold: LedgerReceiptHold
    # Single and batch checks: id of the row of `GET /activity/{id}`, while it is kept.
    activity: str


class LedgerReceipt(_LedgerReceiptAlways, _LedgerReceiptSometimes):
    """`LedgerReceipt` of the API."""


class _LedgerStatementAlways(TypedDict):
    # UTC, such as `2026-11`.
    month: str
    # False: the month goes on, and so may the statement.
    is_over: bool
    # Sums of the month. Only with `month`.
    totals: MonthTotals
    # Oldest first: one for each job, grant and adjustment, and one a day for single checks and for batches of each mode. With more than 500 jobs, or grants and adjustments, these have one line a day too. The sum of `change` is `balance_after` − `balance_before`.
    lines: List[StatementLine]
    # SHA-256 of the file `GET /ledger.csv?month=`, in hex: it has every entry, and is the same each time once the month is over.
    csv_sha256: str


class _LedgerStatementSometimes(TypedDict, total=False):
    checkpoint: LedgerCheckpoint


class LedgerStatement(_LedgerStatementAlways, _LedgerStatementSometimes):
    """`LedgerStatement` of the API."""


class LedgerStatementsStatements(TypedDict):
    """`LedgerStatementsStatements` of the API."""
    # UTC, such as `2026-11`.
    month: str
    # False: the month goes on, and so may the statement.
    is_over: bool
    # Sums of the month. Only with `month`.
    totals: MonthTotals


class LedgerStatements(TypedDict):
    """`LedgerStatements` of the API."""
    # A month without entries is not among them.
    statements: List[LedgerStatementsStatements]
    # `before` of the next page; null on the last page.
    next: Union[str, None]


class ListFormat(TypedDict):
    """How the file was read. Absent for rows of a job."""
    # The column of the addresses, from 1.
    column: int
    # Its name, or a generated one.
    column_name: str
    # `asked`: `column` names it; `named`: its header names it; `cells`: of several, it has the most addresses.
    because: Literal["asked", "named", "cells"]
    # Its first cells, at most three.
    examples: List[str]
    # The separator of the cells.
    delimiter: str
    # The encoding that was used, as browsers name it; `encoding` overrides it.
    encoding: str


class ListPreview(TypedDict):
    """From the syntax, rcpt's lists and earlier checks; no network is used. Absent for fewer than 20 addresses, for rows of a job, and above 30 lists per hour."""
    # Distinct addresses that the numbers below are of.
    sampled: int
    # Not well-formed: they bounce.
    invalid_syntax: int
    # At disposable providers.
    disposable: int
    # Shared inboxes.
    role: int
    # At free providers.
    free: int
    # At domains that are known to take no mail, from earlier verifications: they bounce.
    known_bad_domains: int
    # Per cent of the addresses that bounce, rounded down. Verifying finds more.
    at_least_bounce_percent: int


McpMessage = "Any"


class Message(TypedDict):
    """`Message` of the API."""
    # What was done.
    message: str


class MonthTotals(TypedDict):
    """Sums of the credits of one calendar month."""
    # UTC, such as `2026-11`.
    month: str
    # The balance when the month began.
    balance_before: int
    # Credits granted.
    granted: int
    # Adjustments; negative if they removed more credits than they added.
    adjusted: int
    # Credits held for unfinished checks and jobs.
    held: int
    # Credits charged.
    charged: int
    # Credits refunded.
    refunded: int
    # `balance_before` + `granted` + `adjusted` − `held` + `refunded`.
    balance_after: int


class _NamedKeyAlways(TypedDict):
    # Its id.
    id: str
    # Its name.
    name: str
    # The last four characters of the key.
    last4: str


class _NamedKeySometimes(TypedDict, total=False):
    # Of a browser key: its websites.
    origins: List[str]


class NamedKey(_NamedKeyAlways, _NamedKeySometimes):
    """An API key by its name."""


_NoticeAlways = TypedDict("_NoticeAlways", {
    "id": "str",
    "severity": "Literal['problem', 'warning', 'note']",
    "for": "Literal['everybody', 'operator']",
    "says": "str",
})


class _NoticeSometimes(TypedDict, total=False):
    # What to do.
    advice: str
    # An environment variable to set, with its value.
    setting: str
    # The mail provider concerned.
    provider: str


class Notice(_NoticeAlways, _NoticeSometimes):
    """`Notice` of the API."""


class Notices(TypedDict):
    """`Notices` of the API."""
    # Notices for the owner of the account.
    notices: List[Notice]
    # When the service last examined itself; null shortly after its start.
    examined_at: Union[str, None]


class OverviewCredits(TypedDict):
    """The balance, and what of it is held."""
    # What can be spent now.
    available: int
    # Held for running checks and jobs. The unused part is refunded.
    held: int
    # Charged in the current calendar month (UTC).
    spent_this_month: int


class _OverviewAlways(TypedDict):
    # The balance, and what of it is held.
    credits: OverviewCredits
    # The last 30 days including today, oldest first. Checks by status, without sandbox addresses and without the public demo, which stores no results.
    days: List[Day]
    days_before: PeriodSums
    # The latest 5.
    jobs: List[BulkJob]
    # The time of the finding.
    checked_at: str


class _OverviewSometimes(TypedDict, total=False):
    # The 24 hours (UTC) of the only day of `days` that has checks, from the list of activity. Absent with several such days or none, and while activity misses checks of the day. A list counts in the hour of its upload, with all of its rows, also those of the sandbox.
    hours: List[Hour]


class Overview(_OverviewAlways, _OverviewSometimes):
    """`Overview` of the API."""


class PeriodSums(TypedDict):
    """The sums of the 30 days before `days`, to compare with."""
    # Rows or checks with this status.
    valid: int
    # Rows or checks with this status.
    risky: int
    # Rows or checks with this status.
    invalid: int
    # Rows or checks with this status.
    unknown: int
    # Charges minus reversed charges; may be negative.
    credits_spent: int


class _PersonNamedAlways(TypedDict):
    # Their id.
    id: str


class _PersonNamedSometimes(TypedDict, total=False):
    # Only with a dashboard session, and as long as they are in the account: then it is forgotten.
    email: str


class PersonNamed(_PersonNamedAlways, _PersonNamedSometimes):
    """Who made it. Absent if no person with a session did."""


class Rule(TypedDict):
    """`Rule` of the API."""
    # Its id.
    id: str
    # The effect on matching addresses.
    action: Literal["allow", "block"]
    # What `value` is.
    match: Literal["address", "domain", "mail_host", "tld"]
    # In the form that is compared: an address in the main spelling of its mailbox, names in lower case and ASCII.
    value: str
    # Whether the rule includes names below `value`.
    subdomains: bool
    # The reason of the rule; empty if none was given.
    note: str
    # When it was made.
    created_at: str


class _RuleRequestAlways(TypedDict):
    # `block`: the address is `risky`, `blocked_by_rule`, and its mail server is not asked. `allow`: what lists say of it does not count for the verdict.
    action: Literal["allow", "block"]
    # What `value` is, the most specific first: that of an address outranks the others.
    match: Literal["address", "domain", "mail_host", "tld"]
    # An address (`ann@example.com`, with all spellings of its mailbox), a domain (`example.com`), the name of a mail server (`mx.example.com`), or a top-level domain (`xyz`).
    value: str


class _RuleRequestSometimes(TypedDict, total=False):
    # With `domain` and `mail_host`: whether names below it are meant too. Default: false.
    subdomains: bool
    # Why the rule is there, at most 200 characters.
    note: str


class RuleRequest(_RuleRequestAlways, _RuleRequestSometimes):
    """`RuleRequest` of the API."""


class RulesPage(TypedDict):
    """`RulesPage` of the API."""
    # One page of rules, the newest first.
    rules: List[Rule]
    # Number of rules that match the filters, on all pages.
    total: int
    # `cursor` of the next page; null on the last page.
    next: Union[str, None]


class _SecurityEventAlways(TypedDict):
    # Its id.
    id: str
    # The type of the action or refusal. Types are added over time.
    type: Literal["account_opened", "signed_in", "session_ended", "all_sessions_ended", "password_changed", "password_replaced", "totp_enabled", "totp_disabled", "recovery_code_used", "recovery_codes_replaced", "key_created", "key_changed", "key_revoked", "webhook_set", "webhook_secret_rotated", "webhook_disabled", "webhook_removed", "person_invited", "invitation_revoked", "person_joined", "role_changed", "person_removed", "account_suspended", "account_resumed", "address_erased", "rules_added", "rules_removed", "account_closed", "credits_granted", "credits_adjusted", "password_recovered", "email_changed", "sign_in_failed", "sign_in_throttled", "wrong_password", "forbidden", "revoked_key_used", "keys_throttled", "ended_key_used", "network_refused", "origin_refused", "visitor_limit_reached", "credit_limit_reached"]
    # When it was made.
    created_at: str
    # Of what was refused: how often within a minute. Otherwise 1.
    count: int
    # Who: a session or an API key of the account, the operator of the service, the service itself, or a client that was not identified.
    by: Literal["session", "key", "operator", "service", "unknown"]


class _SecurityEventSometimes(TypedDict, total=False):
    # Of what was refused: the last.
    last_at: str
    # The API key of the request.
    by_key: NamedKey
    by_person: PersonNamed
    person: PersonNamed
    # The role that was given.
    role: Literal["manager", "member", "read_only"]
    # The key that was created, changed or revoked.
    key: NamedKey
    # The browser or program, such as `Firefox`.
    agent: str
    # A label of the client's IP address (IPv6: of its /64), the same for the same address. It does not reveal the address.
    address: str
    # Of a browser key that was refused: the website of the last request, as its browser says.
    origin: str
    # `X-Request-Id` of the response; of a count, the last one's.
    request_id: str
    # Credits.
    credits: int
    # The reason, in the words of the person who gave it.
    reason: str


class SecurityEvent(_SecurityEventAlways, _SecurityEventSometimes):
    """`SecurityEvent` of the API."""


class SecurityPage(TypedDict):
    """`SecurityPage` of the API."""
    # One page of events, the newest first.
    events: List[SecurityEvent]
    # `cursor` of the next page; null on the last page.
    next: Union[str, None]


class _SmtpResultAlways(TypedDict):
    # Whether there was an SMTP session.
    checked: bool
    # Its state.
    status: Literal["deliverable", "undeliverable", "catch_all", "unknown", "greylisted", "rate_limited", "policy_blocked", "timeout", "not_checked"]


class _SmtpResultSometimes(TypedDict, total=False):
    # Why there was no session. Only if `checked` is false.
    reason: Literal["smtp_not_required", "smtp_not_requested", "smtp_unavailable", "smtp_no_mx", "smtp_invalid_syntax", "smtp_smtputf8", "smtp_unsafe_mx", "smtp_throttled", "smtp_abuse_throttled"]
    # More about the status.
    sub_reason: Literal["mailbox_not_found", "mailbox_full", "mailbox_disabled", "domain_not_found", "accept_all_gateway", "provider_unverifiable", "connection_failed", "protocol_error", "tls_required", "sender_rejected"]
    # SMTP reply code.
    response_code: int
    # Enhanced status code (RFC 3463), dotted.
    enhanced_code: str
    # Absent if unknown.
    catch_all: bool
    # Whether STARTTLS was used.
    tls: bool
    # Host that answered; if none did, the last one tried.
    mx_host: str
    # Recognized mail provider, such as `google_workspace`.
    provider: str
    # Duration of the SMTP session.
    latency_ms: int


class SmtpResult(_SmtpResultAlways, _SmtpResultSometimes):
    """What the mail server said."""


class _StatementLineAlways(TypedDict):
    # Day (UTC) of its first entry in the month.
    date: str
    # The use of its credits, or their source.
    what: Literal["grant", "adjustment", "verification", "batch", "job"]
    # Number of ledger entries in this line.
    entries: int
    # Credits held for unfinished checks and jobs.
    held: int
    # Credits charged.
    charged: int
    # Credits refunded.
    refunded: int
    # The change of the balance by these entries.
    change: int


class _StatementLineSometimes(TypedDict, total=False):
    # The mode that was used.
    mode: Literal["fast", "deep"]
    # Id of the list.
    job: str
    # Given by the owner of the service.
    reason: str


class StatementLine(_StatementLineAlways, _StatementLineSometimes):
    """`StatementLine` of the API."""


class _UploadPriceAlways(TypedDict):
    # Rows with an address.
    total_rows: int
    # Distinct addresses. Only these are verified and charged.
    distinct_rows: int
    # The mode that was used.
    mode: Literal["fast", "deep"]
    # Credits that submitting the list would hold. The unused part is refunded.
    credits_reserved: int
    # Estimated cost. An unknown domain counts at the higher price.
    credits_expected: int
    # Maximum cost.
    credits_maximum: int
    # Share of the distinct addresses that deep mode cannot confirm: 0 to 1.
    unprovable_share: float


class _UploadPriceSometimes(TypedDict, total=False):
    # Distinct addresses with an earlier result that `max_age` gives again for 0 credits; only with it.
    known_rows: int
    # Estimated cost of those without `max_age`; `credits_expected` is without it.
    credits_saved: int
    format: ListFormat
    preview: ListPreview


class UploadPrice(_UploadPriceAlways, _UploadPriceSometimes):
    """`UploadPrice` of the API."""


class _UsageAlways(TypedDict):
    # The year in UTC.
    year: int
    # 1 to 12, UTC.
    month: int
    # The sum of all checks.
    total_checks: int
    # Single checks in the dashboard.
    single_checks: int
    # Rows of lists.
    bulk_checks: int
    # Single and batch checks with an API key.
    api_checks: int
    # Checks of the public demo.
    public_checks: int


class _UsageSometimes(TypedDict, total=False):
    # How often verdicts were right, as far as was reported.
    feedback: UsageFeedback


class Usage(_UsageAlways, _UsageSometimes):
    """`Usage` of the API."""


class UsageBreakdown(TypedDict):
    """`UsageBreakdown` of the API."""
    # The start of the count: `days` ago, or the oldest activity that is kept.
    since: str
    # One for each source and mode that has checks, the most credits first.
    groups: List[UsageGroup]


class UsageFeedback(TypedDict):
    """Reports of this month (`POST /feedback`). Only present if there are any."""
    # Addresses reported as delivered.
    delivered: int
    # Addresses reported as bounced.
    bounced: int
    # Reports that confirm a verdict: `valid` delivered, `invalid` bounced.
    right: int
    # Reports that contradict one. `risky` and `unknown` verdicts count as neither.
    wrong: int


class _UsageGroupAlways(TypedDict):
    # The source of the checks: single checks and batches of an API key or of the dashboard, or the lists of the whole account.
    source: Literal["api_key", "dashboard", "list"]
    # The mode that was used.
    mode: Literal["fast", "deep"]
    # With a verdict; without repeated answers and sandbox addresses.
    checks: int
    # Charged for them.
    credits: int


class _UsageGroupSometimes(TypedDict, total=False):
    # The API key.
    key: UsageKey


class UsageGroup(_UsageGroupAlways, _UsageGroupSometimes):
    """`UsageGroup` of the API."""


class _UsageKeyAlways(TypedDict):
    # Its id.
    id: str


class _UsageKeySometimes(TypedDict, total=False):
    # Its name.
    name: str
    # Its last four characters.
    last4: str


class UsageKey(_UsageKeyAlways, _UsageKeySometimes):
    """Of `api_key`; without a name if the key is no longer known."""


class _VerifyResultAlways(TypedDict):
    # The address as sent, trimmed.
    email: str
    # In deep mode valid means that the mail server accepts mail for the mailbox.
    status: Literal["valid", "risky", "invalid", "unknown"]
    # 0 to 100; from 80 on, no problem was found.
    score: int
    # The results of the checks. A check without an answer is left out.
    checks: Checks
    # The domain of the address.
    domain: str
    # The mode that was used.
    mode: Literal["fast", "deep"]
    # Milliseconds that the verification took.
    response_time_ms: int
    # The time of the finding.
    checked_at: str
    # Sentences for people. Programs use `sub_status`.
    reasons: List[str]


class _VerifyResultSometimes(TypedDict, total=False):
    # Credits charged for this request.
    credits_used: int
    # The most decisive finding; absent if valid.
    sub_status: Literal["failed_syntax_check", "domain_not_found", "does_not_accept_mail", "mx_unroutable", "mailbox_not_found", "mailbox_disabled", "domain_rejected_by_mail_server", "reported_bounce", "blocked_by_rule", "dns_error", "no_mx_records", "disposable", "blocklisted", "parked", "role_based", "role_based_catch_all", "relay", "catch_all", "synthetic_local_part", "new_domain", "mailbox_full", "possible_typo", "mailbox_unverified", "low_score"]
    # The mail servers of the domain, the preferred ones first.
    mx_records: List[str]
    # Whether the domain is a free email provider; the same as `checks.free`.
    free_check: bool
    # What to do: send; send_with_care (few at a time, watching bounces); do_not_send; ask_again (after retry_after seconds: the answer may be another one by then).
    recommendation: Literal["send", "send_with_care", "do_not_send", "ask_again"]
    # Seconds; only with ask_again.
    retry_after: int
    # The same for all spellings of one mailbox.
    normalized_email: str
    # The address that was probably meant.
    did_you_mean: str
    # Recognized mail provider, such as Google Workspace.
    mx_provider: str
    # Days since the domain was registered.
    domain_age_days: int
    # Blocklists with the domain or its primary mail server; empty if on none.
    dnsbl_listings: List[str]
    # The SPF record.
    spf_record: str
    # The DMARC record.
    dmarc_record: str
    # Absent if unknown.
    is_catch_all: bool
    # How likely the mailbox exists. Only present for catch-all domains.
    catch_all_confidence: int
    # The domain's request to receivers about forged mail.
    dmarc_policy: Literal["none", "quarantine", "reject"]
    # What the mail server said. Only in deep mode.
    smtp: SmtpResult
    # The evidence of the answer. Only with `explain=true`.
    evidence: Explained


class VerifyResult(_VerifyResultAlways, _VerifyResultSometimes):
    """`VerifyResult` of the API."""


class _VerifyRowsRequestAlways(TypedDict):
    pass


class _VerifyRowsRequestSometimes(TypedDict, total=False):
    # For every row. Default: `deep`.
    mode: Literal["fast", "deep"]
    # Only rows with one of these statuses. Default: any.
    status: List[Literal["valid", "risky", "invalid", "unknown"]]
    # Only rows with one of these recommendations. Default: any.
    recommendation: List[Literal["send", "send_with_care", "do_not_send", "ask_again"]]
    # Only rows with this `sub_status`.
    sub_status: str


class VerifyRowsRequest(_VerifyRowsRequestAlways, _VerifyRowsRequestSometimes):
    """`VerifyRowsRequest` of the API."""


class VisitorLimit(TypedDict):
    """The most checks of one client address (IPv6: of its /64) with the browser key. Each node counts by itself."""
    # Checks in a minute.
    per_minute: int
    # Checks in a day, UTC.
    per_day: int


class _WebhookAlways(TypedDict):
    # The URL.
    url: str
    # A disabled webhook gets no deliveries until its URL is set again.
    status: Literal["live", "disabled"]
    # When it was disabled; null if it is live.
    disabled_at: Union[str, None]
    # First failure since the last successful delivery; null if there was none.
    failing_since: Union[str, None]
    # When the URL was set.
    configured_at: str
    # Until then, deliveries are also signed with the previous secret.
    previous_secret_until: Union[str, None]


class _WebhookSometimes(TypedDict, total=False):
    # `gone`: it answered 410. `failing`: no delivery succeeded for 5 days. `switched_off`: by the account itself.
    disabled_reason: Literal["gone", "failing", "switched_off"]


class Webhook(_WebhookAlways, _WebhookSometimes):
    """`Webhook` of the API."""


class _WebhookAttemptAlways(TypedDict):
    # When it began; its `webhook-timestamp`.
    at: str
    # Milliseconds from the look-up of the host to the end of what was read.
    duration_ms: int
    # Where it went.
    url: str
    # With the signature. null: there was no request, as the secret could not be read.
    request_headers: Union[List[WebhookHeader], None]
    response_status: Union[int, None]


class _WebhookAttemptSometimes(TypedDict, total=False):
    # Up to the first 1,024 bytes, as UTF-8.
    response_body: str
    # Why there is no response.
    error: str


class WebhookAttempt(_WebhookAttemptAlways, _WebhookAttemptSometimes):
    """`WebhookAttempt` of the API."""


class WebhookDeliveries(TypedDict):
    """`WebhookDeliveries` of the API."""
    # One page of deliveries, the newest first.
    deliveries: List[WebhookDelivery]
    # `cursor` of the next page; null on the last page.
    next: Union[str, None]


class _WebhookDeliveryAlways(TypedDict):
    # Its `webhook-id`.
    id: str
    # null if the endpoint was removed.
    endpoint_id: Union[str, None]
    # Its type.
    type: Literal["job.completed", "job.failed", "job.cancelled", "credits.low", "webhook.test"]
    # Its state.
    status: Literal["pending", "delivered", "failed"]
    # How often it was sent.
    attempts: int
    response_status: Union[int, None]
    # When it was made.
    created_at: str
    # When it was sent last; null before the first attempt.
    last_attempt_at: Union[str, None]
    # null if there is none, or if an attempt is in progress.
    next_attempt_at: Union[str, None]


class _WebhookDeliverySometimes(TypedDict, total=False):
    # The job.
    job_id: str
    # Why the last attempt failed.
    error: str


class WebhookDelivery(_WebhookDeliveryAlways, _WebhookDeliverySometimes):
    """`WebhookDelivery` of the API."""


class _WebhookDeliveryDetailsAlways(TypedDict):
    # Its `webhook-id`.
    id: str
    # null if the endpoint was removed.
    endpoint_id: Union[str, None]
    # Its type.
    type: Literal["job.completed", "job.failed", "job.cancelled", "credits.low", "webhook.test"]
    # Its state.
    status: Literal["pending", "delivered", "failed"]
    # How often it was sent.
    attempts: int
    response_status: Union[int, None]
    # When it was made.
    created_at: str
    # When it was sent last; null before the first attempt.
    last_attempt_at: Union[str, None]
    # null if there is none, or if an attempt is in progress.
    next_attempt_at: Union[str, None]
    # The body of every attempt, without what was erased since.
    request_body: str
    # The newest 50 attempts, newest first, also those before a resend.
    log: List[WebhookAttempt]


class _WebhookDeliveryDetailsSometimes(TypedDict, total=False):
    # The job.
    job_id: str
    # Why the last attempt failed.
    error: str


class WebhookDeliveryDetails(_WebhookDeliveryDetailsAlways, _WebhookDeliveryDetailsSometimes):
    """`WebhookDeliveryDetails` of the API."""


class _WebhookEndpointAlways(TypedDict):
    # Its id.
    id: str
    # The URL.
    url: str
    # A disabled webhook gets no deliveries until its URL is set again.
    status: Literal["live", "disabled"]
    # When it was disabled; null if it is live.
    disabled_at: Union[str, None]
    # First failure since the last successful delivery; null if there was none.
    failing_since: Union[str, None]
    # When the URL was set.
    configured_at: str
    # Until then, deliveries are also signed with the previous secret.
    previous_secret_until: Union[str, None]
    # May be empty.
    description: str
    # The events that it gets.
    events: List[Literal["job.completed", "job.failed", "job.cancelled", "credits.low"]]


class _WebhookEndpointSometimes(TypedDict, total=False):
    # `gone`: it answered 410. `failing`: no delivery succeeded for 5 days. `switched_off`: by the account itself.
    disabled_reason: Literal["gone", "failing", "switched_off"]
    # Signs its deliveries. With a dashboard session, and in the response that creates it.
    secret: str


class WebhookEndpoint(_WebhookEndpointAlways, _WebhookEndpointSometimes):
    """`WebhookEndpoint` of the API."""


class _WebhookEndpointChangeAlways(TypedDict):
    pass


class _WebhookEndpointChangeSometimes(TypedDict, total=False):
    # An https URL with a host on the public internet.
    url: str
    # What it is for, at most 200 characters, without an email address.
    description: str
    # The events that it gets.
    events: List[Literal["job.completed", "job.failed", "job.cancelled", "credits.low"]]
    # `false`: it gets nothing, and pending deliveries are given up. `true`: again.
    enabled: bool


class WebhookEndpointChange(_WebhookEndpointChangeAlways, _WebhookEndpointChangeSometimes):
    """`WebhookEndpointChange` of the API."""


class _WebhookEndpointRequestAlways(TypedDict):
    # An https URL with a host on the public internet.
    url: str


class _WebhookEndpointRequestSometimes(TypedDict, total=False):
    # What it is for, at most 200 characters, without an email address.
    description: str
    # The events that it gets. Default: all events.
    events: List[Literal["job.completed", "job.failed", "job.cancelled", "credits.low"]]
    # `false`: it gets nothing yet. Default: `true`.
    enabled: bool


class WebhookEndpointRequest(_WebhookEndpointRequestAlways, _WebhookEndpointRequestSometimes):
    """`WebhookEndpointRequest` of the API."""


class WebhookEndpoints(TypedDict):
    """`WebhookEndpoints` of the API."""
    # All endpoints, the oldest first.
    endpoints: List[WebhookEndpoint]
    # How many an account can have: 10.
    max: int


class WebhookHeader(TypedDict):
    """`WebhookHeader` of the API."""
    # In lower case.
    name: str
    # As it was sent.
    value: str


class _WebhookResendAlways(TypedDict):
    # Events of this time and later.
    since: str


class _WebhookResendSometimes(TypedDict, total=False):
    # Events before this time. Default: now.
    until: str


class WebhookResend(_WebhookResendAlways, _WebhookResendSometimes):
    """`WebhookResend` of the API."""


class WebhookResent(TypedDict):
    """`WebhookResent` of the API."""
    # Deliveries that are sent again now.
    resent: int
    # Failed ones of the range beyond 1000: ask again for them.
    left: int


class WebhookSecret(TypedDict):
    """`WebhookSecret` of the API."""
    # Starts with `whsec_`. Valid until the next rotation.
    secret: str
    # Until then the previous secret signs as well.
    previous_secret_until: str


class WebhookUrl(TypedDict):
    """`WebhookUrl` of the API."""
    # An https URL with a host on the public internet.
    url: str

# --- end of what was made ---


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
        self.endpoints = _WebhookEndpoints(transport)

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
        """Rows that have a result stay charged, the rest is refunded. A job that has finished stays as it is."""
        path, query = f"/jobs/{_segment(job_id)}", {"keep": True}
        self._transport.json("DELETE", path, query=query, is_repeatable=True)
        return self.get(job_id)

    def finish(self, job_id: str) -> BulkJob:
        """Lets a deep job end without waiting for addresses that a mail server has put off.

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
    """API keys of the account. A key with a scope, an end, networks or a credit limit cannot manage keys."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

    def create(
        self,
        name: Optional[str] = None,
        scopes: Optional[Sequence[Literal["fast", "read"]]] = None,
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


class _Webhook:
    """The account's webhook. `verify_webhook` is for who receives its deliveries."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

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
        """With its `secret`. Without `events` it gets all that there are."""
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
        self, items: Iterable[FeedbackItem], *, idempotency_key: Optional[str] = None
    ) -> FeedbackResponse:
        """What became of mail to verified addresses, up to 1,000 at once. Free."""
        body = {"items": list(items)}
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
