/** Secrets and signatures of Standard Webhooks (standardwebhooks.com, specification 1.0). */
import { createHmac, randomBytes } from "node:crypto"

/** The specification allows 24 to 64 octets; a SHA-256 has 32. */
const secretOctets = 32

const prefix = "whsec_"

export const newSecret = (): string => prefix + randomBytes(secretOctets).toString("base64")

const sign = (secret: string, content: string): string => {
  const key = Buffer.from(secret.slice(prefix.length), "base64")
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`
}

interface Message {
  readonly id: string
  /** Time of this attempt, epoch milliseconds: receivers refuse signatures that are minutes old. */
  readonly at: number
  readonly body: string
}

/** One signature for each valid secret: a receiver knows the new one or still the previous one. */
export const signedHeaders = (
  { id, at, body }: Message,
  secrets: ReadonlyArray<string>
): Readonly<Record<string, string>> => {
  const seconds = String(Math.floor(at / 1000))
  const content = `${id}.${seconds}.${body}`
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets.map((secret) => sign(secret, content)).join(" ")
  }
}
