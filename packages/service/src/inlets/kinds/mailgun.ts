/**
 * Mailgun signs in the body, and has two forms of it: JSON, and the fields of an HTML form of its older webhooks, which
 * accounts from before 2018 may still have. Sources: its references "Webhooks" and "Webhooks (legacy)".
 */
import { createHmac } from "node:crypto"

import type { InletOutcome } from "@rcpt/domain/Inlet"

import { at, jsonIn, responseOf, textAt } from "../../feedback/jsonFields.ts"
import { bodyText, idAt, ofSeconds, withCode } from "./MailEvent.ts"
import type { MailEvent, Outcomes, Sent } from "./MailEvent.ts"
import { isSame } from "./signatures.ts"

/** A field of a form (RFC 7578) without the name of a file: an attachment is the mail that came back. */
const field =
  /^\r?\nContent-Disposition: form-data; name="(?<name>[^"\r\n]{1,100})"\r?\n(?:[^\r\n]+\r?\n)*\r?\n(?<value>[^]*?)\r?\n$/i

const formFields = (sent: Sent): ReadonlyMap<string, string> => {
  const boundary = /boundary="?(?<name>[^";]{1,100})/.exec(sent.headers["content-type"] ?? "")
  if (boundary === null) return new Map(new URLSearchParams(bodyText(sent)))
  const parts = bodyText(sent).split(`--${boundary.groups!["name"]}`)
  return new Map(
    parts.flatMap((part) => {
      const { name, value } = field.exec(part)?.groups ?? {}
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    })
  )
}

/** A form as the JSON that it would be today. `undefined`: it is no form of Mailgun. */
const ofForm = (fields: ReadonlyMap<string, string>): object | undefined => {
  const of = (name: string) => fields.get(name)
  if (of("event") === undefined || of("token") === undefined) return undefined
  const [timestamp, token, signature] = [of("timestamp"), of("token"), of("signature")]
  const message = of("Message-Id")
  return {
    signature: { timestamp, token, signature },
    "event-data": {
      id: message === undefined ? token : [message, of("event"), of("recipient")].join(" "),
      event: of("event"),
      severity: "permanent",
      reason: of("reason"),
      recipient: of("recipient"),
      timestamp,
      "delivery-status": { code: of("code"), message: of("error") ?? of("description") }
    }
  }
}

/** `undefined`: the body is of neither form. */
export const mailgunBody = (sent: Sent): unknown =>
  jsonIn(bodyText(sent)) ?? ofForm(formFields(sent))

/** The time and a random token are signed, and not the event: whoever has seen them may not use them again (`nonceOf`). */
export const isOfMailgun = (sent: Sent, key: string): boolean => {
  const signature = at(mailgunBody(sent), "signature")
  const [timestamp = "", token = "", given = ""] = ["timestamp", "token", "signature"].map((name) =>
    textAt(signature, name)
  )
  const expected = createHmac("sha256", key).update(`${timestamp}${token}`).digest("hex")
  return token !== "" && isSame(given, expected)
}

export const mailgunToken = (sent: Sent): string | undefined =>
  textAt(mailgunBody(sent), "signature", "token")

/** Its own codes for an address that has bounced, unsubscribed or complained before. */
const suppressed: ReadonlySet<string | undefined> = new Set(["605", "606", "607"])

/** `suppress-…`: Mailgun did not try, because of what it has heard before. `old`: it has given up. */
const isSuppressed = (event: unknown): boolean =>
  textAt(event, "reason")?.startsWith("suppress") === true ||
  textAt(event, "reason") === "old" ||
  suppressed.has(textAt(event, "delivery-status", "code"))

const outcomes: Outcomes = {
  delivered: "delivered",
  complained: "complained",
  failed: "bounced",
  // The words of forms.
  bounced: "bounced",
  dropped: "bounced"
}

const outcomeOf = (type: string, event: unknown): InletOutcome => {
  const outcome = outcomes[type] ?? "other"
  if (outcome !== "bounced") return outcome
  if (isSuppressed(event)) return "other"
  return textAt(event, "severity") === "permanent" ? "bounced" : "deferred"
}

/** The reply is in `message`; where Mailgun speaks, in `description`. */
export const readMailgun = (sent: Sent): ReadonlyArray<MailEvent> => {
  const event = at(mailgunBody(sent), "event-data")
  const [id, type] = [idAt(event, "id"), textAt(event, "event")]
  if (id === undefined || type === undefined) return []
  const status = at(event, "delivery-status")
  const said = textAt(status, "message") ?? textAt(status, "description")
  return [
    {
      id,
      email: textAt(event, "recipient"),
      type,
      outcome: outcomeOf(type, event),
      response: responseOf(withCode(textAt(status, "code"), said)),
      at: ofSeconds(textAt(event, "timestamp"))
    }
  ]
}
