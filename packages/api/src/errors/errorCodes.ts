/**
 * The code of each error, for the header `X-Error-Code`: by the status and the sentence of the body, which
 * stay as the contract has them. Codes are stable: they may be added, and are never renamed. The first row
 * that matches counts; the last row of a status has no sentence and takes what is left.
 */
import {
  accountNotFound,
  activityNotFound,
  addressTaken,
  browserKeyOnly,
  checkpointNotFound,
  changeUnconfirmedSentence,
  codeNeeded,
  codeRefused,
  databaseAwaySentence,
  deliveryNotFound,
  endpointDisabled,
  endpointNotFound,
  entryNotFound,
  entryNotSigned,
  fromElsewhere,
  invitationEnded,
  invitationNotFound,
  jobNotComplete,
  jobNotFound,
  keyEnded,
  keyNotFound,
  lastManager,
  networkRefused,
  noWebhook,
  notOwner,
  nothingSigned,
  originRefused,
  passwordNeeded,
  personNotFound,
  requestInFlight,
  ruleNotFound,
  sessionNotFound,
  signUpClosed,
  tooManyByVisitorSentence,
  tooManyEndpoints,
  tooManyRules,
  totpIsOff,
  totpIsOn,
  webhookDisabled,
  wrongPassword
} from "../Problem.ts"

/** A row of the table. */
export interface ErrorCode {
  readonly code: string
  readonly status: number
  readonly meaning: string
  readonly remedy: string
  /** Without one: any other error of this status. */
  readonly sentence?: string | RegExp
  /** Seconds of `Retry-After`, where they are the same for each such error. */
  readonly retryAfter?: number
}

const withSentence = (
  status: number,
  code: string,
  sentence: string | RegExp,
  [meaning, remedy]: readonly [string, string]
): ErrorCode => ({ code, status, sentence, meaning, remedy })

const otherwise = (status: number, code: string, meaning: string, remedy: string): ErrorCode => ({
  code,
  status,
  meaning,
  remedy
})

const badRequests: ReadonlyArray<ErrorCode> = [
  withSentence(400, "not_http", "not an HTTP request", [
    "What was sent is not HTTP/1.1.",
    "Check that the port is that of the service, and that no TLS is spoken to a port without TLS."
  ]),
  withSentence(400, "host_refused", /^the Host header /, [
    "The `Host` header is missing, repeated or malformed.",
    "Send the name of the service's URL, once."
  ]),
  withSentence(400, "body_not_json", "the body must be a JSON object", [
    "The body is not JSON, or not an object.",
    "Send an object as `application/json`, in UTF-8."
  ]),
  withSentence(400, "body_too_large", "request too large", [
    "The body is larger than 1 MiB.",
    "Send less at once: up to 100 addresses, or a list by `POST /verify/bulk`."
  ]),
  withSentence(400, "unsupported_content_type", "unsupported content type", [
    "The endpoint does not take the `Content-Type` of the request.",
    "Send `application/json`, and a list as `multipart/form-data`."
  ]),
  withSentence(400, "file_too_large", /^file must be at most 32 MB/, [
    "The list is larger than 32 MB.",
    "Split it into several lists; each keeps the header row."
  ]),
  withSentence(
    400,
    "form_invalid",
    /multipart\/form-data|^the form |^the list must be sent |^parts other than the file /,
    [
      "The upload is no form with the parts `file` and `mode`, or broke off.",
      'Send the list as a file: `curl -F "file=@list.csv"`.'
    ]
  ),
  withSentence(400, "job_not_complete", jobNotComplete.error, [
    "The job is still running, or was cancelled or has failed.",
    "Wait for `complete`. `partial=true` gives the results that the job has."
  ]),
  withSentence(400, "webhook_url_refused", /^url must /, [
    "No webhook is sent to this URL.",
    "Give an https URL of a public host. The service's operator can allow http by " +
      "`RCPT_WEBHOOK_ALLOW_HTTP`, and private hosts by `RCPT_UNSAFE_NETWORKS`."
  ]),
  withSentence(400, "webhook_disabled", webhookDisabled.error, [
    "Deliveries have failed for 5 days, or the receiver answered 410.",
    "Set the URL again."
  ]),
  withSentence(400, "endpoint_disabled", endpointDisabled.error, [
    "The endpoint was switched off, or deliveries have failed for 5 days, or it answered 410.",
    'Enable it: `PATCH /webhook/endpoints/{id}` with `{"enabled": true}`.'
  ]),
  withSentence(400, "too_many_endpoints", tooManyEndpoints.error, [
    "The account has as many webhook endpoints as it may have.",
    "Remove one that is not used."
  ]),
  withSentence(400, "too_many_rules", tooManyRules.error, [
    "The account would have more rules than it may have.",
    "Remove rules that are not needed, such as with `DELETE /rules`."
  ]),
  withSentence(400, "too_many_keys", /API keys: revoke an unused one$/, [
    "The account has as many API keys as it may have.",
    "Revoke one that is not used."
  ]),
  withSentence(400, "too_many_people", /people and open invitations: /, [
    "The account has as many people as it may have.",
    "Remove somebody, or revoke an invitation that is not used."
  ]),
  withSentence(400, "already_in_account", /^email must be of somebody who is not in the account/, [
    "Somebody with this address is in the account.",
    "Change their role instead."
  ]),
  withSentence(400, "totp_on", totpIsOn.error, [
    "The second factor is on already.",
    "Turn it off before setting up another app."
  ]),
  otherwise(
    400,
    "invalid_request",
    "A parameter, a header or a field of the body is missing or out of its limits.",
    "The sentence names the field and the limit: correct it. The same request fails again."
  )
]

