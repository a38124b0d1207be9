/** Whether somebody could prove that the ledger was changed: who signs it, and where that is kept. */
import { Effect } from "effect"

import { keyAdvice, knownSigners } from "../../ledger/checkpoints/signers.ts"
import { Config } from "../../platform/Config.ts"
import { note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"

interface SigningLearnt {
  readonly isSigned: boolean
  /** Why the key cannot be read. */
  readonly unreadable?: string
  /** The settings by which checkpoints leave the database. */
  readonly kept: ReadonlyArray<string>
}

/** `undefined`: no service has made the embedded database and its key yet. */
export const learnSigning: Effect.Effect<SigningLearnt | undefined, never, Config> = Effect.gen(
  function* () {
    const config = yield* Config
    const kept = Object.entries({
      RCPT_CHECKPOINT_FILE: config.checkpointFile !== undefined,
      RCPT_CHECKPOINT_WEBHOOK: config.checkpointWebhook !== undefined,
      RCPT_NATS_URL: config.natsServers !== undefined,
      RCPT_LEDGER_WITNESSES: config.ledgerWitnesses.length > 0
    }).flatMap(([name, isSet]) => (isSet ? [name] : []))
    return yield* knownSigners.pipe(
      Effect.map((signers) =>
        signers.length === 0 && config.databaseUrl === undefined
          ? undefined
          : { isSigned: signers.length > 0, kept }
      ),
      Effect.catchTag("LedgerKeyUnreadable", ({ why }) =>
        Effect.succeed({ isSigned: false, unreadable: why, kept })
      )
    )
  }
)

export const judgeSigning = (learnt: SigningLearnt | undefined): ReadonlyArray<Finding> => {
  if (learnt === undefined) return []
  const { isSigned, unreadable, kept } = learnt
  if (unreadable !== undefined) return [problem("ledger.signing", unreadable, keyAdvice)]
  if (!isSigned)
    return [
      warning(
        "ledger.signing",
        "No key signs the ledger: customers get no proofs, and a history that was rewritten is not found.",
        "Set a key of 32 random octets, the same on all nodes, and keep it where backups are not.",
        "RCPT_LEDGER_KEY=$(openssl rand -base64 32)"
      )
    ]
  return kept.length > 0
    ? [
        ok(
          "ledger.signing",
          `The ledger is signed, and checkpoints are kept by ${kept.join(", ")}.`
        )
      ]
    : [
        note(
          "ledger.signing",
          "The ledger is signed, but its checkpoints are kept only in its own database.",
          "Set RCPT_CHECKPOINT_FILE to storage that database administrators cannot write to."
        )
      ]
}
