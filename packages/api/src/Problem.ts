/** The errors of the contract: a status, and a body of exactly `{"error": "<sentence>"}`. */
import { endpointsMax } from "@rcpt/domain/AccountWebhooks"
import { inletsMax } from "@rcpt/domain/Inlet"
import type { Role } from "@rcpt/domain/Role"
import type { Permission } from "@rcpt/domain/rolePermissions"
import { rulesMax } from "@rcpt/domain/Rules"
import { schedulesMax } from "@rcpt/domain/Schedule"
import { Schema } from "effect"

import { codedText } from "./errors/codedTexts.ts"
import { errorText, errorTexts, fieldFault } from "./errors/errorTexts.ts"

const body = { error: Schema.String }

export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(body, {
  httpApiStatus: 400,
  description: "Invalid request. The sentence names the field and its limit."
}) {}

export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(body, {
  httpApiStatus: 401,
  description: "Missing or invalid credentials."
}) {}

/** For a response that is made without the contract's encoder. */
export const insufficientCreditsStatus = 402

export class InsufficientCredits extends Schema.Error<InsufficientCredits>("InsufficientCredits")(
  body,
  { httpApiStatus: insufficientCreditsStatus, description: "Insufficient credits." }
) {}

export class Forbidden extends Schema.Error<Forbidden>("Forbidden")(body, {
  httpApiStatus: 403,
  description: "Not permitted. The error gives the reason."
}) {}

export class NotFound extends Schema.Error<NotFound>("NotFound")(body, {
  httpApiStatus: 404,
  description: "Does not exist, or belongs to another account."
}) {}

export class RequestInFlight extends Schema.Error<RequestInFlight>("RequestInFlight")(body, {
  httpApiStatus: 409,
  description: "The first request with this `Idempotency-Key` has not been answered yet."
}) {}

export class WorkInProgress extends Schema.Error<WorkInProgress>("WorkInProgress")(body, {
  httpApiStatus: 409,
  description: "A job or check has to end first. The error names it."
}) {}

export class KeyReused extends Schema.Error<KeyReused>("KeyReused")(body, {
  httpApiStatus: 422,
  description: "The `Idempotency-Key` was used before for a request of another meaning."
}) {}

/** Its HTTP encoding is in RateLimited.ts. */
export class TooManyRequests extends Schema.Error<TooManyRequests>("TooManyRequests")({
  ...body,
  retryAfterSeconds: Schema.Int,
  /** Of the limit that refused: how many it lets through at once. */
  limit: Schema.Int,
  /** Epoch seconds at which all of them are available again. Default: after `retryAfterSeconds`. */
  resetAt: Schema.optionalKey(Schema.Int)
}) {}

/** Clients may compare with these sentences. */
export const unauthorized = new Unauthorized({ error: "unauthorized" })
export const insufficientCredits = new InsufficientCredits({ error: "insufficient credits" })
export const requestInFlight = new RequestInFlight({
  error: "a request with this Idempotency-Key is still in progress"
})
export const keyReused = new KeyReused({
  error: "this Idempotency-Key was used for a different request"
})
/** The sentence of a 503 while the database is away, restarts or is too slow. */
export const databaseAwaySentence = codedText("unavailable", "request")
/** Of a change whose commit was lost: the caller has to look which of the two passwords holds. */
export const changeUnconfirmedSentence = errorTexts.changeUnconfirmed
export const jobNotFound = new NotFound({ error: "job not found" })
export const jobNotComplete = new BadRequest({ error: "job is not complete" })
export const entryNotFound = new NotFound({ error: "entry not found" })
export const statementNotFound = new NotFound({ error: errorText("monthAhead") })
export const entryNotSigned = new NotFound({
  error: "no signed checkpoint covers the entry yet: ask again in a minute"
})
export const nothingSigned = new NotFound({
  error: "this service signs no checkpoints: its operator can set RCPT_LEDGER_KEY"
})
export const activityNotFound = new NotFound({ error: "activity not found" })
export const checkpointNotFound = new NotFound({
  error: "from and to must be the sizes of two checkpoints, the earlier one first"
})
export const accountNotFound = new NotFound({ error: "account not found" })
export const ruleNotFound = new NotFound({ error: "rule not found" })
export const tooManyRules = new BadRequest({
  error: `an account can have at most ${rulesMax.toLocaleString("en")} rules: remove some first`
})
export const keyNotFound = new NotFound({ error: "key not found" })
export const noWebhook = new NotFound({ error: "no webhook is set" })
export const deliveryNotFound = new NotFound({ error: "delivery not found" })
export const endpointNotFound = new NotFound({ error: "endpoint not found" })
export const tooManyEndpoints = new BadRequest({
  error: `an account can have at most ${endpointsMax} webhook endpoints: remove an unused one`
})
export const scheduleNotFound = new NotFound({ error: "schedule not found" })
export const runNotFound = new NotFound({ error: "run not found" })
export const schedulePaused = new BadRequest({ error: "the schedule is paused: resume it first" })
export const tooManySchedules = new BadRequest({
  error: `an account can have at most ${schedulesMax} schedules: remove an unused one`
})
export const inletNotFound = new NotFound({ error: "inlet not found" })
export const tooManyInlets = new BadRequest({
  error: `an account can have at most ${inletsMax} inlets: remove an unused one`
})
export const endpointDisabled = new BadRequest({
  error: "the endpoint is disabled: enable it first"
})
export const webhookDisabled = new BadRequest({
  error: "the webhook is disabled; set its URL again to enable it"
})

type Refused = Pick<TooManyRequests, "retryAfterSeconds" | "limit" | "resetAt">

export const tooManyRequests = (refused: Refused): TooManyRequests =>
  new TooManyRequests({ ...refused, error: "rate limit exceeded" })

