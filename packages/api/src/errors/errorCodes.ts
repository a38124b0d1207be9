/**
 * The code of each error, for the header `X-Error-Code`: the one that its sentence brings along, else that of its status.
 * Codes are stable: they may be added, and are never renamed.
 */
import { creditsOf, heldFor } from "@rcpt/domain/prices"

import { clientErrors } from "./clientErrors.ts"
import { otherwise, withTexts } from "./ErrorCode.ts"
import type { ErrorCode } from "./ErrorCode.ts"
import type { AnySentence } from "./Sentence.ts"

const otherRefusals = [
  otherwise(
    402,
    "insufficient_credits",
    "The balance is lower than the highest price of the request. No credits were charged.",
    "Ask an owner of the service for credits: they grant them in the dashboard or with `rcpt admin grant`. " +
      `A deep check needs ${creditsOf(heldFor.deep)} before it starts, a list ${heldFor.fast} or ${heldFor.deep} for each row.`
  ),
  otherwise(
    405,
    "method_not_allowed",
    "The path does not allow this method.",
    "Use a method that `Allow` names. `HEAD` is refused where `GET` costs credits."
  ),
  withTexts(408, "upload_too_slow", [
    "The upload brought less than 8 KiB a second for 20 s.",
    "Send it again over a better connection, or as several lists. Nothing was stored."
  ]),
  otherwise(
    408,
    "request_timeout",
    "The request was not sent in time.",
    "Send headers within 10 s and the body within 30 s."
  ),
  withTexts(409, "last_manager", [
    "Every account needs a manager.",
    "Give another person the role `manager` first."
  ]),
  withTexts(409, "address_taken", [
    "A person is in one account, and this address signs in to another one.",
    "Ask for an invitation of another address, or close that account first."
  ]),
  withTexts(409, "email_taken", [
    "A person signs in with this email already.",
    "Choose another one."
  ]),
  otherwise(
    409,
    "request_in_flight",
    "The first request with this `Idempotency-Key` has not been answered yet.",
    "Repeat it in a second to get the answer of the first."
  ),
  otherwise(
    417,
    "expectation_failed",
    "The service does not support the `Expect` header's value.",
    "Leave the header out. Only `100-continue` is supported."
  ),
  otherwise(
    421,
    "wrong_host",
    "The `Host` header names another host than this service.",
    "Use the service's own name. Its operator can allow others with `RCPT_ALLOWED_HOSTS`."
  ),
  otherwise(
    422,
    "idempotency_key_reused",
    "The `Idempotency-Key` was used within 24 hours for a different request.",
    "Use a new key for each request, and the old one only to repeat a request as it was."
  ),
  withTexts(429, "too_many_uploads", [
    "The account has as many uploads open as it may have.",
    "Wait until one of them has ended: `Retry-After` has the seconds."
  ]),
  withTexts(429, "too_many_tests", [
    "The account has sent as many tests of webhooks as it may in a minute.",
    "Wait for the seconds in `Retry-After`. `GET /webhook/deliveries` shows the answers to the tests before."
  ]),
  withTexts(429, "visitor_limit_reached", [
    "The client address has made as many checks as the browser key allows each visitor.",
    "Wait for the seconds in `Retry-After`; a form lets the address through. `visitor_limit` can be changed."
  ]),
  withTexts(429, "credit_limit_reached", [
    "The request could cost more credits than its API key may still use. No credits were charged.",
    "Wait until the next day or month (UTC): `Retry-After` has the seconds. Or change `credit_limit`."
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

const ourErrors = [
  otherwise(
    500,
    "internal_error",
    "The service failed. Your request is not at fault.",
    "Repeat the request with the same `Idempotency-Key`: it is not charged twice. The operator " +
      "finds the cause in the log by `X-Request-Id`."
  ),
  withTexts(503, "probe_only_node", [
    "This node does not answer requests.",
    "Send it to another node."
  ]),
  withTexts(503, "unavailable", [
    "The database of the service restarts, is down or answers too slowly. It is not known whether the request " +
      "was carried out.",
    "Repeat it after the seconds in `Retry-After`, with the same `Idempotency-Key`: it is not " +
      "charged twice."
  ]),
  withTexts(503, "not_ready", [
    "`/readyz`: the node starts, stops or has no database.",
    "Load balancers send requests to another node automatically."
  ]),
  otherwise(
    503,
    "overloaded",
    "The service has too many requests at once, or stops.",
    "Wait for the seconds in `Retry-After`, or use another node."
  )
]

/** Errors that their status nearly tells: of credits, methods, time, repetition and load, and our own. */
const otherErrors = [...otherRefusals, ...ourErrors]

export const errorCodeHeader = "x-error-code"

/** The page with an anchor for each code. */
const errorsPath = "/docs/errors"

const all = [...clientErrors, ...otherErrors]

/** A value of `X-Error-Code`. */
export type ErrorName = (typeof all)[number]["code"]

export const errorCodes: ReadonlyArray<ErrorCode> = all.toSorted(
  (one, other) => one.status - other.status
)

/** The codes of what has none of its own, by status. */
const usual: ReadonlyMap<number, string> = new Map(
  errorCodes.flatMap(({ status, code, texts }) => (texts === undefined ? [[status, code]] : []))
)

/** For a status that has no row: tests hold that there is none. */
const unlisted = (status: number): string => (status >= 500 ? "internal_error" : "invalid_request")

const errorCodeOf = (status: number, sentence: AnySentence | undefined): string =>
  typeof sentence === "object" ? sentence.code : (usual.get(status) ?? unlisted(status))

/** The values of `X-Error-Code` and of `Link` (RFC 8288 §3, `help` of RFC 5988 §6.2.2). */
const errorHeaders = (code: string): Readonly<Record<string, string>> => ({
  [errorCodeHeader]: code,
  link: `<${errorsPath}#${code}>; rel="help"`
})

/** Two ways to send an API key (RFC 6750 §3; `ApiKey` is in no registry), for every 401. */
export const challenge = 'Bearer realm="rcpt", ApiKey realm="rcpt", header="X-API-Key"'

/** Seconds of `Retry-After`, by code. Postgres restarts in about two seconds; an answer takes less than one. */
const retryAfters: ReadonlyMap<string, number> = new Map([
  ["unavailable", 2],
  ["request_in_flight", 1]
])

const retryAfterOf = (sentence: AnySentence | undefined): Readonly<Record<string, string>> => {
  // Others of these statuses wait for something else: they do not bring the code along.
  const seconds = typeof sentence === "object" ? retryAfters.get(sentence.code) : undefined
  return seconds === undefined ? {} : { "retry-after": String(seconds) }
}

/** All that a client is told of an error beside its body. */
export const headersOfError = (
  status: number,
  sentence?: AnySentence
): Readonly<Record<string, string>> => ({
  ...errorHeaders(errorCodeOf(status, sentence)),
  ...retryAfterOf(sentence),
  ...(status === 401 && { "www-authenticate": challenge })
})
