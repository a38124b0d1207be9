/**
 * Reads what Amazon SES says of each recipient, in JSON that Amazon SNS sends to a URL or by email. Source: the SES guide,
 * "Notification contents" and "Event publishing".
 */
import type { InletOutcome } from "@rcpt/domain/Inlet"

import { at, jsonIn, listAt, ofDate, responseOf, textAt } from "./jsonFields.ts"

interface Recipients {
  readonly outcome: InletOutcome
  /** The part of the message that tells about the event. */
  readonly part: string
  /** The list of its recipients, as objects or as addresses. */
  readonly list: string
}

/** By `notificationType` of notifications and `eventType` of event publishing. Other events name nobody who matters. */
const events: Readonly<Record<string, Recipients>> = {
  Bounce: { outcome: "bounced", part: "bounce", list: "bouncedRecipients" },
  Complaint: { outcome: "complained", part: "complaint", list: "complainedRecipients" },
  Delivery: { outcome: "delivered", part: "delivery", list: "recipients" },
  DeliveryDelay: { outcome: "deferred", part: "deliveryDelay", list: "delayedRecipients" }
}

/** SES did not try: the address was on its own list, or on that of the account. */
const suppressed: ReadonlySet<string> = new Set(["Suppressed", "OnAccountSuppressionList"])

const outcomeOf = ({ outcome }: Recipients, told: unknown): InletOutcome => {
  if (outcome === "complained")
    return textAt(told, "complaintFeedbackType") === "not-spam" ? "other" : outcome
  if (outcome !== "bounced") return outcome
  if (suppressed.has(textAt(told, "bounceSubType") ?? "")) return "other"
  return textAt(told, "bounceType") === "Permanent" ? outcome : "deferred"
}

/** What became of the mail to one recipient. */
interface Told {
  readonly email: string | undefined
  readonly outcome: InletOutcome
  readonly response: string | undefined
  /** Epoch milliseconds. */
  readonly at: number | undefined
}

export const typeOfNotice = (message: unknown): string | undefined =>
  textAt(message, "notificationType") ?? textAt(message, "eventType")

/** `undefined`: the message is about nothing that matters. */
export const recipientsIn = (message: unknown): ReadonlyArray<Told> | undefined => {
  const type = typeOfNotice(message) ?? ""
  const event = Object.hasOwn(events, type) ? events[type] : undefined
  if (event === undefined) return undefined
  const about = at(message, event.part)
  return listAt(about, event.list).map((recipient) => ({
    email: textAt(recipient) ?? textAt(recipient, "emailAddress"),
    outcome: outcomeOf(event, about),
    response: responseOf(
      textAt(recipient, "diagnosticCode") ?? textAt(about, "smtpResponse"),
      textAt(recipient, "status")
    ),
    at: ofDate(textAt(about, "timestamp"))
  }))
}

/**
 * The notice in an email of SNS, by itself or in the envelope that a URL gets. Mail servers fold its long lines, with or
 * without a mark.
 */
export const noticeInMail = (text: string): unknown => {
  const json = jsonIn(
    text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1).replaceAll(/!?\n ?/g, "")
  )
  return jsonIn(textAt(json, "Message") ?? "") ?? json
}
