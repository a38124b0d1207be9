/**
 * Seals of grants and adjustments: signatures by the key that signs checkpoints. A person who can write to
 * the database can append an event that looks right in every way; without the key it has no seal, and the
 * audit finds it (operations/audit/checkSeals.ts).
 */
import type { GivenEvent } from "@rcpt/domain/creditsEvents"
import * as certify from "@rcpt/store/tree/certify"
import { isSignature, signatureOf } from "@rcpt/store/tree/checkpoint"
import type { Signer, Verifier } from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import type { Config } from "../../platform/Config.ts"
import * as commands from "../commands.ts"
import type { LedgerCommand } from "../commands.ts"
import { ownSigners } from "./signers.ts"

/** Everything that the event says, and of which account in which log. The reason is last: it is free text. */
const textOf = (origin: string, account: string, posting: GivenEvent): string => {
  const id = posting._tag === "CreditsGranted" ? posting.grantId : posting.adjustmentId
  const { _tag, credits, by = "", reason } = posting
  return `rcpt-credits/1\n${origin}\n${account}\n${_tag}\n${id}\n${credits}\n${by}\n${reason}\n`
}

export const sealBy = (
  signer: Signer,
  origin: string,
  account: string,
  posting: GivenEvent
): string => signatureOf(origin, textOf(origin, account, posting), signer)

/** Makes the seal of a posting. Without a key there is none. */
const sealOf = (account: string, posting: GivenEvent) =>
  Effect.gen(function* () {
    // The service has started with it.
    const [signer] = yield* Effect.orDie(ownSigners)
    if (signer === undefined) return {}
    const origin = yield* Effect.orDie(certify.origin)
    return { seal: sealBy(signer, origin, account, posting) }
  })

type Sealed = Effect.Effect<LedgerCommand, never, Config | SqlClient.SqlClient>

export const grant = (account: string, options: Parameters<typeof commands.grant>[0]): Sealed =>
  Effect.map(sealOf(account, { _tag: "CreditsGranted", ...options }), (seal) =>
    commands.grant({ ...options, ...seal })
  )

export const adjust = (account: string, options: Parameters<typeof commands.adjust>[0]): Sealed =>
  Effect.map(sealOf(account, { _tag: "CreditsAdjusted", ...options }), (seal) =>
    commands.adjust({ ...options, ...seal })
  )

export const isSealedBy = (account: string, posting: GivenEvent, verifier: Verifier): boolean =>
  posting.seal !== undefined &&
  isSignature(posting.seal, textOf(verifier.name, account, posting), verifier)
