/**
 * Credits that an owner of the service grants or takes away. A request is safe to repeat: the id of the
 * posting is derived from the caller's key, and the ledger never executes an id twice.
 */
import { createHash } from "node:crypto"

import type { Posted } from "@rcpt/api/Admin"
import type { InsufficientCredits, IdReused, TooManyCredits } from "@rcpt/domain/Credits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { lookUpWaitMax } from "../../accounts/ApiKeys.ts"
import * as seals from "../../ledger/checkpoints/seals.ts"
import { Ledger } from "../../ledger/Ledger.ts"
import type { LedgerUnavailable } from "../../ledger/Ledger.ts"
import type { Config } from "../../platform/Config.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { UnknownAccount } from "./suspension.ts"

export interface Posting {
  readonly kind: "grant" | "adjust"
  readonly account: string
  readonly credits: number
  readonly reason: string
  /** The owner who sent the request. */
  readonly by: string
  /** The owner's idempotency key of the request. */
  readonly key: string
}

/** RFC 9562 §5.8: a UUID with our own content, version 8. */
const idOf = ({ kind, by, key }: Posting): string => {
  const hex = createHash("sha256").update(`${kind} ${by} ${key}`).digest("hex")
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`
  ]
  return [...parts, hex.slice(20, 32)].join("-")
}

const commandOf = (id: string, { kind, account, credits, reason, by }: Posting) =>
  kind === "grant"
    ? seals.grant(account, { grantId: id, credits, reason, by })
    : seals.adjust(account, { adjustmentId: id, credits, reason, by })

const exists = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`select from account where account_id = ${account} and closed_at is null`
  ).pipe(
    readTimeout(lookUpWaitMax),
    Effect.orDie,
    Effect.flatMap((found) => (found.length > 0 ? Effect.void : new UnknownAccount()))
  )

export const postCredits = (
  posting: Posting
): Effect.Effect<
  Posted,
  UnknownAccount | InsufficientCredits | TooManyCredits | IdReused | LedgerUnavailable,
  Ledger | Config | SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const { account, credits, reason } = posting
    yield* exists(account)
    const ledger = yield* Ledger
    const id = idOf(posting)
    yield* ledger.submit(account, yield* commandOf(id, posting)).pipe(
      // Neither command has a hold.
      Effect.catchTag("HoldClosed", Effect.die)
    )
    const { kind: event, by } = posting
    yield* Effect.annotateLogs(Effect.logInfo("Security event"), { event, account, by, id })
    return { id, account_id: account, credits, reason }
  })
