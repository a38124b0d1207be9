/**
 * The code of each error, for the header `X-Error-Code`: by the status and the sentence of the body, which
 * stay as the contract has them. Codes are stable: they may be added, and are never renamed. The first row
 * that matches counts; the last row of a status has no sentence and takes what is left.
 */
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import { saysOneOf } from "@rcpt/domain/sentences"

import {
  addressTaken,
  changeUnconfirmedSentence,
  databaseAwaySentence,
  emailTaken,
  lastManager,
  requestInFlight,
  tooManyByVisitorSentence
} from "../Problem.ts"
import { clientErrors } from "./clientErrors.ts"
import { otherwise, withSentence, withTexts } from "./ErrorCode.ts"
import type { ErrorCode } from "./ErrorCode.ts"

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
  withSentence(409, "last_manager", lastManager.error, [
    "Every account needs a manager.",
    "Give another person the role `manager` first."
  ]),
  withSentence(409, "address_taken", addressTaken.error, [
    "A person is in one account, and this address signs in to another one.",
    "Ask for an invitation of another address, or close that account first."
  ]),
  withSentence(409, "email_taken", emailTaken.error, [
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
  withSentence(429, "visitor_limit_reached", tooManyByVisitorSentence, [
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

const judged = errorCodes.map(({ code, status, texts }) => ({
  code,
  status,
  says: texts === undefined ? () => true : saysOneOf(texts)
}))

/** For what is in no row: tests hold that there is nothing. */
const unlisted = (status: number): string => (status >= 500 ? "internal_error" : "invalid_request")

const errorCodeOf = (status: number, sentence: string): string =>
  judged.find((row) => row.status === status && row.says(sentence))?.code ?? unlisted(status)

/** The values of `X-Error-Code` and of `Link` (RFC 8288 §3, `help` of RFC 5988 §6.2.2). */
const errorHeaders = (code: string): Readonly<Record<string, string>> => ({
  [errorCodeHeader]: code,
  link: `<${errorsPath}#${code}>; rel="help"`
})

/** Two ways to send an API key (RFC 6750 §3; `ApiKey` is in no registry), for every 401. */
export const challenge = 'Bearer realm="rcpt", ApiKey realm="rcpt", header="X-API-Key"'

/** Seconds of `Retry-After`, by sentence. Postgres restarts in about two seconds; an answer takes less than one. */
const retryAfters: ReadonlyMap<string, number> = new Map([
  [databaseAwaySentence, 2],
  [changeUnconfirmedSentence, 2],
  [requestInFlight.error, 1]
])

const retryAfterOf = (sentence: string): Readonly<Record<string, string>> => {
  const seconds = retryAfters.get(sentence)
  return seconds === undefined ? {} : { "retry-after": String(seconds) }
}

/** All that a client is told of an error beside its body. */
export const headersOfError = (
  status: number,
  sentence: string
): Readonly<Record<string, string>> => ({
  ...errorHeaders(errorCodeOf(status, sentence)),
  ...retryAfterOf(sentence),
  ...(status === 401 && { "www-authenticate": challenge })
})
