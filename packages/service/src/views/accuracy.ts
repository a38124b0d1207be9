/**
 * A projection: reports on mail per account and UTC day, by what the verification had said. A day is that of
 * the mail. Rows have no address.
 */
import type { Accuracy as Answer, AccuracyGroup, BouncedOfValid } from "@rcpt/api/Accuracy"
import * as Accuracy from "@rcpt/domain/Accuracy"
import type { Dimension, OutcomeCounts } from "@rcpt/domain/Accuracy"
import { awaitView } from "@rcpt/store/awaitView"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"
import { countDeferred } from "../reports/deferredMail.ts"
import { feedbackCodec, feedbackStream } from "../reports/recordReports.ts"
import type { ViewReader } from "./awaitAccount.ts"
import { dateOf, dayMillis } from "./dateOf.ts"
import { sumsView } from "./View.ts"

const name = "accuracy"

export const accuracy = sumsView({
  name,
  says: "What was reported by kind of result is what its events say.",
  sums: {
    table: "accuracy_day",
    period: "day",
    of: Accuracy.dimensions,
    columns: ["delivered", "bounced", "complained"]
  },
  addedBy: (event) => {
    if (feedbackCodec.idOf(event.stream) === undefined) return []
    const feedback = feedbackCodec.decode(event)
    return Accuracy.countedOf(feedback).map(({ key, at, ...counts }) => ({
      account: feedback.accountId,
      date: dateOf(at),
      ...key,
      ...counts
    }))
  }
})

const AccuracyRow = Schema.Struct({
  mode: Schema.String,
  status: Schema.String,
  sub_status: Schema.String,
  score: Schema.String,
  provider: Schema.String,
  catch_all_confidence: Schema.String,
  delivered: Schema.Int,
  bounced: Schema.Int,
  complained: Schema.Int
})
type AccuracyRow = typeof AccuracyRow.Type
const decodeAccuracy = decodeRows(AccuracyRow)

const plus = (a: OutcomeCounts, b: OutcomeCounts): OutcomeCounts => ({
  delivered: a.delivered + b.delivered,
  bounced: a.bounced + b.bounced,
  complained: a.complained + b.complained
})

const nothing: OutcomeCounts = { delivered: 0, bounced: 0, complained: 0 }

const sumOf = (rows: ReadonlyArray<OutcomeCounts>): OutcomeCounts => rows.reduce(plus, nothing)

const shown = (counts: OutcomeCounts, canSay: boolean) => {
  const { delivered, bounced, complained } = counts
  const rate = canSay ? Accuracy.bounceRateOf(counts) : undefined
  const sums = { sent: Accuracy.sentOf(counts), delivered, bounced, complained }
  return { ...sums, ...(rate && { bounce_rate: rate }) }
}

/** Groups in their natural order; those of the others by their mail. */
const orders: Readonly<Partial<Record<Dimension, ReadonlyArray<string>>>> = {
  mode: ["fast", "deep"],
  status: ["valid", "risky", "invalid", "unknown"],
  score: Accuracy.scoreBands.map((band) => band.name),
  catch_all_confidence: Accuracy.confidenceBands.map((band) => band.name)
}

const groupsBy = (
  rows: ReadonlyArray<AccuracyRow>,
  dimension: Dimension,
  canSay: boolean
): ReadonlyArray<AccuracyGroup> => {
  const place = ({ name }: AccuracyGroup) => orders[dimension]?.indexOf(name) ?? 0
  return [...Map.groupBy(rows, (row) => row[dimension])]
    .filter(([value]) => value !== "")
    .map(([value, own]) => ({ name: value, ...shown(sumOf(own), canSay) }))
    .filter(({ sent }) => sent > 0)
    .toSorted((a, b) => place(a) - place(b) || b.sent - a.sent)
}

interface Asked {
  /** `undefined`: all accounts. */
  readonly account: string | undefined
  /** How many days with today. */
  readonly days: number
}

const read = Effect.fnUntraced(function* ({ account, days }: Asked) {
  const sql = yield* SqlClient.SqlClient
  if (account !== undefined) yield* awaitView(accuracy, [feedbackStream(account)])
  const since = dateOf((yield* Clock.currentTimeMillis) - (days - 1) * dayMillis)
  const whose = account === undefined ? sql`true` : sql`account_id = ${account}`
  const rows = yield* sql`
    select mode, status, sub_status, score, provider, catch_all_confidence,
      sum(delivered)::int as delivered, sum(bounced)::int as bounced, sum(complained)::int as complained
    from accuracy_day
    where ${whose} and day >= ${since}::date
      and generation = (select generation from es.projection where name = ${name} and live)
    group by mode, status, sub_status, score, provider, catch_all_confidence`.pipe(decodeAccuracy)
  return { since, rows }
})

const countsOf = (asked: Asked): Effect.Effect<Omit<Answer, "deferred">, never, ViewReader> =>
  Effect.map(read(asked), ({ since, rows }) => {
    const total = sumOf(rows)
    const canSay = Accuracy.reportsDeliveries(total)
    const by = (dimension: Dimension) => groupsBy(rows, dimension, canSay)
    return {
      days: asked.days,
      since,
      mail_min: Accuracy.accuracyMailMin,
      deliveries_reported: canSay,
      total: shown(total, canSay),
      by_mode: by("mode"),
      by_status: by("status"),
      by_sub_status: by("sub_status"),
      by_score: by("score"),
      by_provider: by("provider"),
      by_catch_all_confidence: by("catch_all_confidence")
    }
  }).pipe(Effect.orDie)

/** Waits for the projection (`awaitView`), unless it is of all accounts. */
export const accuracyOf = (asked: Asked): Effect.Effect<Answer, never, ViewReader> =>
  Effect.flatMap(countsOf(asked), (counts) =>
    Effect.map(Effect.orDie(countDeferred(asked.account, counts.since)), (deferred) => ({
      ...counts,
      deferred
    }))
  )

/** Long enough for a monthly newsletter to count three times. */
const overviewDays = 90

/** How the mail to valid addresses fared; `undefined`: there is not enough to say. */
export const bouncedOfValid = (
  account: string
): Effect.Effect<BouncedOfValid | undefined, never, ViewReader> =>
  Effect.map(countsOf({ account, days: overviewDays }), ({ by_status: groups }) => {
    const valid = groups.find(({ name }) => name === "valid")
    if (valid?.bounce_rate === undefined) return undefined
    const { sent, bounced, bounce_rate } = valid
    return { days: overviewDays, sent, bounced, bounce_rate }
  })
