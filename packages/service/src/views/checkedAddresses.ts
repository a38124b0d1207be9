/**
 * A projection: the last check of each address that an account had verified alone or in a batch, as far as a
 * report on it is accepted. It knows addresses only as the digests of their holds.
 */
import { feedbackCounts } from "@rcpt/domain/Feedback"
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { creditsCodec } from "../ledger/ledgerRows.ts"
import type { View } from "./View.ts"

const name = "checkedAddresses"

interface Check {
  readonly account: string
  readonly digest: string
  readonly holdId: string
  /** Microseconds since the epoch. */
  readonly at: number
}

/** Reads the check of an event. Only holds are decoded: of a check's events they alone have the digest. */
const checkOf = (event: StoredEvent): ReadonlyArray<Check> => {
  const account = event.type === "CreditsHeld" ? creditsCodec.idOf(event.stream) : undefined
  const held = account === undefined ? undefined : creditsCodec.decode(event)
  if (account === undefined || held?._tag !== "CreditsHeld") return []
  const { holdId, purpose } = held
  if (purpose.digest === undefined || purpose.kind === "job") return []
  return [{ account, digest: purpose.digest, holdId, at: event.atMicros }]
}

const microsPerMilli = 1_000

/** The last of each address: a statement must not touch a row twice. */
const lastChecks = (commits: ReadonlyArray<SealedCommit>, since: number): ReadonlyArray<Check> => {
  const checks = commits.flatMap(({ events }) => events.flatMap(checkOf))
  const recent = checks.filter(({ at }) => at > since * microsPerMilli)
  return [...new Map(recent.map((one) => [`${one.account} ${one.digest}`, one])).values()]
}

export const checkedAddresses: View = {
  name,
  tables: [{ table: "checked_address", by: ["account_id", "digest"] }],
  apply: (generation, commits) =>
    Effect.gen(function* () {
      const since = (yield* Clock.currentTimeMillis) - Duration.toMillis(feedbackCounts)
      const checks = lastChecks(commits, since)
      if (checks.length === 0) return
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into checked_address as c (generation, account_id, digest, hold_id, checked_at)
        select ${generation}, account, decode(digest, 'hex'), hold,
          'epoch'::timestamptz + micros * interval '1 microsecond'
        from unnest(${checks.map(({ account }) => account)}::uuid[],
          ${checks.map(({ digest }) => digest)}::text[],
          ${checks.map(({ holdId }) => holdId)}::uuid[], ${checks.map(({ at }) => at)}::float8[])
          as held (account, digest, hold, micros)
        on conflict (generation, account_id, digest) do update
          set hold_id = excluded.hold_id, checked_at = excluded.checked_at
          where c.checked_at < excluded.checked_at`
    }),
  // Rows of every generation go when they are too old to be reported on (`expiringTables`).
  drop: () => Effect.void
}
