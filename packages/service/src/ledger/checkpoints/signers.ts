/**
 * The keys that sign checkpoints: `RCPT_LEDGER_KEY`, else a file beside the embedded database. Never in
 * the database itself: who can change the ledger there must not be able to sign it.
 */
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { newSeed, parseSigners } from "@rcpt/store/tree/checkpoint"
import type { Signer } from "@rcpt/store/tree/checkpoint"
import { Effect, Redacted } from "effect"

import { Config } from "../../platform/Config.ts"

const fileName = "ledger.key"

/** Of the embedded database (postgres/EmbeddedPostgres.ts). */
const clusterFolder = "postgres"

/** For its owner alone. */
const fileMode = 0o600

const isMissing = (error: NodeJS.ErrnoException) => error.code === "ENOENT"

const readKey = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) =>
    isMissing(error) ? undefined : Promise.reject(error)
  )

/** Who comes second reads what the first has written. */
const makeKey = (path: string): Promise<string | undefined> => {
  const made = Buffer.from(newSeed()).toString("base64")
  return writeFile(path, `${made}\n`, { flag: "wx", mode: fileMode }).then(
    () => made,
    (error: NodeJS.ErrnoException) =>
      error.code === "EEXIST" ? readKey(path) : Promise.reject(error)
  )
}

const find = (inFile: (path: string) => Promise<string | undefined>) =>
  Effect.gen(function* () {
    const { ledgerKey, dataDir } = yield* Config
    if (ledgerKey !== undefined) return parseSigners(Redacted.value(ledgerKey))!
    if (!existsSync(join(dataDir, clusterFolder))) return []
    const path = join(dataDir, fileName)
    const text = yield* Effect.promise(() => inFile(path))
    const keys = text === undefined ? [] : parseSigners(text)
    if (keys === undefined)
      return yield* Effect.die(new Error(`${path} must have 32 octets in base64`))
    return keys
  })

type Found = Effect.Effect<ReadonlyArray<Signer>, never, Config>

/** Those that there are. None: no checkpoints are signed here. */
export const knownSigners: Found = find(readKey)

/** The same; where the database is embedded, a first key is made. */
export const signers: Found = find(async (path) => (await readKey(path)) ?? makeKey(path))
