/**
 * The keys that sign checkpoints: `RCPT_LEDGER_KEY`, else a file beside the embedded database. They are
 * never in the database itself: a person who can change the ledger there must not be able to sign it.
 */
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

import * as certify from "@rcpt/store/tree/certify"
import { newSeed, parseSigners, verifierOf } from "@rcpt/store/tree/checkpoint"
import type { Signer } from "@rcpt/store/tree/checkpoint"
import { Effect, Redacted, Runtime, Schema } from "effect"
import type { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { unavailableCode } from "../../platform/StartRefused.ts"

const fileName = "ledger.key"

/** The folder of the embedded database (postgres/EmbeddedPostgres.ts). */
const clusterFolder = "postgres"

/** Only the owner of the file may read it. */
const fileMode = 0o600

const isMissing = (error: NodeJS.ErrnoException) => error.code === "ENOENT"

const readKey = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) =>
    isMissing(error) ? undefined : Promise.reject(error)
  )

/** The second process reads what the first has written. */
const makeKey = (path: string): Promise<string | undefined> => {
  const made = Buffer.from(newSeed()).toString("base64")
  return writeFile(path, `${made}\n`, { flag: "wx", mode: fileMode }).then(
    () => made,
    (error: NodeJS.ErrnoException) =>
      error.code === "EEXIST" ? readKey(path) : Promise.reject(error)
  )
}

/**
 * The key exists and cannot be read. Nothing is signed with another key in its place: what was signed before
 * would look forged.
 */
export class LedgerKeyUnreadable extends Schema.TaggedError<LedgerKeyUnreadable>()(
  "LedgerKeyUnreadable",
  { why: Schema.String }
) {
  override readonly [Runtime.errorExitCode] = unavailableCode
  override get message(): string {
    return `${this.why} ${keyAdvice}`
  }
}

export const keyAdvice = "Bring it back from where it is kept, or name the key in RCPT_LEDGER_KEY."

const unreadable = (path: string, why: string) =>
  new LedgerKeyUnreadable({ why: `The key of the ledger cannot be read: ${path} ${why}.` })

const find = (inFile: (path: string) => Promise<string | undefined>) =>
  Effect.gen(function* () {
    const { ledgerKey, dataDir } = yield* Config
    if (ledgerKey !== undefined) return parseSigners(Redacted.value(ledgerKey))!
    if (!existsSync(join(dataDir, clusterFolder))) return []
    const path = join(dataDir, fileName)
    const text = yield* Effect.tryPromise({
      try: () => inFile(path),
      catch: (error) => unreadable(path, `gives ${String(Object(error).code)}`)
    })
    const keys = text === undefined ? [] : parseSigners(text)
    return keys ?? (yield* unreadable(path, "does not have 32 octets in base64"))
  })

type Found = Effect.Effect<ReadonlyArray<Signer>, LedgerKeyUnreadable, Config>

/** The signers that exist. None: no checkpoints are signed here. */
export const knownSigners: Found = find(readKey)

/** The signers that exist; where the database is embedded, a first key is made. */
export const ownSigners: Found = find(async (path) => (await readKey(path)) ?? makeKey(path))

// The keys of this ledger as they are published.

type Verifiers<E = never> = Effect.Effect<ReadonlyArray<string>, E, Config | SqlClient.SqlClient>

/** The verifiers of the signers first, then those that signed before. */
export const verifiersOf = (signers: ReadonlyArray<Signer>): Verifiers =>
  Effect.gen(function* () {
    const { retiredLedgerKeys } = yield* Config
    const origin = yield* Effect.orDie(certify.origin)
    return [...signers.map((signer) => verifierOf(origin, signer)), ...retiredLedgerKeys]
  })

/** The verifiers of the existing signers. No key is made where there is none. */
export const knownVerifiers: Verifiers<LedgerKeyUnreadable> = Effect.flatMap(
  knownSigners,
  verifiersOf
)
