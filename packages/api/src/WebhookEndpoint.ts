/**
 * Schemas of an account's webhook endpoints: several URLs, each with a choice of events and a secret of its
 * own, and what was sent to them and answered.
 */
import { endpointsMax } from "@rcpt/domain/AccountWebhooks"
import { descriptionCharsMax, holdsAddress, isDescription } from "@rcpt/domain/keptTexts"
import { Schema } from "effect"

import { fieldFault } from "./errors/errorTexts.ts"
import { described, integer, string } from "./fields.ts"
import { dateTime } from "./formats.ts"
import { ChosenEvent, chosenEvents, Webhook, WebhookDelivery, WebhookUrl } from "./Webhook.ts"

export { ChosenEvent, chosenEvents } from "./Webhook.ts"

const eventsLimits = `must be a list of at least one of ${chosenEvents.map((one) => `"${one}"`).join(", ")}`

const descriptionLimits = fieldFault("visibleCharsMax", { n: descriptionCharsMax })

const Description = described(
  Schema.String.annotate({ message: descriptionLimits }).check(
    Schema.makeFilter(
      (text) =>
        isDescription(text) || (holdsAddress(text) ? fieldFault("address") : descriptionLimits)
    )
  ),
  `What it is for, at most ${descriptionCharsMax} characters, without an email address.`
)

const Events = Schema.Array(ChosenEvent.annotate({ message: eventsLimits }))
  .annotate({ message: eventsLimits })
  .check(Schema.makeFilter((events) => events.length > 0 || eventsLimits))

const Enabled = Schema.Boolean.annotate({ message: "must be true or false" })

export const WebhookEndpointRequest = Schema.Struct({
  ...WebhookUrl.fields,
  description: Schema.optionalKey(Description),
  events: described(Schema.optionalKey(Events), "The events that it gets. Default: all events."),
  enabled: Schema.optionalKey(
    Enabled.annotate({ description: "`false`: it gets nothing yet. Default: `true`." })
  )
}).annotate({ identifier: "WebhookEndpointRequest" })
export type WebhookEndpointRequest = typeof WebhookEndpointRequest.Type

export const WebhookEndpointChange = Schema.Struct({
  url: Schema.optionalKey(WebhookUrl.fields.url),
  description: Schema.optionalKey(Description),
  events: described(Schema.optionalKey(Events), "The events that it gets."),
  enabled: Schema.optionalKey(
    Enabled.annotate({
      description: "`false`: it gets nothing, and pending deliveries are given up. `true`: again."
    })
  )
}).annotate({ identifier: "WebhookEndpointChange" })
export type WebhookEndpointChange = typeof WebhookEndpointChange.Type

export const WebhookEndpoint = Schema.Struct({
  id: described(Schema.String.annotate({ format: "uuid" }), "Its id."),
  ...Webhook.fields,
  description: string("May be empty."),
  events: Schema.Array(ChosenEvent).annotate({ description: "The events that it gets." }),
  secret: Schema.optionalKey(
    string("Signs its deliveries. With a dashboard session, and in the response that creates it.")
  )
}).annotate({ identifier: "WebhookEndpoint" })
export type WebhookEndpoint = typeof WebhookEndpoint.Type

export const WebhookEndpoints = Schema.Struct({
  endpoints: Schema.Array(WebhookEndpoint).annotate({
    description: "All endpoints, the oldest first."
  }),
  max: integer(`How many an account can have: ${endpointsMax}.`)
}).annotate({ identifier: "WebhookEndpoints" })
export type WebhookEndpoints = typeof WebhookEndpoints.Type

const WebhookHeader = Schema.Struct({
  name: string("In lower case."),
  value: string("As it was sent.")
}).annotate({ identifier: "WebhookHeader" })

export const WebhookAttempt = Schema.Struct({
  at: dateTime.annotate({ description: "When it began; its `webhook-timestamp`." }),
  duration_ms: integer("Milliseconds from the look-up of the host to the end of what was read."),
  url: string("Where it went."),
  request_headers: Schema.NullOr(Schema.Array(WebhookHeader)).annotate({
    description: "With the signature. null: there was no request, as the secret could not be read."
  }),
  response_status: Schema.NullOr(integer("null without a response.")),
  response_body: Schema.optionalKey(string("Up to the first 1,024 bytes, as UTF-8.")),
  error: Schema.optionalKey(string("Why there is no response."))
}).annotate({ identifier: "WebhookAttempt" })
export type WebhookAttempt = typeof WebhookAttempt.Type

export const WebhookDeliveryDetails = Schema.Struct({
  ...WebhookDelivery.fields,
  request_body: string("The body of every attempt, without what was erased since."),
  log: Schema.Array(WebhookAttempt).annotate({
    description: "The newest 50 attempts, newest first, also those before a resend."
  })
}).annotate({ identifier: "WebhookDeliveryDetails" })
export type WebhookDeliveryDetails = typeof WebhookDeliveryDetails.Type

const instant = Schema.makeFilter(
  (text: string) =>
    (/^\d{4}-\d\d-\d\dT\d\d:\d\d/u.test(text) && !Number.isNaN(Date.parse(text))) ||
    "must be a date-time such as 2026-01-31T12:00:00Z"
)

const dateTimeInput = Schema.String.annotate({
  message: "must be a date-time such as 2026-01-31T12:00:00Z",
  format: "date-time"
}).check(instant)

/** One statement and, per receiver, some minutes of work. For more deliveries, ask again. */
export const resentMax = 1_000

export const WebhookResend = Schema.Struct({
  since: described(dateTimeInput, "Events of this time and later."),
  until: described(Schema.optionalKey(dateTimeInput), "Events before this time. Default: now.")
}).annotate({ identifier: "WebhookResend" })
export type WebhookResend = typeof WebhookResend.Type

export const WebhookResent = Schema.Struct({
  resent: integer("Deliveries that are sent again now."),
  left: integer(`Failed ones of the range beyond ${resentMax}: ask again for them.`)
}).annotate({ identifier: "WebhookResent" })
export type WebhookResent = typeof WebhookResent.Type