const unauthorizedCodes: ReadonlyArray<ErrorCode> = [
  withSentence(401, "code_needed", codeNeeded.error, [
    "The password is right, and the account has a second factor.",
    "Sign in with `code` as well: what the authenticator app shows, or a recovery code."
  ]),
  withSentence(401, "code_refused", codeRefused.error, [
    "The code is wrong, or was used before.",
    "Wait for the next code; check the clock of the device."
  ]),
  otherwise(
    401,
    "unauthorized",
    "There is no API key and no session, or they are not valid: unknown, revoked, ended or suspended. " +
      "At sign-in: the e-mail address or the password is wrong.",
    "Send `X-API-Key: rcpt_live_…` or `Authorization: Bearer rcpt_live_…`. If both are sent they must " +
      "be the same key."
  )
]

const forbiddenCodes: ReadonlyArray<ErrorCode> = [
  withSentence(403, "key_not_permitted", /^this API key has no permission/, [
    "The API key is restricted.",
    "Use a key without the restriction: scopes are set when a key is made."
  ]),
  withSentence(403, "key_ended", keyEnded.error, [
    "The API key had an end date, which is over.",
    "Make a new key, or give this one a later end by `PATCH /keys/{id}`."
  ]),
  withSentence(403, "network_refused", networkRefused.error, [
    "The API key works from some networks only, and the client's address is in none of them.",
    "Send the request from one of them, or change `networks` by `PATCH /keys/{id}`. Behind a proxy the " +
      "operator sets `RCPT_TRUSTED_PROXIES`."
  ]),
  withSentence(403, "origin_refused", originRefused.error, [
    "The request has a browser key and no `Origin`, or one that the key does not have.",
    "Add the website to `origins` by `PATCH /keys/{id}`. Programs use a secret key."
  ]),
  withSentence(403, "browser_key_only_verifies", browserKeyOnly.error, [
    "A browser key is public, so nothing but `GET /verify` is open to it.",
    "Use a secret key, from a server."
  ]),
  withSentence(403, "role_not_permitted", /^your role \(/, [
    "The role of the signed-in person does not allow it.",
    "Ask a manager of the account, who can do it or change the role."
  ]),
  withSentence(403, "not_owner", notOwner.error, [
    "Only accounts that own the service administer it.",
    "Use a key or a session of the owner."
  ]),
  withSentence(403, "cross_origin", fromElsewhere.error, [
    "The request has a session, or signs in, and comes from a page of another site.",
    "Use an API key, from a server. Behind a proxy the operator sets `RCPT_PUBLIC_URL`."
  ]),
  withSentence(403, "password_needed", passwordNeeded.error, [
    "The password was entered more than 15 minutes ago.",
    "Confirm it by `POST /session/confirm`, then repeat the request."
  ]),
  withSentence(403, "wrong_password", wrongPassword.error, [
    "The current password is wrong.",
    "Enter it again. Several wrong ones make you wait."
  ]),
  withSentence(403, "sign_up_closed", signUpClosed.error, [
    "The service does not take new accounts.",
    "Ask its operator, who can set `RCPT_SIGNUP=open`."
  ])
]

const notFoundCodes: ReadonlyArray<ErrorCode> = [
  withSentence(404, "job_not_found", jobNotFound.error, [
    "The account has no such job.",
    "Check the id, and that the key belongs to the account. A deleted job does not come back."
  ]),
  withSentence(404, "entry_not_found", entryNotFound.error, [
    "The account's ledger has no such entry.",
    "Take the id of an entry from `GET /ledger`."
  ]),
  withSentence(404, "entry_not_signed", entryNotSigned.error, [
    "The entry is newer than the last signed checkpoint.",
    "Ask again in a minute."
  ]),
  withSentence(404, "ledger_not_signed", nothingSigned.error, [
    "The service signs no checkpoints, so there are no proofs.",
    "Its operator can set `RCPT_LEDGER_KEY`."
  ]),
  withSentence(404, "checkpoint_not_found", checkpointNotFound.error, [
    "There is no checkpoint of this size.",
    "Take sizes from `GET /ledger/checkpoints`, the earlier one as `from`."
  ]),
  withSentence(404, "activity_not_found", activityNotFound.error, [
    "The account has no such check or request, or it is no longer kept.",
    "Take ids from `GET /activity`. Rows appear a second after the answer, and go after `RCPT_ACTIVITY_DAYS`."
  ]),
  withSentence(404, "account_not_found", accountNotFound.error, [
    "There is no such account.",
    "Take its id from `GET /admin/accounts`."
  ]),
  withSentence(404, "key_not_found", keyNotFound.error, [
    "The account has no such API key.",
    "Take its id from `GET /keys`."
  ]),
  withSentence(404, "rule_not_found", ruleNotFound.error, [
    "The account has no such rule.",
    "Take its id, or its `match` and `value`, from `GET /rules`."
  ]),
  withSentence(404, "webhook_not_set", noWebhook.error, [
    "The account has no webhook.",
    "Set its URL by `PUT /webhook`."
  ]),
  withSentence(404, "endpoint_not_found", endpointNotFound.error, [
    "The account has no such webhook endpoint.",
    "Take its id from `GET /webhook/endpoints`."
  ]),
  withSentence(404, "delivery_not_found", deliveryNotFound.error, [
    "The webhook has no such delivery.",
    "Take its id from `GET /webhook/deliveries`."
  ]),
  withSentence(404, "session_not_found", sessionNotFound.error, [
    "The account has no such session.",
    "It has ended, or never was: take ids from `GET /sessions`."
  ]),
  withSentence(404, "person_not_found", personNotFound.error, [
    "Nobody with this id is in the account.",
    "Take the id from `GET /account/people`."
  ]),
  withSentence(404, "invitation_not_found", invitationNotFound.error, [
    "The account has no such invitation that is open.",
    "It was used, revoked or has expired: take ids from `GET /account/people`."
  ]),
  withSentence(404, "invitation_ended", invitationEnded.error, [
    "The link of the invitation does not work any more, or never did.",
    "Ask a manager of the account for a new one."
  ]),
  withSentence(404, "totp_off", totpIsOff.error, [
    "The second factor is off.",
    "Set it up before you use or remove it."
  ]),
  otherwise(
    404,
    "not_found",
    "There is nothing at this path.",
    "Check spelling, case and slashes: paths begin with `/api/v1`. The demo has to be turned on."
  )
]

/** Errors whose sentence tells what is wrong with the request or its caller: 400, 401, 403, 404. */
const clientErrors: ReadonlyArray<ErrorCode> = [
  ...badRequests,
  ...unauthorizedCodes,
  ...forbiddenCodes,
  ...notFoundCodes
]

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
  withSentence(429, "visitor_limit_reached", tooManyByVisitorSentence, [
    "The client address has made as many checks as the browser key allows each visitor.",
    "Wait for the seconds in `Retry-After`; a form lets the address through. `visitor_limit` can be changed."
  ]),
  withSentence(429, "credit_limit_reached", /^the credit limit of this API key /, [
    "The request could cost more credits than the limit of its API key has left; nothing was charged.",
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

const ourErrors: ReadonlyArray<ErrorCode> = [
  otherwise(
    500,
    "internal_error",
    "Something failed in the service: a fault of ours.",
    "Repeat the request with the `Idempotency-Key` that it had: it is not charged twice. The operator " +
      "finds the cause in the log by `X-Request-Id`."
  ),
  withSentence(503, "probe_only_node", /RCPT_ROLE=probe/, [
    "This node does not answer requests.",
    "Send it to another node."
  ]),
  withSentence(503, "unavailable", /^the database (?:is unavailable|did not confirm)/, [
    "The database of the service restarts, is away or answers too slowly. It is not known whether the request " +
      "was carried out.",
    "Repeat it after the seconds in `Retry-After`, with the `Idempotency-Key` that it had: it is not " +
      "charged twice."
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

/** Errors that their status nearly tells: of credits, methods, time, repetition and load, and our own. */
const otherErrors: ReadonlyArray<ErrorCode> = [...otherRefusals, ...ourErrors]

export const errorCodeHeader = "x-error-code"

/** The page with an anchor for each code. */
const errorsPath = "/docs/errors"

export const errorCodes: ReadonlyArray<ErrorCode> = [...clientErrors, ...otherErrors].toSorted(
  (one, other) => one.status - other.status
)

const says = ({ sentence }: ErrorCode, text: string): boolean => {
  if (sentence === undefined) return true
  return typeof sentence === "string" ? sentence === text : sentence.test(text)
}

/** For what is in no row: tests hold that there is nothing. */
const unlisted = (status: number): string => (status >= 500 ? "internal_error" : "invalid_request")

const errorCodeOf = (status: number, sentence: string): string =>
  errorCodes.find((row) => row.status === status && says(row, sentence))?.code ?? unlisted(status)

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
