/**
 * The security events of an account: who signed in, what was changed, and what was refused. No IP address
 * is stored; a label tells whether two requests came from the same one.
 */
import { SignInHow } from "@rcpt/domain/Account"
import { refusalKinds } from "@rcpt/domain/refusalKinds"
import { Role } from "@rcpt/domain/Role"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { described, integer, string } from "./fields.ts"
import { dateTime, uuidText } from "./formats.ts"
import { cursor, pageSize } from "./jobsQuery.ts"
import { Requires } from "./Permissions.ts"
import { PersonNamed } from "./PersonNamed.ts"
import { BadRequest } from "./Problem.ts"
import { secured } from "./secured.ts"

/** Requests that can be refused. */
export const RefusalKind = Schema.Literals(refusalKinds)
export type RefusalKind = typeof RefusalKind.Type

/** Changes of an account. */
export const ChangeType = Schema.Literals([
  "account_opened",
  "signed_in",
  "session_ended",
  "all_sessions_ended",
  "password_changed",
  "password_replaced",
  "totp_enabled",
  "totp_disabled",
  "recovery_code_used",
  "recovery_codes_replaced",
  "key_created",
  "key_changed",
  "key_revoked",
  "webhook_set",
  "webhook_secret_rotated",
  "webhook_disabled",
  "webhook_removed",
  "inlet_created",
  "inlet_changed",
  "inlet_secret_rotated",
  "inlet_removed",
  "schedule_created",
  "schedule_changed",
  "schedule_removed",
  "person_invited",
  "invitation_revoked",
  "person_joined",
  "role_changed",
  "person_removed",
  "account_suspended",
  "account_resumed",
  "address_erased",
  "rules_added",
  "rules_removed",
  "account_closed",
  "credits_granted",
  "credits_adjusted",
  "password_recovered",
  "email_changed",
  "person_admitted",
  "provider_joined",
  "signed_out_by_provider"
])
export type ChangeType = typeof ChangeType.Type

const NamedKey = Schema.Struct({
  id: described(uuidText, "Its id."),
  name: string("Its name."),
  last4: string("The last four characters of the key."),
  origins: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Of a browser key: its websites." })
  )
}).annotate({ identifier: "NamedKey", description: "An API key by its name." })

export const SecurityEvent = Schema.Struct({
  id: string("Its id."),
  type: Schema.Union([ChangeType, RefusalKind]).annotate({
    description: "The type of the action or refusal. Types are added over time."
  }),
  created_at: described(dateTime, "When it was made."),
  count: integer("Of what was refused: how often within a minute. Otherwise 1."),
  last_at: Schema.optionalKey(dateTime.annotate({ description: "Of what was refused: the last." })),
  by: Schema.Literals(["session", "key", "operator", "service", "unknown"]).annotate({
    description:
      "Who: a session or an API key of the account, the operator of the service, the service itself, " +
      "or a client that was not identified."
  }),
  by_key: described(Schema.optionalKey(NamedKey), "The API key of the request."),
  by_person: Schema.optionalKey(
    PersonNamed.annotate({ description: "The person of the session, or who tried to sign in." })
  ),
  person: Schema.optionalKey(
    PersonNamed.annotate({ description: "Whose sign-in or role it is about." })
  ),
  role: Schema.optionalKey(Role.annotate({ description: "The role that was given." })),
  how: Schema.optionalKey(
    SignInHow.annotate({
      description:
        "Of `signed_in`: `provider`, at the provider of OpenID Connect; `break_glass`, with a password " +
        "although passwords are off. Absent: with a password."
    })
  ),
  key: described(Schema.optionalKey(NamedKey), "The key that was created, changed or revoked."),
  agent: Schema.optionalKey(string("The browser or program, such as `Firefox`.")),
  address: Schema.optionalKey(
    string(
      "A label of the client's IP address (IPv6: of its /64), the same for the same address. It " +
        "does not reveal the address."
    )
  ),
  origin: Schema.optionalKey(
    string(
      "Of a browser key that was refused: the website of the last request, as its browser says."
    )
  ),
  request_id: Schema.optionalKey(
    uuidText.annotate({
      description: "`X-Request-Id` of the response; of a count, the last one's."
    })
  ),
  credits: Schema.optionalKey(integer("Credits.")),
  reason: Schema.optionalKey(string("The reason, in the words of the person who gave it."))
}).annotate({ identifier: "SecurityEvent" })
export type SecurityEvent = typeof SecurityEvent.Type

export const SecurityPage = Schema.Struct({
  events: Schema.Array(SecurityEvent).annotate({
    description: "One page of events, the newest first."
  }),
  next: Schema.NullOr(Schema.String).annotate({
    description: "`cursor` of the next page; null on the last page."
  })
}).annotate({ identifier: "SecurityPage" })
export type SecurityPage = typeof SecurityPage.Type

/** Microseconds since the epoch, and the id of an event at that time. */
export const eventPlace = /^([1-9]\d{0,15})\.((?:\d{1,15}|[a-z_]{1,40})-\d{1,15})$/u

const list = HttpApiEndpoint.get("list", "/account/security", {
  query: { limit: pageSize("Events per page."), cursor: cursor(eventPlace, "the newest events") },
  success: SecurityPage,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "listSecurityEvents",
    summary: "List the security events of the account, newest first",
    description:
      "Sign-ins, changes of people, keys, sessions, passwords and the webhook, what the operator did, and " +
      "what was refused. Refusals are counted by the minute, appear after a second, and are kept for " +
      "90 days; everything else is kept with the account."
  })
)

export class Security extends secured(
  HttpApiGroup.make("Security").add(list).annotateEndpoints(Requires, "inspect")
) {}
