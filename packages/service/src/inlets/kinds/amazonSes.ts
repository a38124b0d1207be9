/**
 * Amazon SES, whose events come by Amazon SNS: a message in an envelope that SNS signs. SNS signs for every topic of
 * everybody, so the topic is part of what an inlet is told. Source: the SNS guide, "Verifying the signatures of Amazon SNS
 * messages".
 */
import { X509Certificate, verify } from "node:crypto"

import { at, jsonIn, ofDate, textAt } from "../../feedback/jsonFields.ts"
import { recipientsIn, typeOfNotice } from "../../feedback/sesNotice.ts"
import { bodyText } from "./MailEvent.ts"
import type { MailEvent, Sent } from "./MailEvent.ts"

/** `arn:aws:sns:eu-west-1:123456789012:bounces`; China and GovCloud have partitions of their own. */
const topicArn = /^arn:aws[a-z-]{0,10}:sns:([a-z]{2}[a-z0-9-]{1,30}):\d{12}:[\w-]{1,256}$/

export const isTopic = (text: string): boolean => topicArn.test(text)

const regionOf = (topic: string): string => topicArn.exec(topic)?.[1] ?? ""

const isChina = (region: string): boolean => region.startsWith("cn-")

/** Where SNS of a topic has its certificates and takes confirmations. */
export const snsOrigin = (topic: string): string => {
  const region = regionOf(topic)
  return `https://sns.${region}.amazonaws.com${isChina(region) ? ".cn" : ""}`
}

/** Fields that are signed, in this order; those that are absent are left out. */
const signedFields = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: [
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type"
  ]
}

export interface Envelope {
  readonly type: string
  readonly topic: string
  readonly signature: string
  readonly certificateUrl: string
  /** Of a confirmation: what is asked for says that the topic may send. */
  readonly subscribeUrl: string | undefined
  readonly signed: string
  readonly algorithm: "sha1" | "sha256"
}

const hashes = { "1": "sha1", "2": "sha256" } as const

const isVersion = (text: string): text is keyof typeof hashes => Object.hasOwn(hashes, text)

/** Texts as they are, which `textAt` would trim. */
const signedText = (json: unknown, names: ReadonlyArray<string>): string =>
  names
    .flatMap((name) => {
      const value = at(json, name)
      return typeof value === "string" ? [`${name}\n${value}\n`] : []
    })
    .join("")

/** `undefined`: the body is no message of SNS, or has no signature that is known. */
export const envelopeIn = (sent: Sent): Envelope | undefined => {
  const json = jsonIn(bodyText(sent))
  const [type, topic, signature, certificateUrl, version = "1"] = [
    "Type",
    "TopicArn",
    "Signature",
    "SigningCertURL",
    "SignatureVersion"
  ].map((name) => textAt(json, name))
  if (type === undefined || topic === undefined || signature === undefined) return undefined
  if (certificateUrl === undefined || !isVersion(version)) return undefined
  const fields = type === "Notification" ? type : "SubscriptionConfirmation"
  return {
    type,
    topic,
    signature,
    certificateUrl,
    subscribeUrl: type === "SubscriptionConfirmation" ? textAt(json, "SubscribeURL") : undefined,
    signed: signedText(json, signedFields[fields]),
    algorithm: hashes[version]
  }
}

const certificateOf = (pem: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/** `pem`: what stands at the certificate's URL. `now`: epoch milliseconds. */
export const isSignedBy = (
  { algorithm, signed, signature }: Envelope,
  pem: string,
  now: number
): boolean => {
  const certificate = certificateOf(pem)
  if (certificate === undefined) return false
  const { validFromDate, validToDate, publicKey } = certificate
  if (now < validFromDate.getTime() || now > validToDate.getTime()) return false
  return verify(algorithm, Buffer.from(signed), publicKey, Buffer.from(signature, "base64"))
}

const nothing = { email: undefined, outcome: "other", response: undefined } as const

export const readAmazonSes = (sent: Sent): ReadonlyArray<MailEvent> => {
  const json = jsonIn(bodyText(sent))
  const [id, kind] = [textAt(json, "MessageId"), textAt(json, "Type")]
  if (id === undefined || kind === undefined) return []
  const message = jsonIn(textAt(json, "Message") ?? "")
  const type = typeOfNotice(message) ?? kind
  const sentAt = ofDate(textAt(json, "Timestamp"))
  const told = recipientsIn(message)
  if (told === undefined) return [{ ...nothing, id, type, at: sentAt }]
  return told.map(({ at, ...one }) => ({
    ...one,
    id: `${id} ${one.email ?? ""}`,
    type,
    at: at ?? sentAt
  }))
}
