/**
 * Reads the events of services that do not sign: Postmark, Brevo, SparkPost, Mailjet and listmonk. Sources: their
 * references of webhooks.
 */
import type { InletOutcome } from "@rcpt/domain/Inlet"

import { at, ofDate, responseOf, textAt } from "../../feedback/jsonFields.ts"
import { eventsIn, hasCode, idAt, ofMillis, ofSeconds, withCode } from "./MailEvent.ts"
import type { MailEvent, Outcomes, Sent } from "./MailEvent.ts"

const postmarkRecords: Outcomes = { Delivery: "delivered", SpamComplaint: "complained" }

/** Types of bounces. Others are about the sender or the message, or no bounces at all, such as an answer by a machine. */
const postmarkBounces: Outcomes = {
  HardBounce: "bounced",
  BadEmailAddress: "bounced",
  SoftBounce: "deferred",
  Transient: "deferred",
  DnsError: "deferred",
  SpamNotification: "deferred",
  Blocked: "deferred",
  SpamComplaint: "complained"
}

export const readPostmark = (sent: Sent): ReadonlyArray<MailEvent> =>
  eventsIn(sent).flatMap((event) => {
    const record = textAt(event, "RecordType")
    if (record === undefined) return []
    const type = record === "Bounce" ? (textAt(event, "Type") ?? record) : record
    const outcomes = record === "Bounce" ? postmarkBounces : postmarkRecords
    const time =
      textAt(event, "BouncedAt") ?? textAt(event, "DeliveredAt") ?? textAt(event, "ReceivedAt")
    return [
      {
        id: [textAt(event, "ID"), textAt(event, "MessageID"), type, time].join(" "),
        email: textAt(event, "Email") ?? textAt(event, "Recipient"),
        type,
        outcome: outcomes[type] ?? "other",
        response: responseOf(textAt(event, "Details"), textAt(event, "Description")),
        at: ofDate(time)
      }
    ]
  })

/** `blocked`: Brevo did not try. The second spellings are those of its marketing part. */
const brevoOutcomes: Outcomes = {
  delivered: "delivered",
  hard_bounce: "bounced",
  hardbounce: "bounced",
  invalid_email: "bounced",
  soft_bounce: "deferred",
  softbounce: "deferred",
  deferred: "deferred",
  spam: "complained",
  complaint: "complained"
}

export const readBrevo = (sent: Sent): ReadonlyArray<MailEvent> =>
  eventsIn(sent).flatMap((event) => {
    const type = textAt(event, "event")
    if (type === undefined) return []
    const email = textAt(event, "email")
    const time = textAt(event, "ts_event") ?? textAt(event, "ts")
    const message = textAt(event, "message-id") ?? textAt(event, "camp_id")
    return [
      {
        // Its `id` is that of the webhook.
        id: [message, type, email, time].join(" "),
        email,
        type,
        outcome: brevoOutcomes[type.toLowerCase()] ?? "other",
        response: responseOf(textAt(event, "reason")),
        at:
          ofSeconds(time) ??
          ofMillis(textAt(event, "ts_epoch")) ??
          ofDate(textAt(event, "date_event"))
      }
    ]
  })

const sparkpostOutcomes: Outcomes = {
  delivery: "delivered",
  bounce: "bounced",
  out_of_band: "bounced",
  delay: "deferred",
  spam_complaint: "complained"
}

/** Classes of bounces that are soft, or blocks of the sender. Source: its list of classification codes. */
const sparkpostPassing = [20, 21, 22, 23, 24, 40, 50, 51, 52, 53, 54, 70]

/** Classes that say nothing of a delivery: its own policies, answers by a machine, and mail to (un)subscribe. */
const sparkpostOthers = [25, 60, 80, 90, 100]

const sparkpostClasses: Outcomes = Object.fromEntries([
  ...sparkpostPassing.map((each) => [each, "deferred"]),
  ...sparkpostOthers.map((each) => [each, "other"])
])

