/** Passwords are kept as argon2id, computed off the event loop (Node's thread pool). */
import { argon2, randomBytes } from "node:crypto"
import { promisify } from "node:util"

import { Effect } from "effect"

import { randomText } from "./randomText.ts"

/** OWASP Password Storage Cheat Sheet (2025): at least 19 MiB, 2 passes, 1 lane; 40 ms measured. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltOctets = 16
const tagOctets = 32

const derive = promisify(argon2)

/** In the PHC string format, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`: it carries its own parameters. */
export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const nonce = randomBytes(saltOctets)
    const tag = await derive("argon2id", {
      message: password,
      nonce,
      tagLength: tagOctets,
      ...cost
    })
    const { memory, passes, parallelism } = cost
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
  })

/** 16 characters of 57 are 93 bits; without those that look alike when read from a terminal. */
export const generatePassword = (): string => randomText(readable, passwordCount)

const passwordCount = 16
const readable = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("base64").replaceAll("=", "")