export const tooManyTests = (refused: Refused): TooManyRequests =>
  new TooManyRequests({
    ...refused,
    error: codedText("too_many_tests", "limit", {
      n: refused.limit,
      seconds: refused.retryAfterSeconds
    })
  })

/** The visitor of a page reads these sentences: they say nothing about the account. */
export const tooManyByVisitorSentence = "too many checks from your network address"
export const tooManyByVisitor = (refused: Refused): TooManyRequests =>
  new TooManyRequests({ ...refused, error: tooManyByVisitorSentence })
export const browserKeyOnly = new Forbidden({
  error: "a browser key can only check addresses, by GET /verify"
})
export const maxAgeRefused = new BadRequest({
  error: `max_age ${fieldFault("maxAgeRefused")}`
})
export const originRefused = new Forbidden({ error: "this API key does not work on this website" })
export const networkRefused = new Forbidden({
  error: "this API key does not work from this network"
})
export const keyEnded = new Forbidden({ error: "this API key has expired: make a new one" })

/** `until`: ISO 8601, UTC. */
export const creditLimitReached = (until: string, refused: Refused): TooManyRequests =>
  new TooManyRequests({
    ...refused,
    error: codedText("credit_limit_reached", "until", { until })
  })

export const fromElsewhere = new Forbidden({
  error: "requests with a session must come from the dashboard of this service"
})
export const signUpClosed = new Forbidden({ error: "sign-up is closed" })
export const notOwner = new Forbidden({
  error: "only an account that owns the service may administer it"
})
/** The dashboard knows by this sentence that it has to ask for the password and repeat the request. */
export const passwordNeededSentence =
  "enter your password again: the last time was more than 15 minutes ago"
/** Not counted as a refusal. */
export const passwordNeeded = new Forbidden({ error: passwordNeededSentence })
/** The dashboard knows by this sentence that the password was right. */
export const codeNeededSentence = "a code of your authenticator app is needed"
export const codeNeeded = new Unauthorized({ error: codeNeededSentence })
export const codeRefused = new Unauthorized({ error: "the code is wrong, or was used before" })
export const totpIsOn = new BadRequest({ error: "the second factor is already on" })
export const totpIsOff = new NotFound({ error: "the second factor is off" })
/** The dashboard knows by this sentence that there is nothing to try again. */
export const lastOwner = new WorkInProgress({
  error: errorText("lastOwner")
})
export const lastManager = new WorkInProgress({
  error: "this is the last manager: make another person a manager first"
})
export const addressTaken = new WorkInProgress({
  error:
    "this address already signs in to another account: ask for an invitation of another address"
})
/** The dashboard knows by this sentence that it offers to mail the link again. */
export const notConfirmedSentence =
  "this email is not confirmed yet: open the link that was mailed to it"
export const notConfirmed = new Unauthorized({ error: notConfirmedSentence })
/** The same for one that never was: a person who guesses links learns nothing. */
export const linkEnded = new NotFound({
  error: "the link was used or replaced, or is too old: ask for a new one"
})
export const mailIsOff = new Forbidden({
  error: "this service sends no email: ask its operator for a new password"
})
export const emailTaken = new WorkInProgress({
  error: "somebody signs in with this email already: choose another one"
})
/** The dashboard knows by this sentence that it has to send the person to the provider. */
export const passwordsOffSentence =
  "passwords are off on this service: sign in with your company's account"
export const passwordsOff = new Unauthorized({ error: passwordsOffSentence })
export const joinPasswordsOff = new Forbidden({ error: passwordsOffSentence })
/** Between the provider and the password of the person lie at most ten minutes. */
export const joinEnded = new NotFound({
  error: "this took too long, or was done in another browser: sign in at the provider again"
})
export const personNotFound = new NotFound({ error: "person not found" })
export const invitationNotFound = new NotFound({ error: "invitation not found" })
/** The same for one that never was: a person who guesses links learns nothing. */
export const invitationEnded = new NotFound({
  error: "the invitation was used or revoked, or is older than 7 days: ask for a new one"
})
export const sessionNotFound = new NotFound({ error: "session not found" })
export const wrongPassword = new Forbidden({ error: "the current password is wrong" })

const actions: Readonly<Record<Permission, string>> = {
  read: "read",
  own: "change a sign-in",
  inspect: "manage the account",
  spend: "spend credits",
  deep: "use deep mode",
  change: "change anything",
  erase: "erase addresses",
  manage: "manage the account",
  govern: "manage people or close the account",
  administer: "administer the service"
}

/** The permission that a person has to give a key on purpose. */
const way = (permission: Permission): string =>
  permission === "manage" ? ": it needs the scope manage" : ""

export const forbidden = (permission: Permission): Forbidden =>
  new Forbidden({
    error: codedText("key_not_permitted", "action", {
      action: `${actions[permission]}${way(permission)}`
    })
  })

/** `what`: the object that may do more than the person or the key of the request. */
export const largerObject = (what: string): Forbidden =>
  new Forbidden({ error: codedText("beyond_own_powers", "object", { what }) })

/** `field`: what is to be changed. `made`: the name of the key that a key has made. */
export const beyondMaker = (field: string, made: string): Forbidden =>
  new Forbidden({
    error: codedText("beyond_own_powers", "maker", { field, made })
  })

export const notItsKey = new Forbidden({
  error: codedText("beyond_own_powers", "notItsKey")
})

const roleNames: Readonly<Record<Role, string>> = {
  manager: "manager",
  member: "member",
  read_only: "read-only"
}

export const roleForbidden = (role: Role, permission: Permission): Forbidden =>
  new Forbidden({
    error: codedText("role_not_permitted", "action", {
      role: roleNames[role],
      action: actions[permission]
    })
  })
