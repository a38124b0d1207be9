/**
 * Inlets: addresses of this service to which a mail service, a newsletter program or a mail server sends what became of
 * an account's mail. This file has the facts that the service, its API and the dashboard share.
 */
import { Duration, Schema } from "effect"

import { deliveryOutcomes } from "./Evidence.ts"

export const InletKind = Schema.Literals([
  "amazon_ses",
  "mailgun",
  "postmark",
  "sendgrid",
  "brevo",
  "sparkpost",
  "mailjet",
  "mailchimp_transactional",
  "resend",
  "listmonk",
  "returned_mail"
])
export type InletKind = typeof InletKind.Type

/**
 * How a service proves that an event is its own. `signed`: it signs, and nothing is taken without a right signature.
 * `credentials`: it does not, but it can send a user name with a password, or a token, beside the secret of the URL.
 */
interface KindFacts {
  readonly service: string
  readonly proof: "signed" | "credentials"
}

export const inletKinds: Readonly<Record<InletKind, KindFacts>> = {
  amazon_ses: { service: "Amazon SES", proof: "signed" },
  mailgun: { service: "Mailgun", proof: "signed" },
  postmark: { service: "Postmark", proof: "credentials" },
  sendgrid: { service: "SendGrid", proof: "signed" },
  brevo: { service: "Brevo", proof: "credentials" },
  sparkpost: { service: "SparkPost", proof: "credentials" },
  mailjet: { service: "Mailjet", proof: "credentials" },
  mailchimp_transactional: { service: "Mailchimp Transactional", proof: "signed" },
  resend: { service: "Resend", proof: "signed" },
  listmonk: { service: "listmonk", proof: "credentials" },
  returned_mail: { service: "Returned mail", proof: "credentials" }
}

/**
 * What an event says. `deferred`: a delay or a soft bounce, which changes no verdict. `other`: an event that says nothing
 * about a mailbox, such as a click, or mail that the service did not even try to deliver.
 */
export const InletOutcome = Schema.Literals([...deliveryOutcomes, "deferred", "other"])
export type InletOutcome = typeof InletOutcome.Type

/**
 * What became of an event. `recorded`: it is a report of the account on a check. `not_about_mailbox`: the reply blames
 * something else, or cannot be understood. `not_verified_by_you`: the account has not verified the address within 90 days.
 * `deferred`: a delay or a soft bounce, which is counted and changes nothing. `nothing`: it says nothing about a mailbox.
 * `too_old`: it happened too long ago.
 */
export const InletFate = Schema.Literals([
  "recorded",
  "not_about_mailbox",
  "not_verified_by_you",
  "deferred",
  "nothing",
  "too_old"
])
export type InletFate = typeof InletFate.Type

/**
 * An event counts for so long after it happened: ids are kept as long, so that one that comes again is known. Services try
 * again for three days at most.
 */
export const inletEventCounts = Duration.days(7)

/** Inlets of an account: two for each kind, as for a move from one sender to another. */
export const inletsMax = 2 * InletKind.literals.length

/** Events of an inlet that its page shows. */
export const inletEventsShown = 20
