/** The keys of this ledger as they are published. */
import * as certify from "@rcpt/store/tree/certify"
import { verifierOf } from "@rcpt/store/tree/checkpoint"
import type { Signer } from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { knownSigners } from "./signers.ts"
import type { LedgerKeyUnreadable } from "./signers.ts"

type Verifiers<E = never> = Effect.Effect<ReadonlyArray<string>, E, Config | SqlClient.SqlClient>

/** Those of the signers first, then those that signed before. */
export const verifiersOf = (signers: ReadonlyArray<Signer>): Verifiers =>
  Effect.gen(function* () {
    const { retiredLedgerKeys } = yield* Config
    const origin = yield* Effect.orDie(certify.origin)
    return [...signers.map((signer) => verifierOf(origin, signer)), ...retiredLedgerKeys]
  })

/** Without making a key where there is none. */
export const knownVerifiers: Verifiers<LedgerKeyUnreadable> = Effect.flatMap(
  knownSigners,
  verifiersOf
)
