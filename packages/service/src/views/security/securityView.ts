/**
 * A projection: where each event stands that the owner of an account reads as a security event, in the
 * order of time. These are all events of the account and of its rules, and credits that an operator posted.
 */
import * as Account from "@rcpt/domain/Account"
import { tagsOf } from "@rcpt/domain/creditsEvents"
import * as EventCodec from "@rcpt/store/EventCodec"
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { creditsCodec } from "../../ledger/ledgerRows.ts"
import { rulesCodec } from "../../rules/changeRules.ts"
import type { View } from "../View.ts"

const name = "security"

export const accountCodec = EventCodec.make(Account.format)

const postings: ReadonlySet<string> = new Set(tagsOf("given"))

/** `undefined`: it is no security event. */
const accountOf = ({ stream, type }: StoredEvent): string | undefined =>
  accountCodec.idOf(stream) ??
  rulesCodec.idOf(stream) ??
  (postings.has(type) ? creditsCodec.idOf(stream) : undefined)

interface EventPosition {
  readonly account: string
  /** Microseconds since the epoch. */
  readonly at: number
  readonly commit: number
  /** The place of the event in its commit, from 1. */
  readonly idx: number
}

const placesIn = ({ events }: SealedCommit): ReadonlyArray<EventPosition> =>
  events.flatMap((event, index) => {
    const account = accountOf(event)
    return account === undefined
      ? []
      : [{ account, at: event.atMicros, commit: event.commitId, idx: index + 1 }]
  })

export const securityView: View = {
  name,
  tables: [{ table: "security_event", by: ["account_id", "at", "commit_id", "idx"] }],
  apply: (generation, commits) =>
    Effect.gen(function* () {
      const places = commits.flatMap(placesIn)
      if (places.length === 0) return
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into security_event (generation, account_id, at, commit_id, idx)
        select ${generation}, account, 'epoch'::timestamptz + micros * interval '1 microsecond',
          commit, idx
        from unnest(${places.map(({ account }) => account)}::uuid[],
          ${places.map(({ at }) => at)}::float8[], ${places.map(({ commit }) => commit)}::bigint[],
          ${places.map(({ idx }) => idx)}::int[]) as placed (account, micros, commit, idx)`
    }),
  drop: (generation) =>
    SqlClient.SqlClient.use(
      (sql) => sql`delete from security_event where generation = ${generation}`
    ).pipe(Effect.asVoid)
}
