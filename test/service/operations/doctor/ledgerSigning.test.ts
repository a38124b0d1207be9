import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { judgeSigning, learnSigning } from "@rcpt/service/operations/doctor/ledgerSigning"
import { Config, load } from "@rcpt/service/platform/Config"
import { Effect } from "effect"

import { tempFolder } from "../../../support/tempFolder.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const key = Buffer.alloc(32, "doctor").toString("base64")

/** Of settings, with a data folder in which there is an embedded database. */
const judged = (env: Readonly<Record<string, string>>, keyFile?: string) =>
  Effect.gen(function* () {
    const dataDir = yield* tempFolder()
    mkdirSync(join(dataDir, "postgres"))
    if (keyFile !== undefined) writeFileSync(join(dataDir, "ledger.key"), keyFile)
    const { config } = yield* load({}, { RCPT_DATA_DIR: dataDir, ...env })
    const learnt = yield* Effect.provideService(learnSigning, Config, config)
    return judgeSigning(learnt).map(({ severity, says }) => `${severity}: ${says}`)
  }).pipe(Effect.scoped)

const server = { RCPT_DATABASE_URL: "postgres://rcpt@127.0.0.1:2/rcpt" }

const cases = [
  ["no key is set for a server's database", server, undefined, /^warning: No key signs the ledger/],
  [
    "nobody keeps the checkpoints",
    { ...server, RCPT_LEDGER_KEY: key },
    undefined,
    /^note: .* kept only in its own database/
  ],
  [
    "they are kept",
    { ...server, RCPT_LEDGER_KEY: key, RCPT_CHECKPOINT_FILE: "/keep/it" },
    undefined,
    /^ok: The ledger is signed, and checkpoints are kept by RCPT_CHECKPOINT_FILE/
  ],
  ["the embedded database has its key", {}, key, /^note: /],
  ["its key is damaged", {}, "half", /^problem: The key of the ledger cannot be read: .* octets/],
  ["it has none yet", {}, undefined, undefined]
] as const

describe("The doctor of a signed ledger", () => {
  for (const [what, env, keyFile, says] of cases)
    it.live(`says when ${what}`, function* () {
      const [finding] = yield* judged(env, keyFile)
      if (says === undefined) assert.isUndefined(finding)
      else assert.match(String(finding), says)
    })
})
