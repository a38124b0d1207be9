/** Requests as the services send them: payloads in their envelopes, signed with keys that are made here. */
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto"

import type { InletKind } from "@rcpt/domain/Inlet"
import type { Sent } from "@rcpt/service/inlets/kinds/MailEvent"

import { snsKey, topic } from "./snsWorld.ts"

export interface Signed {
  readonly sent: Sent
  readonly contentType: string
}

const ecdsa = generateKeyPairSync("ec", { namedCurve: "P-256" })
const standardSecret = `whsec_${randomBytes(24).toString("base64")}`

/** What the account sets as `signing_key`. */
export const keys: Readonly<Record<InletKind, string>> = {
  amazon_ses: topic,
  mailgun: "key-3ax6xnjp29jd6fds4gc373sgvjxteol0",
  postmark: "postmark:secret word",
  sendgrid: ecdsa.publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  brevo: "brevo-token",
  sparkpost: "spark:post",
  mailjet: "mail:jet",
  mailchimp_transactional: "UtCl2mrZ6bTYZVvCOLaL3g",
  resend: standardSecret,
  listmonk: "list:monk",
  returned_mail: "mx:secret"
}

const json = (body: unknown) => ({ body: JSON.stringify(body), contentType: "application/json" })

const basic = (kind: InletKind) => ({
  authorization: `Basic ${Buffer.from(keys[kind]).toString("base64")}`
})

interface Raw {
  readonly body: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

type Sign = (body: unknown, now: Date, url: string) => Raw

const idOf = (body: unknown) => createHash("sha256").update(JSON.stringify(body)).digest("hex")

/** A message of SNS; `made`: its id. */
export const snsMessage = (fields: Readonly<Record<string, string>>) => {
  const names = [
    "Message",
    "MessageId",
    "SubscribeURL",
    "Subject",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type"
  ]
  const signed = names
    .filter((name) => name in fields && (fields["Type"] === "Notification" || name !== "Subject"))
    .map((name) => `${name}\n${fields[name]}\n`)
    .join("")
  const isOne = fields["SignatureVersion"] === "1"
  const signature = sign(isOne ? "sha1" : "sha256", Buffer.from(signed), snsKey).toString("base64")
  return { SignatureVersion: "2", ...fields, Signature: signature }
}

/** The origin of SNS in this test, which the service is told. */
let snsOrigin = "https://sns.eu-west-1.amazonaws.com"
export const useSns = (origin: string) => (snsOrigin = origin)

const signers: Readonly<Record<InletKind, Sign>> = {
  amazon_ses: (body, now) =>
    json(
      snsMessage({
        Type: "Notification",
        MessageId: idOf(body),
        TopicArn: topic,
        Message: JSON.stringify(body),
        Timestamp: now.toISOString(),
        SigningCertURL: `${snsOrigin}/SimpleNotificationService-1.pem`
      })
    ),
  mailgun: (body, now) => {
    const timestamp = String(Math.floor(now.getTime() / 1_000))
    const token = randomBytes(25).toString("hex")
    const signature = createHmac("sha256", keys.mailgun)
      .update(timestamp + token)
      .digest("hex")
    return json({ signature: { timestamp, token, signature }, ...(body as object) })
  },
  postmark: (body) => ({ ...json(body), headers: basic("postmark") }),
  sendgrid: (body, now) => {
    const raw = json(body)
    const timestamp = String(Math.floor(now.getTime() / 1_000))
    const signature = sign("sha256", Buffer.from(timestamp + raw.body), ecdsa.privateKey)
    return {
      ...raw,
      headers: {
        "x-twilio-email-event-webhook-signature": signature.toString("base64"),
        "x-twilio-email-event-webhook-timestamp": timestamp
      }
    }
  },
  brevo: (body) => ({ ...json(body), headers: { authorization: `Bearer ${keys.brevo}` } }),
  sparkpost: (body) => ({ ...json(body), headers: basic("sparkpost") }),
  mailjet: (body) => ({ ...json(body), headers: basic("mailjet") }),
  mailchimp_transactional: (body, _now, url) => {
    const events = JSON.stringify(body)
    const signature = createHmac("sha1", keys.mailchimp_transactional)
      .update(`${url}mandrill_events${events}`)
      .digest("base64")
    return {
      body: new URLSearchParams({ mandrill_events: events }).toString(),
      contentType: "application/x-www-form-urlencoded",
      headers: { "x-mandrill-signature": signature }
    }
  },
  resend: (body, now) => {
    const raw = json(body)
    const [id, timestamp] = [`msg_${idOf(body)}`, String(Math.floor(now.getTime() / 1_000))]
    const secret = Buffer.from(standardSecret.slice("whsec_".length), "base64")
    const signature = createHmac("sha256", secret)
      .update(`${id}.${timestamp}.${raw.body}`)
      .digest("base64")
    return {
      ...raw,
      headers: {
        "svix-id": id,
        "svix-timestamp": timestamp,
        "svix-signature": `v1,AAAA v1,${signature}`
      }
    }
  },
  listmonk: (body) => ({ ...json(body), headers: basic("listmonk") }),
  returned_mail: (body) => ({
    body: String(body),
    contentType: "message/rfc822",
    headers: basic("returned_mail")
  })
}

export const sentAs = (kind: InletKind, payload: unknown, now: Date, url = ""): Signed => {
  const { body, contentType, headers = {} } = signers[kind](payload, now, url)
  return {
    sent: { headers: { ...headers, "content-type": contentType }, body: Buffer.from(body), url },
    contentType
  }
}
