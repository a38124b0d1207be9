/** The kinds of inlets: how each proves that an event is its own, and how its events are read. */
import { hash } from "node:crypto"

import type { InletKind } from "@rcpt/domain/Inlet"

import { jsonIn, ofDate, responseOf } from "../../feedback/jsonFields.ts"
import { messageOctetsMax, readReturnedMail } from "../../feedback/returnedMail.ts"
import { isTopic, readAmazonSes } from "./amazonSes.ts"
import { bodyText } from "./MailEvent.ts"
import type { MailEvent, Sent } from "./MailEvent.ts"
import { isOfMailgun, mailgunBody, mailgunToken, readMailgun } from "./mailgun.ts"
import { readBrevo, readListmonk, readMailjet, readPostmark, readSparkpost } from "./secretKinds.ts"
import {
  hasCredentials,
  isEcdsaKey,
  isOfMailchimp,
  isOfSendgrid,
  isStandardSecret,
  isStandardWebhook
} from "./signatures.ts"
import { mailchimpEvents, readMailchimp, readResend, readSendgrid } from "./signedKinds.ts"

interface Kind {
  /** Completes "signing_key must be …", for a key that cannot be one of the service. */
  readonly keyMust: string
  readonly isKey: (text: string) => boolean
  /** `sns`: by a certificate that has to be fetched (Sns.ts). `now`: epoch milliseconds. */
  readonly proof: "sns" | ((sent: Sent, key: string, now: number) => boolean)
  /** What may be used for one request only, because it does not sign the event. */
  readonly nonceOf?: (sent: Sent) => string | undefined
  /** Whether the body is of the form that the service sends. */
  readonly isBody: (sent: Sent) => boolean
  /** Nothing for a body without events, such as a test. */
  readonly read: (sent: Sent) => ReadonlyArray<MailEvent> | Promise<ReadonlyArray<MailEvent>>
}

/** A returned message has no id that its sender cannot repeat by mistake; the same octets are the same message. */
const readMessage = async ({ body }: Sent): Promise<ReadonlyArray<MailEvent>> => {
  const id = hash("sha256", body.subarray(0, messageOctetsMax), "base64url")
  const outcomes = await readReturnedMail(body)
  return outcomes.map(({ email, outcome, smtp_response: response, occurred_at: time }) => ({
    id: `${id} ${email}`,
    email,
    type: outcome,
    outcome,
    response: responseOf(response),
    at: ofDate(time)
  }))
}

/** Printable ASCII, which a header can have. */
const credentials = {
  keyMust: "user:password or a token, of visible ASCII characters",
  isKey: (text: string) => /^[!-~](?:[ -~]*[!-~])?$/.test(text),
  proof: hasCredentials
} as const

const json = { isBody: (sent: Sent) => jsonIn(bodyText(sent)) !== undefined }

const anyKey = { keyMust: "the key without spaces", isKey: (text: string) => /^[!-~]+$/.test(text) }

export const kinds: Readonly<Record<InletKind, Kind>> = {
  amazon_ses: {
    keyMust: "the ARN of the topic, such as arn:aws:sns:eu-west-1:123456789012:bounces",
    isKey: isTopic,
    ...json,
    proof: "sns",
    read: readAmazonSes
  },
  mailgun: {
    ...anyKey,
    isBody: (sent) => mailgunBody(sent) !== undefined,
    proof: isOfMailgun,
    nonceOf: mailgunToken,
    read: readMailgun
  },
  postmark: { ...credentials, ...json, read: readPostmark },
  sendgrid: {
    keyMust: "the verification key as SendGrid shows it, in base64",
    isKey: isEcdsaKey,
    ...json,
    proof: isOfSendgrid,
    read: readSendgrid
  },
  brevo: { ...credentials, ...json, read: readBrevo },
  sparkpost: { ...credentials, ...json, read: readSparkpost },
  mailjet: { ...credentials, ...json, read: readMailjet },
  mailchimp_transactional: {
    ...anyKey,
    isBody: (sent) => mailchimpEvents(sent) !== undefined,
    proof: isOfMailchimp,
    read: readMailchimp
  },
  resend: {
    keyMust: "the signing secret, whsec_…",
    isKey: isStandardSecret,
    ...json,
    proof: isStandardWebhook,
    read: readResend
  },
  listmonk: { ...credentials, ...json, read: readListmonk },
  returned_mail: { ...credentials, isBody: () => true, read: readMessage }
}
