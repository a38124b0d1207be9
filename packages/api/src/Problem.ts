/** The errors of the contract: a status, and a body of exactly `{"error": "<sentence>"}`. */
import type { Role } from "@rcpt/domain/Role"
import type { Permission } from "@rcpt/domain/rolePermissions"
import { Schema } from "effect"

import { codedText, codedTexts } from "./errors/codedTexts.ts"
import { errorText, errorTexts, fieldFault } from "./errors/errorTexts.ts"
import { Sentence } from "./errors/Sentence.ts"

const body = { error: Sentence }

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
export const requestInFlight = new RequestInFlight({ error: codedText("request_in_flight", "it") })
export const keyReused = new KeyReused({
  error: "this Idempotency-Key was used for a different request"
})
/** The sentence of a 503 while the database is away, restarts or is too slow. */
export const databaseAwaySentence = codedTexts.unavailable.request
/** Of a change whose commit was lost: the caller has to look which of the two passwords holds. */
export const changeUnconfirmedSentence = errorTexts.changeUnconfirmed
export const jobNotFound = new NotFound({ error: codedText("job_not_found", "it") })
export const jobNotComplete = new BadRequest({ error: codedText("job_not_complete", "it") })
export const entryNotFound = new NotFound({ error: codedText("entry_not_found", "it") })
export const statementNotFound = new NotFound({ error: errorText("monthAhead") })
export const entryNotSigned = new NotFound({ error: codedText("entry_not_signed", "it") })
export const nothingSigned = new NotFound({ error: codedText("ledger_not_signed", "it") })
export const activityNotFound = new NotFound({ error: codedText("activity_not_found", "it") })
export const checkpointNotFound = new NotFound({ error: codedText("checkpoint_not_found", "it") })
export const accountNotFound = new NotFound({ error: codedText("account_not_found", "it") })
export const ruleNotFound = new NotFound({ error: codedText("rule_not_found", "it") })
export const tooManyRules = new BadRequest({ error: codedText("too_many_rules", "it") })
export const keyNotFound = new NotFound({ error: codedText("key_not_found", "it") })
export const noWebhook = new NotFound({ error: codedText("webhook_not_set", "it") })
export const deliveryNotFound = new NotFound({ error: codedText("delivery_not_found", "it") })
export const endpointNotFound = new NotFound({ error: codedText("endpoint_not_found", "it") })
export const tooManyEndpoints = new BadRequest({ error: codedText("too_many_endpoints", "it") })
export const scheduleNotFound = new NotFound({ error: codedText("schedule_not_found", "it") })
export const runNotFound = new NotFound({ error: codedText("run_not_found", "it") })
export const schedulePaused = new BadRequest({ error: codedText("schedule_paused", "it") })
export const tooManySchedules = new BadRequest({ error: codedText("too_many_schedules", "it") })
export const inletNotFound = new NotFound({ error: codedText("inlet_not_found", "it") })
export const tooManyInlets = new BadRequest({ error: codedText("too_many_inlets", "it") })
export const endpointDisabled = new BadRequest({ error: codedText("endpoint_disabled", "it") })
export const webhookDisabled = new BadRequest({ error: codedText("webhook_disabled", "it") })

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

export const tooManyByVisitor = (refused: Refused): TooManyRequests =>
  new TooManyRequests({ ...refused, error: codedText("visitor_limit_reached", "it") })
export const browserKeyOnly = new Forbidden({ error: codedText("browser_key_only_verifies", "it") })
export const maxAgeRefused = new BadRequest({
  error: `max_age ${fieldFault("maxAgeRefused")}`
})
export const originRefused = new Forbidden({ error: codedText("origin_refused", "it") })
export const networkRefused = new Forbidden({ error: codedText("network_refused", "it") })
export const keyEnded = new Forbidden({ error: codedText("key_ended", "it") })

/** `until`: ISO 8601, UTC. */
export const creditLimitReached = (until: string, refused: Refused): TooManyRequests =>
  new TooManyRequests({
    ...refused,
    error: codedText("credit_limit_reached", "until", { until })
  })

export const fromElsewhere = new Forbidden({ error: codedText("cross_origin", "it") })
export const signUpClosed = new Forbidden({ error: codedText("sign_up_closed", "it") })
export const notOwner = new Forbidden({ error: codedText("not_owner", "it") })
/** Not counted as a refusal. */
export const passwordNeeded = new Forbidden({ error: codedText("password_needed", "it") })
export const codeNeeded = new Unauthorized({ error: codedText("code_needed", "it") })
export const codeRefused = new Unauthorized({ error: codedText("code_refused", "it") })
export const totpIsOn = new BadRequest({ error: codedText("totp_on", "it") })
export const totpIsOff = new NotFound({ error: codedText("totp_off", "it") })
export const lastOwner = new WorkInProgress({ error: errorText("lastOwner") })
export const lastManager = new WorkInProgress({ error: codedText("last_manager", "it") })
export const addressTaken = new WorkInProgress({ error: codedText("address_taken", "it") })
export const notConfirmed = new Unauthorized({ error: codedText("email_not_confirmed", "it") })
/** The same for one that never was: a person who guesses links learns nothing. */
export const linkEnded = new NotFound({ error: codedText("link_ended", "it") })
export const mailIsOff = new Forbidden({ error: codedText("mail_off", "it") })
export const emailTaken = new WorkInProgress({ error: codedText("email_taken", "it") })
export const passwordsOff = new Unauthorized({ error: codedText("passwords_off", "it") })
export const joinPasswordsOff = new Forbidden({ error: codedText("passwords_off_here", "it") })
/** Between the provider and the password of the person lie at most ten minutes. */
export const joinEnded = new NotFound({ error: codedText("provider_join_ended", "it") })
export const personNotFound = new NotFound({ error: codedText("person_not_found", "it") })
export const invitationNotFound = new NotFound({ error: codedText("invitation_not_found", "it") })
/** The same for one that never was: a person who guesses links learns nothing. */
export const invitationEnded = new NotFound({ error: codedText("invitation_ended", "it") })
export const sessionNotFound = new NotFound({ error: codedText("session_not_found", "it") })
export const wrongPassword = new Forbidden({ error: codedText("wrong_password", "it") })

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
