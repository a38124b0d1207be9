/** The keys of this ledger as they are published. */
import * as certify from "@rcpt/store/tree/certify"
import { verifierOf } from "@rcpt/store/tree/checkpoint"
import type { Signer } from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import type { Config } from "../../platform/Config.ts"
import { knownSigners } from "./signers.ts"

export const verifiersOf = (
  signers: ReadonlyArray<Signer>
): Effect.Effect<ReadonlyArray<string>, never, SqlClient.SqlClient> =>
  certify.origin.pipe(
    Effect.map((origin) => signers.map((signer) => verifierOf(origin, signer))),
    Effect.orDie
  )

/** Without making a key where there is none. */
export const knownVerifiers: Effect.Effect<
  ReadonlyArray<string>,
  never,
  Config | SqlClient.SqlClient
> = Effect.flatMap(knownSigners, verifiersOf)
