/**
 * Secrets of accounts as they are stored: encrypted with a key derived from `RCPT_SECRET`. Each is bound
 * to its account, so a row that is copied to another account cannot be decrypted. After a change of
 * `RCPT_SECRET` none can be read, and each has to be made anew.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

import { Effect } from "effect"

import { Secrets } from "./Secrets.ts"

export interface SecretBox {
  readonly seal: (account: string, secret: string | Uint8Array) => Uint8Array
  /** Decrypts a text. Returns `undefined` if it was encrypted with another key or for another account. */
  readonly open: (account: string, sealed: Uint8Array) => string | undefined
  /** Decrypts octets, as `open` does a text. */
  readonly openOctets: (account: string, sealed: Uint8Array) => Uint8Array | undefined
}

const algorithm = "aes-256-gcm"

/** A nonce is random and never used again under the same key, NIST SP 800-38D §8.2.2. */
const nonceOctets = 12
const tagOctets = 16

export const secretBox = (key: Uint8Array): SecretBox => {
  const openOctets = (account: string, sealed: Uint8Array): Buffer | undefined => {
    const nonce = sealed.subarray(0, nonceOctets)
    const tag = sealed.subarray(nonceOctets, nonceOctets + tagOctets)
    try {
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagOctets })
        .setAAD(Buffer.from(account))
        .setAuthTag(tag)
      const text = decipher.update(sealed.subarray(nonceOctets + tagOctets))
      return Buffer.concat([text, decipher.final()])
    } catch {
      return undefined
    }
  }
  return {
    seal: (account, secret) => {
      const nonce = randomBytes(nonceOctets)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(account))
      const text = Buffer.concat([cipher.update(Buffer.from(secret)), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open: (account, sealed) => openOctets(account, sealed)?.toString("utf8"),
    openOctets
  }
}

/** Returns the box of a purpose, which has a key of its own. */
export const ofPurpose = (
  purpose:
    | "webhook secrets"
    | "inlet keys"
    | "schedule secrets"
    | "TOTP secrets"
    | "activity"
    | "mail"
    | "sign-in at the provider"
): Effect.Effect<SecretBox, never, Secrets> =>
  Secrets.use(({ key }) => Effect.map(key(purpose), secretBox))
