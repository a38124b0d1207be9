/**
 * Hashes passwords with argon2id, off the event loop (in Node's thread pool) and a few at a time: each
 * hash takes 19 MiB and a thread that other work also needs.
 */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { promisify } from "node:util"

import { fieldFault } from "@rcpt/api/errors/errorTexts"
import { Effect, Semaphore, Schema } from "effect"

import { randomText } from "../platform/config/apiKeyFormat.ts"

/** OWASP Password Storage Cheat Sheet (2025): at least 19 MiB, 2 passes, 1 lane; 40 ms measured. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltOctets = 16
const tagOctets = 32

const derive = promisify(argon2)

/** Half of Node's thread pool, which also runs the system's resolver and reads files. */
const concurrentMax = 2

/** A second of work: a later request would not be answered in time. */
export const waitingMax = 50

const threads = Semaphore.makeUnsafe(concurrentMax)
let waiting = 0

/** Whether further password checks should be refused for now. */
export const isOverloaded = (): boolean => waiting >= waitingMax

interface HashParameters {
  readonly cost: { readonly memory: number; readonly passes: number; readonly parallelism: number }
  readonly salt: Uint8Array
}

const tagOf = (
  password: string,
  { cost: parameters, salt }: HashParameters
): Effect.Effect<Buffer> =>
  Effect.acquireUseRelease(
    Effect.sync(() => waiting++),
    () =>
      threads.withPermit(
        // A thread cannot be interrupted, even when the request has gone.
        Effect.uninterruptible(
          Effect.promise(() =>
            derive("argon2id", {
              // NIST SP 800-63B-4 §3.1.1.2: one hash for all encodings of the same text.
              message: password.normalize("NFKC"),
              nonce: salt,
              tagLength: tagOctets,
              ...parameters
            })
          )
        )
      ),
    () => Effect.sync(() => waiting--)
  )

/**
 * Hashes in the PHC string format, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`: it carries its own parameters.
 */
export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.gen(function* () {
    const salt = randomBytes(saltOctets)
    const tag = yield* tagOf(password, { cost, salt })
    const { memory, passes, parallelism } = cost
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
  })

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/

/**
 * Compares a password with a hash. Without a hash, or with a malformed one, it takes as long, and returns
 * false.
 */
export const isPassword = (password: string, hash: string | undefined): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const [, memory, passes, parallelism, salt = "", tag] = phc.exec(hash ?? "") ?? []
    if (tag === undefined) {
      yield* tagOf(password, { cost, salt: randomBytes(saltOctets) })
      return false
    }
    const parameters = {
      cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
      salt: Buffer.from(salt, "base64")
    }
    return timingSafeEqual(yield* tagOf(password, parameters), Buffer.from(tag, "base64"))
  })

/** 16 characters of 56 have 93 bits. Characters that look alike on a terminal are left out. */
export const generatePassword = (): string => randomText(readable, passwordCount)

const passwordCount = 16
const readable = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("base64").replaceAll("=", "")

// Refuses the new passwords that an attacker tries first. NIST SP 800-63B-4 §3.1.1.2 asks for a list of
// common ones and for words of the context, each compared with the whole password, and forbids rules about
// kinds of characters.

export class PasswordRefused extends Schema.TaggedError<PasswordRefused>()("PasswordRefused", {
  /** Completes the sentence that starts with the name of the field. */
  rule: Schema.String
}) {}

const serviceName = "rcpt"

/** Shorter words, such as "ann", are in many phrases. */
const wordCharsMin = 4

/** So many characters have to be left without the words of the context, which an attacker knows. */
const ownCharsMin = 8

const tooCommon = fieldFault("commonPassword")
const ofContext = fieldFault("contextPassword", { n: ownCharsMin })

let loading: Promise<ReadonlySet<string>> | undefined

/** 49,000 passwords of published leaks, 8 MB in memory: most processes never need them. */
const commonPasswords = Effect.promise(
  () =>
    (loading ??= import("@zxcvbn-ts/language-common").then(
      ({ dictionary }) => new Set(dictionary["passwords-common"])
    ))
)

/** The text that is repeated, or the whole text. Its length divides that of the text. */
const unitOf = (text: string): string => {
  const period = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, period)
}

/** Shorter than any password: "abc" four times is no better than "aaaa". */
const unitCharsMin = 4

const signsAround = /^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu

const isCommon = (text: string, common: ReadonlySet<string>): boolean => {
  const unit = unitOf(text)
  const core = text.replaceAll(signsAround, "")
  return (
    unit.length < unitCharsMin ||
    [text, unit, core, unitOf(core)].some((form) => form === "" || common.has(form))
  )
}

/** An attacker knows these words: the address, its parts and the service. The longest are removed first. */
const wordsOf = (email: string): ReadonlyArray<string> => {
  const parts = email.split(/[@.+_-]/u)
  const domain = email.slice(email.lastIndexOf("@") + 1)
  return [serviceName, email, domain, ...parts]
    .filter((word) => word.length >= wordCharsMin)
    .toSorted((a, b) => b.length - a.length)
}

const letterOrDigit = /[\p{L}\p{N}]/gu

const isOfContext = (text: string, email: string): boolean => {
  const words = wordsOf(email)
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), text)
  return rest !== text && (rest.match(letterOrDigit)?.length ?? 0) < ownCharsMin
}

/** Why a new password of the account with this email address is refused; `undefined`: it is not. */
export const refusalOf = (password: string, email: string): Effect.Effect<string | undefined> =>
  Effect.map(commonPasswords, (common) => {
    // The text is normalized as for hashing, and in lower case: the other case is what everybody tries next.
    const text = password.normalize("NFKC").toLowerCase()
    if (isOfContext(text, email.toLowerCase())) return ofContext
    return isCommon(text, common) ? tooCommon : undefined
  })

export const checkNewPassword = (
  password: string,
  email: string
): Effect.Effect<void, PasswordRefused> =>
  Effect.flatMap(refusalOf(password, email), (rule) =>
    rule === undefined ? Effect.void : Effect.fail(new PasswordRefused({ rule }))
  )
