/** Whether a request is of the service whose key it is: pure, over its headers and the octets of its body. */
import { createHmac, createPublicKey, timingSafeEqual, verify } from "node:crypto"

import { bodyText } from "./MailEvent.ts"
import type { Sent } from "./MailEvent.ts"

export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** RFC 7617 and RFC 6750: `user:password`, or a bearer token. */
export const hasCredentials = ({ headers }: Sent, key: string): boolean => {
  const [scheme = "", value = ""] = (headers["authorization"] ?? "").split(/ +/, 2)
  const given =
    scheme.toLowerCase() === "basic" ? Buffer.from(value, "base64").toString("utf8") : value
  return isSame(given, key)
}

const publicKeyOf = (key: string) => {
  try {
    return createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" })
  } catch {
    return undefined
  }
}

/** A key for ECDSA, as SendGrid shows it: SPKI in base64. */
export const isEcdsaKey = (key: string): boolean => publicKeyOf(key)?.asymmetricKeyType === "ec"

const sendgridHeader = "x-twilio-email-event-webhook"

export const isOfSendgrid = ({ headers, body }: Sent, key: string): boolean => {
  const publicKey = publicKeyOf(key)
  const signature = headers[`${sendgridHeader}-signature`] ?? ""
  const timestamp = headers[`${sendgridHeader}-timestamp`] ?? ""
  if (publicKey === undefined || signature === "" || timestamp === "") return false
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  return verify("sha256", signed, publicKey, Buffer.from(signature, "base64"))
}

/** HMAC-SHA1 over the URL and the fields of the form, by name. */
export const isOfMailchimp = ({ headers, url, ...sent }: Sent, key: string): boolean => {
  const fields = [...new URLSearchParams(bodyText(sent))].toSorted(([one], [other]) =>
    one < other ? -1 : 1
  )
  const signed = url + fields.map(([name, value]) => `${name}${value}`).join("")
  const expected = createHmac("sha1", key).update(signed).digest("base64")
  return isSame(headers["x-mandrill-signature"] ?? "", expected)
}

const standardPrefix = "whsec_"

export const isStandardSecret = (key: string): boolean =>
  key.startsWith(standardPrefix) && /^[\w+/=-]{20,}$/.test(key.slice(standardPrefix.length))

/** Standard Webhooks, under the names of its first program. Several signatures are of several keys. */
export const isStandardWebhook = (
  { headers, ...sent }: Sent,
  key: string,
  now: number
): boolean => {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map(
    (name) => headers[`svix-${name}`] ?? headers[`webhook-${name}`] ?? ""
  ) as [string, string, string]
  const isFresh = Math.abs(now - Number(timestamp) * 1_000) <= standardAgeMax
  const secret = Buffer.from(key.slice(standardPrefix.length), "base64")
  const signed = `${id}.${timestamp}.${bodyText(sent)}`
  const expected = `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`
  return (
    id !== "" && isFresh && signatures.split(" ").some((signature) => isSame(signature, expected))
  )
}

/** Milliseconds. Standard Webhooks signs each attempt anew, and recommends five minutes. */
const standardAgeMax = 300_000
