/**
 * Reads the events of services that sign in a header: SendGrid, Mailchimp Transactional and Resend. Sources: their references
 * of webhooks. Amazon SES and Mailgun, which sign in the body, have files of their own.
 */
import type { InletOutcome } from "@rcpt/domain/Inlet"

import { at, jsonIn, listAt, ofDate, responseOf, textAt } from "../../feedback/jsonFields.ts"
import { bodyText, eventsIn, idAt, ofSeconds, withCode } from "./MailEvent.ts"
import type { MailEvent, Outcomes, Sent } from "./MailEvent.ts"

/** `dropped`: SendGrid did not try. A `bounce` of the type `blocked` is about the sender, and for now. */
const sendgridOutcomes: Outcomes = {
  delivered: "delivered",
  deferred: "deferred",
  spamreport: "complained"
}

const sendgridOutcome = (type: string, event: unknown): InletOutcome => {
  if (type !== "bounce") return sendgridOutcomes[type] ?? "other"
  return textAt(event, "type") === "blocked" ? "deferred" : "bounced"
}

export const readSendgrid = (sent: Sent): ReadonlyArray<MailEvent> =>
  eventsIn(sent).flatMap((event) => {
    const type = textAt(event, "event")
    const id = idAt(event, "sg_event_id")
    if (type === undefined || id === undefined) return []
    return [
      {
        id,
        email: textAt(event, "email"),
        type,
        outcome: sendgridOutcome(type, event),
        response: responseOf(
          withCode(textAt(event, "status"), textAt(event, "reason") ?? textAt(event, "response"))
        ),
        at: ofSeconds(textAt(event, "timestamp"))
      }
    ]
  })

/** `send` says that Mailchimp has taken the message, `reject` that it did not try. */
const mailchimpOutcomes: Outcomes = {
  delivered: "delivered",
  hard_bounce: "bounced",
  soft_bounce: "deferred",
  deferral: "deferred",
  spam: "complained"
}

/** The field of the form that has them, as JSON. */
export const mailchimpEvents = (sent: Sent): unknown =>
  jsonIn(new URLSearchParams(bodyText(sent)).get("mandrill_events") ?? "")

export const readMailchimp = (sent: Sent): ReadonlyArray<MailEvent> =>
  listAt(mailchimpEvents(sent)).flatMap((event) => {
    const type = textAt(event, "event")
    const ts = textAt(event, "ts")
    if (type === undefined || ts === undefined) return []
    const id = textAt(event, "_id") ?? textAt(event, "msg", "_id") ?? ""
    const last = listAt(event, "msg", "smtp_events").at(-1)
    return [
      {
        // The id is that of the message, of which there is one event of a type at a time.
        id: `${id} ${type} ${ts}`,
        email: textAt(event, "msg", "email"),
        type,
        outcome: mailchimpOutcomes[type] ?? "other",
        response: responseOf(
          textAt(event, "msg", "diag") ?? textAt(event, "diag") ?? textAt(last, "diag"),
          textAt(event, "msg", "bounce_description")
        ),
        at: ofSeconds(ts)
      }
    ]
  })

const resendOutcomes: Outcomes = {
  "email.delivered": "delivered",
  "email.delivery_delayed": "deferred",
  "email.complained": "complained"
}

/** Suppressed: Resend did not try. Its events of 2023 have no type, and say it in their message. */
const resendOutcome = (type: string, bounce: unknown): InletOutcome => {
  if (type !== "email.bounced") return resendOutcomes[type] ?? "other"
  const [kind, subType, message = ""] = ["type", "subType", "message"].map((name) =>
    textAt(bounce, name)
  )
  if (/suppressed/i.test(subType ?? message)) return "other"
  return kind === undefined || kind === "Permanent" ? "bounced" : "deferred"
}

export const readResend = (sent: Sent): ReadonlyArray<MailEvent> =>
  eventsIn(sent).flatMap((event) => {
    const type = textAt(event, "type")
    const id = sent.headers["svix-id"] ?? sent.headers["webhook-id"]
    if (type === undefined || id === undefined) return []
    const bounce = at(event, "data", "bounce")
    const diagnostics = listAt(bounce, "diagnosticCode").map((said) => textAt(said))
    const to = listAt(event, "data", "to").flatMap((email) => textAt(email) ?? [])
    return (to.length === 0 ? [undefined] : to).map((email) => ({
      id: `${id} ${email ?? ""}`,
      email,
      type,
      outcome: resendOutcome(type, bounce),
      response: responseOf(...diagnostics, textAt(bounce, "message")),
      at: ofDate(textAt(event, "created_at"))
    }))
  })
