/**
 * Checks per account and UTC day, by what they came to, and what they cost: a projection of the ledger
 * and of bulk jobs. What counts as a check, and which not, is as in usage.ts; the demo keeps no
 * results, so it is not here.
 */
import { daysShown } from "@rcpt/api/Overview"
import type { Day } from "@rcpt/api/Overview"
import { Receipt } from "@rcpt/domain/Credits"
import { Tally } from "@rcpt/domain/Job"
import { awaitView } from "@rcpt/store/awaitView"
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { streamsOf } from "../accounts/streamsOf.ts"
import { accountOf } from "../ledger/ledgerRows.ts"

const name = "days"

interface Checks extends Tally {
  readonly account: string
  /** `2026-11-21` */
  readonly day: string
  readonly spent: number
}

const Moved = Schema.fromJsonString(
  Schema.Struct({
    credits: Schema.Int,
    reason: Schema.optionalKey(Schema.String),
    receipt: Schema.optionalKey(Receipt)
  })
)
const decodeMoved = Schema.decodeSync(Moved)

const Settled = Schema.fromJsonString(
  Schema.Struct({
    accountId: Schema.String,
    credits: Schema.Int,
    tally: Tally,
    sandboxTally: Schema.optionalKey(Tally)
  })
)
const decodeSettled = Schema.decodeSync(Settled)

const nothing: Tally = { valid: 0, risky: 0, invalid: 0, unknown: 0 }

const dateOf = (millis: number): string =>
  new Date(millis).toISOString().slice(0, "2026-11-21".length)

const settled = (data: string, day: string): Checks => {
  const { accountId, credits, tally, sandboxTally = nothing } = decodeSettled(data)
  return {
    account: accountId,
    day,
    valid: tally.valid - sandboxTally.valid,
    risky: tally.risky - sandboxTally.risky,
    invalid: tally.invalid - sandboxTally.invalid,
    unknown: tally.unknown - sandboxTally.unknown,
    spent: credits
  }
}

const checksOf = ({ stream, type, data, atMicros }: StoredEvent): ReadonlyArray<Checks> => {
  const day = dateOf(atMicros / 1_000)
  if (type === "ChunkSettled") return [settled(data, day)]
  const account = accountOf(stream)
  const isCharge = type === "CreditsCharged"
  if (account === undefined || (!isCharge && type !== "CreditsRefunded")) return []
  const { credits, reason, receipt } = decodeMoved(data)
  const takenBack = reason === "unanswered" ? -credits : 0
  const counted = receipt === undefined ? nothing : { ...nothing, [receipt.status]: 1 }
  return [{ account, day, ...counted, spent: isCharge ? credits : takenBack }]
}

const add = (generation: number, checks: ReadonlyArray<Checks>) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into account_day as d
        (generation, account_id, day, valid, risky, invalid, unknown, spent)
      select ${generation}, account, day, sum(valid), sum(risky), sum(invalid), sum(unknown),
        sum(spent)
      from unnest(${checks.map((one) => one.account)}::uuid[],
        ${checks.map((one) => one.day)}::date[], ${checks.map((one) => one.valid)}::int[],
        ${checks.map((one) => one.risky)}::int[], ${checks.map((one) => one.invalid)}::int[],
        ${checks.map((one) => one.unknown)}::int[], ${checks.map((one) => one.spent)}::bigint[])
        as given (account, day, valid, risky, invalid, unknown, spent)
      group by account, day
      on conflict (generation, account_id, day) do update set
        valid = d.valid + excluded.valid, risky = d.risky + excluded.risky,
        invalid = d.invalid + excluded.invalid, unknown = d.unknown + excluded.unknown,
        spent = d.spent + excluded.spent`
  )

const isSomething = ({ valid, risky, invalid, unknown, spent }: Checks): boolean =>
  [valid, risky, invalid, unknown, spent].some((count) => count !== 0)

/** Sums alone, so the order of commits makes no difference. */
export const days: Projection = {
  name,
  apply: (generation, commits: ReadonlyArray<SealedCommit>) =>
    Effect.suspend(() => {
      const checks = commits.flatMap(({ events }) => events.flatMap(checksOf)).filter(isSomething)
      return checks.length === 0 ? Effect.void : Effect.asVoid(add(generation, checks))
    }),
  drop: (generation) =>
    SqlClient.SqlClient.use(
      (sql) => sql`delete from account_day where generation = ${generation}`
    ).pipe(Effect.asVoid)
}

interface Row extends Tally {
  readonly date: string
  readonly spent: bigint
}

const dayMillis = 86_400_000

export interface Days {
  readonly days: ReadonlyArray<Day>
  readonly spentThisMonth: number
}

const shown = (date: string, row: Row | undefined): Day => {
  const { valid, risky, invalid, unknown, spent } = row ?? { ...nothing, spent: 0 }
  return { date, valid, risky, invalid, unknown, credits_spent: Number(spent) }
}

/** Today and those before it, the oldest first. Reads wait a moment for the projection. */
export const daysOf = (
  account: string
): Effect.Effect<Days, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* awaitView(days, yield* streamsOf(account))
    const now = DateTime.toEpochMillis(yield* DateTime.now)
    const dates = Array.from({ length: daysShown }, (_, at) =>
      dateOf(now - (daysShown - 1 - at) * dayMillis)
    )
    const month = dateOf(now).slice(0, "2026-11".length)
    const first = [dates[0]!, `${month}-01`].toSorted()[0]!
    const rows = yield* sql<Row>`
      select day::text as date, valid, risky, invalid, unknown, spent from account_day
      where account_id = ${account} and day >= ${first}::date
        and generation = (select generation from es.projection where name = ${name} and live)`
    const byDate = new Map(rows.map((row) => [row.date, row]))
    return {
      days: dates.map((date) => shown(date, byDate.get(date))),
      spentThisMonth: rows
        .filter(({ date }) => date.startsWith(month))
        .reduce((sum, { spent }) => sum + Number(spent), 0)
    }
  })
