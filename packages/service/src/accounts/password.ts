/**
 * Passwords are kept as argon2id, computed off the event loop (Node's thread pool), a few at a time:
 * each takes 19 MiB, and a thread that others wait for, too.
 */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { promisify } from "node:util"

import { Effect, Semaphore } from "effect"

import { randomText } from "./randomText.ts"

/** OWASP Password Storage Cheat Sheet (2025): at least 19 MiB, 2 passes, 1 lane; 40 ms measured. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltOctets = 16
const tagOctets = 32

const derive = promisify(argon2)

/** Half of Node's thread pool, which also asks the system's resolver and reads files. */
const atOnceMax = 2

/** A second of work: whoever comes later would not be answered in time. */
const inLineMax = 50

const threads = Semaphore.makeUnsafe(atOnceMax)
let inLine = 0

/** Then a stranger should come back later. */
export const isCrowded = (): boolean => inLine >= inLineMax

interface Made {
  readonly cost: { readonly memory: number; readonly passes: number; readonly parallelism: number }
  readonly salt: Uint8Array
}

const tagOf = (password: string, { cost: parameters, salt }: Made): Effect.Effect<Buffer> =>
  Effect.acquireUseRelease(
    Effect.sync(() => inLine++),
    () =>
      threads.withPermit(
        // A thread does not stop because nobody waits for it any more.
        Effect.uninterruptible(
          Effect.promise(() =>
            derive("argon2id", {
              // NIST SP 800-63B-4 §3.1.1.2: what looks the same is the same, on whatever keyboard.
              message: password.normalize("NFKC"),
              nonce: salt,
              tagLength: tagOctets,
              ...parameters
            })
          )
        )
      ),
    () => Effect.sync(() => inLine--)
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

/** Without a hash, or with one that nothing fits, it takes as long, and is wrong. */
export const isPassword = (password: string, hash: string | undefined): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const [, memory, passes, parallelism, salt = "", tag] = phc.exec(hash ?? "") ?? []
    if (tag === undefined) {
      yield* tagOf(password, { cost, salt: randomBytes(saltOctets) })
      return false
    }
    const made = {
      cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
      salt: Buffer.from(salt, "base64")
    }
    return timingSafeEqual(yield* tagOf(password, made), Buffer.from(tag, "base64"))
  })

/** 16 characters of 57 are 93 bits; without those that look alike when read from a terminal. */
export const generatePassword = (): string => randomText(readable, passwordCount)

const passwordCount = 16
const readable = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("base64").replaceAll("=", "")
