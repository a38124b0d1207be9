/**
 * Hashes passwords with argon2id, off the event loop (in Node's thread pool) and a few at a time: each
 * hash takes 19 MiB and a thread that other work also needs.
 */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { promisify } from "node:util"

import { Effect, Semaphore } from "effect"

import { randomText } from "../platform/config/apiKeyFormat.ts"

/** OWASP Password Storage Cheat Sheet (2025): at least 19 MiB, 2 passes, 1 lane; 40 ms measured. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltOctets = 16
const tagOctets = 32

const derive = promisify(argon2)

/** Half of Node's thread pool, which also runs the system's resolver and reads files. */
const concurrentMax = 2

/** A second of work: a later request would not be answered in time. */
const waitingMax = 50

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

/** In the PHC string format, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`: it carries its own parameters. */
export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.gen(function* () {
    const salt = randomBytes(saltOctets)
    const tag = yield* tagOf(password, { cost, salt })
    const { memory, passes, parallelism } = cost
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
  })

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/

/** Without a hash, or with a malformed one, it takes as long, and returns false. */
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
