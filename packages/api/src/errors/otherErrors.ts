/** Errors that their status nearly tells: of credits, methods, time, repetition and load, and our own. */
import { addressTaken, lastManager } from "../Problem.ts"
import { otherwise, withSentence } from "./ErrorCode.ts"
import type { ErrorCode } from "./ErrorCode.ts"

const otherRefusals: ReadonlyArray<ErrorCode> = [
  otherwise(
    402,
    "insufficient_credits",
    "The balance is lower than what the request may cost; nothing was charged.",
    "Add credits. A deep check needs 5 before it starts, a list 1 or 5 for each row."
  ),
  otherwise(
    405,
    "method_not_allowed",
    "The path does not allow this method.",
    "`Allow` has those that it does. `HEAD` is refused where `GET` costs credits."
  ),
  withSentence(408, "upload_too_slow", /^upload was slower/, [
    "The upload brought less than 8 KiB a second for 20 s.",
    "Send it again over a better connection, or as several lists. Nothing was stored."
  ]),
  otherwise(
    408,
    "request_timeout",
    "The request was not sent in time.",
    "Send headers within 10 s and the body within 30 s."
  ),
  withSentence(409, "last_manager", lastManager.error, [
    "Every account has somebody who manages it.",
    "Give another person the role `manager` first."
  ]),
  withSentence(409, "address_taken", addressTaken.error, [
    "A person is in one account, and this one signs in to another.",
    "Ask for an invitation of another address, or close that account first."
  ]),
  otherwise(
    409,
    "request_in_flight",
    "The first request with this `Idempotency-Key` has not been answered yet.",
    "Repeat it in a second: then it gets the answer of the first."
  ),
  otherwise(
    417,
    "expectation_failed",
    "The service does not know what the `Expect` header asks for.",
    "Leave it out; `100-continue` is served."
  ),
  otherwise(
    421,
    "wrong_host",
    "The `Host` header names another host than this service.",
    "Use the service's own name; its operator can allow others by `RCPT_ALLOWED_HOSTS`."
  ),
  otherwise(
    422,
    "idempotency_key_reused",
    "The `Idempotency-Key` was used within 24 hours for a different request.",
    "Use a new key for each request, and the old one only to repeat a request as it was."
  ),
  withSentence(429, "too_many_uploads", /uploads open at once$/, [
    "The account has as many uploads open as it may have.",
    "Wait until one of them has ended: `Retry-After` has the seconds."
  ]),
  otherwise(
    429,
    "rate_limited",
    "Too many requests of the account, too many wrong keys or passwords, or too many requests at once.",
    "Wait for the seconds in `Retry-After`. `X-RateLimit-*` show what is left."
  ),
  otherwise(
    431,
    "headers_too_large",
    "The request line and the headers have more than 16 KiB.",
    "Send fewer headers or cookies."
  )
]

const ourErrors: ReadonlyArray<ErrorCode> = [
  otherwise(
    500,
    "internal_error",
    "Something failed in the service, or its database did not answer.",
    "Repeat the request with the `Idempotency-Key` that it had: it is not charged twice. The operator " +
      "finds the cause in the log by `X-Request-Id`."
  ),
  withSentence(503, "probe_only_node", /RCPT_ROLE=probe/, [
    "This node does not answer requests.",
    "Send it to another node."
  ]),
  withSentence(503, "not_ready", /^the (?:service is shutting|node is being|database is not)/, [
    "`/readyz`: the node starts, stops or has no database.",
    "Balancers send requests to another node by themselves."
  ]),
  otherwise(
    503,
    "overloaded",
    "The service has too many requests at once, or stops.",
    "Wait for the seconds in `Retry-After`, or use another node."
  )
]

export const otherErrors: ReadonlyArray<ErrorCode> = [...otherRefusals, ...ourErrors]
