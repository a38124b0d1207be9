/** The keys beside a backup: whether what it has encrypted can be read here, and who goes on signing. */
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import { Effect, Redacted } from "effect"

import { Config } from "../../platform/Config.ts"
import { failed, fingerprint } from "./archive.ts"
import type { Manifest } from "./archive.ts"

/** The file name of the key, as in `ledger/checkpoints/signers.ts`. */
const keyFile = "ledger.key"

/** Fails, before anything is touched, where `RCPT_SECRET` differs from that of the backup. */
export const refuseOtherSecret = ({ secret }: Manifest) =>
  Effect.gen(function* () {
    const config = yield* Config
    const here = config.secret && fingerprint(Redacted.value(config.secret))
    if (secret === here) return
    yield* failed(
      secret === undefined
        ? "RCPT_SECRET is set here, and was not where the backup was made: what was encrypted there could not " +
            "be read. Remove the setting."
        : "RCPT_SECRET is not that of the backup: second factors and secrets of webhooks could not be read. Set " +
            "it as it was, or pass --other-secret: users then set these up again."
    )
  })

/** Puts the key of the backup beside an embedded database that has none. True: it did. */
export const placeLedgerKey = ({ ledgerKey }: Manifest) =>
  Effect.gen(function* () {
    const config = yield* Config
    const path = join(config.dataDir, keyFile)
    const isOurs = config.databaseUrl === undefined && config.ledgerKey === undefined
    if (ledgerKey === undefined || !isOurs || existsSync(path)) return false
    yield* Effect.tryPromise({
      try: () => writeFile(path, `${ledgerKey}\n`, { mode: 0o600, flag: "wx" }),
      catch: (error) => failed(`${path} cannot be written: ${Object(error).message}`)
    })
    return true
  })