const sparkpostOutcome = (type: string, event: unknown): InletOutcome => {
  const outcome = sparkpostOutcomes[type] ?? "other"
  return outcome === "bounced"
    ? (sparkpostClasses[textAt(event, "bounce_class") ?? ""] ?? outcome)
    : outcome
}

/** Each event stands in an envelope that names its class. A test has none. */
export const readSparkpost = (sent: Sent): ReadonlyArray<MailEvent> =>
  eventsIn(sent).flatMap((envelope) => {
    const [event] = Object.values(Object(at(envelope, "msys")))
    const [type, id] = [textAt(event, "type"), idAt(event, "event_id")]
    if (type === undefined || id === undefined) return []
    return [
      {
        id,
        email: textAt(event, "raw_rcpt_to") ?? textAt(event, "rcpt_to"),
        type,
        outcome: sparkpostOutcome(type, event),
        response: responseOf(
          withCode(
            textAt(event, "error_code"),
            textAt(event, "raw_reason") ?? textAt(event, "reason")
          )
        ),
        at: ofSeconds(textAt(event, "timestamp")) ?? ofDate(textAt(event, "timestamp"))
      }
    ]
  })

const mailjetOutcomes: Outcomes = { sent: "delivered", spam: "complained" }

/** Its words for an error, in the codes of RFC 3463. Source: its table of errors. */
const mailjetErrors: Readonly<Record<string, string>> = {
  "user unknown": "5.1.1",
  "mailbox inactive": "5.2.1",
  "quota exceeded": "5.2.2",
  "invalid domain": "5.1.2",
  "no mail host": "5.1.2"
}

/** Where the comment has no reply, the word for the error stands for it. */
const mailjetResponse = (event: unknown): string | undefined => {
  const [error, comment] = [textAt(event, "error"), textAt(event, "comment")]
  if (comment !== undefined && hasCode(comment)) return responseOf(comment)
  return responseOf(withCode(mailjetErrors[error ?? ""], error), comment)
}

const mailjetOutcome = (type: string, event: unknown): InletOutcome => {
  if (type !== "bounce") return mailjetOutcomes[type] ?? "other"
  return at(event, "hard_bounce") === true ? "bounced" : "deferred"
}

export const readMailjet = (sent: Sent): ReadonlyArray<MailEvent> =>
  eventsIn(sent).flatMap((event) => {
    const type = textAt(event, "event")
    if (type === undefined) return []
    const [email, time] = [textAt(event, "email"), textAt(event, "time")]
    const message = textAt(event, "Message_GUID") ?? textAt(event, "MessageID")
    return [
      {
        id: [message, type, email, time].join(" "),
        email,
        type,
        outcome: mailjetOutcome(type, event),
        response: mailjetResponse(event),
        at: ofSeconds(time)
      }
    ]
  })

const listmonkOutcomes: Outcomes = { hard: "bounced", soft: "deferred", complaint: "complained" }

/** The body of its `POST /webhooks/bounce`, or an entry of its `GET /api/bounces`. `meta` may be JSON in a text. */
export const readListmonk = (sent: Sent): ReadonlyArray<MailEvent> =>
  eventsIn(sent).flatMap((event) => {
    const type = textAt(event, "type")
    const email = textAt(event, "email")
    if (type === undefined || email === undefined) return []
    const meta = at(event, "meta")
    const said = typeof meta === "string" ? meta : meta === undefined ? "" : JSON.stringify(meta)
    const time = textAt(event, "created_at")
    const campaign = textAt(event, "campaign_uuid") ?? textAt(event, "campaign", "id")
    return [
      {
        id: [textAt(event, "id"), campaign, type, email, time, said].join(" "),
        email,
        type,
        outcome: listmonkOutcomes[type] ?? "other",
        response: responseOf(said === "" || said === "{}" ? undefined : said, type),
        at: ofDate(time)
      }
    ]
  })
