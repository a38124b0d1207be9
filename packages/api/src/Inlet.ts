/** Inlets: URLs of this service for the events of mail services. Schemas and endpoints. */
import {
  inletEventsShown,
  InletFate,
  InletKind,
  inletKinds,
  InletOutcome,
  inletsMax
} from "@rcpt/domain/Inlet"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { fieldFault, oneOf } from "./errors/errorTexts.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { dateTime } from "./formats.ts"
import { Message } from "./Message.ts"
import { nameField } from "./nameField.ts"
import { managed, Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { secured } from "./secured.ts"

export { inletEventsShown, inletKinds, inletsMax }
export type { InletFate, InletKind, InletOutcome } from "@rcpt/domain/Inlet"

/** All kinds, in the order in which forms list them. */
export const allInletKinds = InletKind.literals

const Name = described(nameField(), "What people call it.")

/** Characters. The longest is a public key of SendGrid, with some 125. */
const signingKeyCharsMax = 1_000

const keyLimits = fieldFault("chars", { from: 1, to: signingKeyCharsMax })

const SigningKey = described(
  Schema.String.annotate({ message: keyLimits }).check(
    Schema.isMinLength(1, { message: keyLimits }),
    Schema.isMaxLength(signingKeyCharsMax, { message: keyLimits })
  ),
  "Proves that an event is the service's own. Amazon SES: the ARN of the topic. Mailgun: the HTTP webhook " +
    "signing key. SendGrid: the verification key. Mailchimp Transactional: the key of the webhook. " +
    "Resend: the signing secret, `whsec_…`. Others, if they send one: `user:password` or a bearer token. It is not shown again."
)

const Kind = described(
  InletKind.annotate({
    message: oneOf(InletKind.literals)
  }),
  "Who sends the events. `returned_mail`: bounces as they are, as `message/rfc822`."
)

export const InletRequest = Schema.Struct({
  kind: Kind,
  name: Name,
  signing_key: Schema.optionalKey(SigningKey)
}).annotate({ identifier: "InletRequest" })
export type InletRequest = typeof InletRequest.Type

export const InletChange = Schema.Struct({
  name: Schema.optionalKey(Name),
  signing_key: Schema.optionalKey(SigningKey)
}).annotate({ identifier: "InletChange" })
export type InletChange = typeof InletChange.Type

export const InletEvent = Schema.Struct({
  email: Schema.NullOr(string("null: the event names no address.")),
  type: string("The event, in the service's own word."),
  outcome: InletOutcome.annotate({
    description:
      "`deferred`: a delay or a soft bounce, which changes no verdict. `other`: it says nothing about a mailbox."
  }),
  smtp_response: Schema.optionalKey(string("The mail server's reply, as the service gives it.")),
  occurred_at: dateTime.annotate({ description: "When it happened, by the service's clock." }),
  received_at: dateTime.annotate({ description: "When it was stored." }),
  result: Schema.NullOr(InletFate).annotate({
    description:
      "What became of it; null: it waits. `recorded`: as a report on a check. `not_about_mailbox`: the reply " +
      "blames something else, or cannot be understood. `not_verified_by_you`: not by this account within 90 days. " +
      "`deferred`: it is counted and changes nothing. `nothing`: it says nothing about a mailbox. `too_old`: it happened over 7 days ago."
  })
}).annotate({ identifier: "InletEvent" })
export type InletEvent = typeof InletEvent.Type

const InletCounts = Schema.Struct({
  recorded: integer("Reports on addresses that you have verified."),
  not_about_mailbox: integer("Replies that say nothing about the mailbox."),
  not_verified_by_you: integer("Addresses that you have not verified in the last 90 days."),
  deferred: integer("Events of mail that the service tries again."),
  nothing: integer("Events of other kinds."),
  too_old: integer("Events that happened over 7 days ago.")
}).annotate({ identifier: "InletCounts" })

export const Inlet = Schema.Struct({
  id: described(Schema.String.annotate({ format: "uuid" }), "Its id."),
  kind: Kind,
  name: Name,
  status: Schema.Literals(["live", "needs_key"]).annotate({
    description:
      "`needs_key`: its service signs, and it takes no events until `signing_key` is set."
  }),
  has_key: boolean("Whether `signing_key` is set."),
  created_at: dateTime.annotate({ description: "When it was made." }),
  last_event_at: Schema.NullOr(dateTime.annotate({ description: "null: no event yet." })),
  previous_url_until: Schema.NullOr(
    dateTime.annotate({ description: "Until then the URL from before works, too." })
  ),
  counts: InletCounts.annotate({ description: "What became of all its events." }),
  url: Schema.optionalKey(
    string("Where the service sends events. Only in the response that makes the URL.")
  )
}).annotate({ identifier: "Inlet" })
export type Inlet = typeof Inlet.Type

export const Inlets = Schema.Struct({
  inlets: Schema.Array(Inlet).annotate({ description: "All inlets, the oldest first." }),
  max: integer(`How many an account can have: ${inletsMax}.`)
}).annotate({ identifier: "Inlets" })
export type Inlets = typeof Inlets.Type

export const InletDetails = Schema.Struct({
  ...Inlet.fields,
  events: Schema.Array(InletEvent).annotate({
    description: `The last ${inletEventsShown} events, the newest first.`
  })
}).annotate({ identifier: "InletDetails" })
export type InletDetails = typeof InletDetails.Type

const params = { id: string("The inlet's `id`.") }

const list = HttpApiEndpoint.get("list", "/inlets", { success: Inlets })
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listInlets",
      summary: "List the inlets",
      description: "Oldest first, without their URLs."
    })
  )

const create = HttpApiEndpoint.post("create", "/inlets", {
  payload: InletRequest,
  success: Inlet.pipe(HttpApiSchema.status(201)),
  error: BadRequest
}).annotateMerge(
  managed({
    identifier: "createInlet",
    summary: "Make an inlet",
    description:
      "The response has its URL, which is not shown again: anyone who knows it can send events. " +
      "Some services show their key only once they have the URL: set it with `PATCH`."
  })
)

const find = HttpApiEndpoint.get("find", "/inlets/:id", {
  params,
  success: InletDetails,
  error: NotFound
})
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getInlet",
      summary: "Get an inlet and its last events",
      description: `With the last ${inletEventsShown} events and what became of each.`
    })
  )

const change = HttpApiEndpoint.patch("change", "/inlets/:id", {
  params,
  payload: InletChange,
  success: Inlet,
  error: [BadRequest, NotFound]
}).annotateMerge(
  managed({
    identifier: "changeInlet",
    summary: "Change the name or the signing key of an inlet",
    description: "What is left out stays as it is. The URL stays, too."
  })
)

const remove = HttpApiEndpoint.delete("remove", "/inlets/:id", {
  params,
  success: Message,
  error: NotFound
}).annotateMerge(
  managed({
    identifier: "removeInlet",
    summary: "Remove an inlet",
    description:
      "Its URL works no more. Events that wait, and those that are shown, are deleted; reports that were recorded stay."
  })
)

const rotate = HttpApiEndpoint.post("rotate", "/inlets/:id/secret", {
  params,
  success: Inlet,
  error: NotFound
}).annotateMerge(
  managed({
    identifier: "rotateInletSecret",
    summary: "Give an inlet a new URL",
    description: "For 24 hours the URL from before works, too."
  })
)

export class InletsGroup extends secured(
  HttpApiGroup.make("Inlets").add(list, create, find, change, remove, rotate)
) {}
