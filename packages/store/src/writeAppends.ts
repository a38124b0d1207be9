/**
 * Writes appends to Postgres: the appends of many callers in one statement, with an outcome for each.
 * A statement is its own transaction: one round trip, and no lock is held between statements.
 *
 * Appends that arrive while a batch is written go into the next batch. A conflict or a repeated
 * command affects only its own caller. A batch that Postgres refuses because of one append is written
 * again one by one, so that the other appends succeed.
 *
 * The ledger gathers before: the commands of one account, which it decides one after the other. Here the appends of many
 * accounts share a commit. Without this, 64 accounts with a client each need 2.04 commits for a check in place of 0.87,
 * and 1.00 ms of this process's time in place of 0.59 (measured 2026-11-30, beside other load).
 */
import { Cause, Effect, Exit, Option, Result, Semaphore } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { isDuplicateCommand, replayOf } from "./commands.ts"
import { StoreUnavailable, StreamLocked, VersionConflict } from "./EventStore.ts"
import type {
  Append,
  Appended,
  CommandAltered,
  CommandOutcome,
  LockWait,
  Transfer
} from "./EventStore.ts"
import * as GroupCommit from "./GroupCommit.ts"
import { withPartitions } from "./partitions.ts"
import { isLocked, unavailable } from "./unavailable.ts"

/** The expected version of `es.append` that stands for "any". */
const anyVersion = -1

/**
 * The statement text is always the same, so that Postgres prepares it once. Values for a bigint of
 * Postgres are passed as BigInt, because a double is exact only up to 2^53.
 */
const toArguments = (sql: SqlClient.SqlClient, append: Append) => {
  const { streams, commands, holds, transfers, flushLater = false } = append
  const events = streams.flatMap((stream) => stream.events)
  return sql`
    ${streams.map((s) => s.stream)}::text[],
    ${streams.map((s) => BigInt(s.expectedVersion === "any" ? anyVersion : s.expectedVersion))}::bigint[],
    ${streams.map((s) => s.events.length)}::int[],
    ${events.map((e) => e.type)}::text[],
    ${events.map((e) => e.v)}::int[]::smallint[],
    ${events.map((e) => e.data)}::text[],
    ${commands.map((c) => c.commandId)}::uuid[],
    ${commands.map((c) => c.requestHash)}::text[],
    ${commands.map((c) => JSON.stringify(c.outcome))}::text[],
    ${holds.map((h) => h.holdId)}::uuid[],
    ${holds.map((h) => h.accountId)}::uuid[],
    ${holds.map((h) => BigInt(h.credits))}::bigint[],
    ${holds.map((h) => BigInt(h.expiresAt ?? 0))}::bigint[],
    ${transfers.map((t) => t.eventIdx)}::int[],
    ${transfers.map((t) => t.debit)}::text[],
    ${transfers.map((t) => t.credit)}::text[],
    ${transfers.map((t) => BigInt(t.amount))}::bigint[],
    ${transfers.map((t) => t.holdId ?? "")}::text[],
    ${flushLater}::boolean,
    ${commands.map((command) => command.reply ?? "")}::text[]`
}

/** The streams and commands of an append. Two appends that share one must be written one by one. */
const touchedBy = ({ streams, commands }: Append): ReadonlyArray<string> => [
  ...streams.map(({ stream }) => `stream ${stream}`),
  ...commands.map(({ commandId }) => `command ${commandId}`)
]

/** Divides appends into as few rounds as possible, in order, so that no two of a round touch the same thing. */
const disjointRounds = <A extends { readonly append: Append }>(
  all: ReadonlyArray<A>
): ReadonlyArray<ReadonlyArray<A>> => {
  const rounds: Array<Array<A>> = []
  const lastRound = new Map<string, number>()
  for (const one of all) {
    const touched = touchedBy(one.append)
    const round = Math.max(0, ...touched.map((name) => (lastRound.get(name) ?? -1) + 1))
    for (const name of touched) lastRound.set(name, round)
    ;(rounds[round] ??= []).push(one)
  }
  return rounds
}

/**
 * One append of several, to share the cost of a commit. They get one commit and consecutive event numbers; each caller's
 * result is the same as if its append had been written alone.
 */
const mergeAppends = (appends: ReadonlyArray<Append>): Append => {
  const transfers: Array<Transfer> = []
  let eventsBefore = 0
  for (const append of appends) {
    for (const transfer of append.transfers)
      transfers.push({ ...transfer, eventIdx: transfer.eventIdx + eventsBefore })
    eventsBefore += append.streams.reduce((sum, { events }) => sum + events.length, 0)
  }
  return {
    streams: appends.flatMap(({ streams }) => streams),
    commands: appends.flatMap(({ commands }) => commands),
    holds: appends.flatMap(({ holds }) => holds),
    transfers,
    flushLater: appends.every((append) => append.flushLater === true)
  }
}

type Refusal = VersionConflict | CommandAltered
type Failure = Refusal | StoreUnavailable
type Outcome = Exit.Exit<Appended, Failure>

/** The answer of `es.append` and its variants. */
interface AppendResult {
  /** Balances after the append, by account; null: it moved no credits. */
  readonly available?: Readonly<Record<string, number>> | null
  readonly known?: ReadonlyArray<CommandOutcome>
  readonly conflicts?: ReadonlyArray<{
    readonly stream: string
    readonly expected: number
    readonly actual: number
  }>
  readonly locked?: ReadonlyArray<string>
}

interface PendingAppend {
  readonly append: Append
  outcome: Outcome | undefined
}

/** The outcome of an append that was replayed or refused; `undefined`: neither. */
const refusalOf = (
  append: Append,
  { known = [], conflicts = [] }: AppendResult
): Exit.Exit<Appended, Refusal> | undefined => {
  const stored = known.filter((k) => append.commands.some((c) => c.commandId === k.commandId))
  if (stored.length > 0)
    return Result.match(replayOf(append, stored), {
      onSuccess: Exit.succeed,
      onFailure: Exit.fail
    })
  const conflict = conflicts.find((c) => append.streams.some((s) => s.stream === c.stream))
  if (conflict === undefined) return undefined
  const expected = conflict.expected === anyVersion ? "any" : conflict.expected
  return Exit.fail(new VersionConflict({ ...conflict, expected }))
}

const lockedOutOf = (append: Append, { locked = [] }: AppendResult): Outcome | undefined => {
  const streams = locked.filter((name) => append.streams.some(({ stream }) => stream === name))
  if (streams.length === 0) return undefined
  return Exit.fail(new StoreUnavailable({ cause: new StreamLocked({ streams }) }))
}

/** `available` has the balances of all appends that were written together. */
const succeeded = (
  { commands }: Append,
  { available }: Pick<AppendResult, "available">
): Exit.Exit<Appended> =>
  Exit.succeed({
    replayed: false,
    outcomes: commands.map(({ outcome }) => outcome),
    available: available ?? {}
  })

const functions: Readonly<Record<LockWait, string>> = {
  none: "es.append_unless_locked",
  brief: "es.append_briefly",
  full: "es.append"
}

const callAppend = (appends: ReadonlyArray<Append>, lockWait: LockWait) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly answer: AppendResult }>`
      select ${sql.literal(functions[lockWait])}(${toArguments(sql, mergeAppends(appends))}) as answer`
    return row!.answer
  })

/** Writes in the open transaction. An error aborts that transaction, so there is no retry here. */
export const writeWithin = (
  append: Append
): Effect.Effect<Appended, Refusal | SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    callAppend([append], "full"),
    (result) => refusalOf(append, result) ?? succeeded(append, result)
  )

/** Writes appends that share no stream or command, and sets the outcome of each. */
const writeRound = (
  round: ReadonlyArray<PendingAppend>,
  lockWait: LockWait
): Effect.Effect<void, never, SqlClient.SqlClient> =>
  callAppend(
    round.map(({ append }) => append),
    lockWait
  ).pipe(
    Effect.retry({ times: 1, while: isDuplicateCommand }),
    withPartitions,
    unavailable,
    Effect.matchCauseEffect({
      onSuccess: (result) => {
        for (const pending of round)
          pending.outcome = refusalOf(pending.append, result) ?? lockedOutOf(pending.append, result)
        const rest = round.filter(({ outcome }) => outcome === undefined)
        // With a refusal nothing was written; without one, everything.
        if (rest.length > 0 && rest.length < round.length) return writeRound(rest, lockWait)
        for (const pending of rest) pending.outcome = succeeded(pending.append, result)
        return Effect.void
      },
      onFailure: (cause) => {
        const lost = Cause.findErrorOption(cause)
        // One of them is the reason: it cannot be written, or a row that only it needs is locked.
        if (round.length > 1 && (Option.isNone(lost) || isLocked(lost.value)))
          return Effect.forEach(round, (pending) => writeRound([pending], lockWait), {
            discard: true
          })
        for (const pending of round) pending.outcome = Exit.failCause(cause)
        return Effect.void
      }
    })
  )

const writeBatch = (appends: ReadonlyArray<Append>) =>
  Effect.gen(function* () {
    const all = appends.map((append): PendingAppend => ({ append, outcome: undefined }))
    for (const round of disjointRounds(all)) yield* writeRound(round, "none")
    return all.map(({ outcome }) => outcome!)
  })

/** Batches in progress at once: while one waits for the disk, the other is computed. */
const concurrency = 2

/** Appends in one batch; their events may be many more. */
const batchMax = 256

/** Appends at once that wait for a lock for long, each with a connection. Callers that wait briefly limit themselves. */
const waitingMax = 2

/** The key of group commit. Appends to one stream have the same key, which keeps their order. */
const keyOf = ({ streams }: Append): string => {
  const name = streams[0]?.stream ?? ""
  return String((name.charCodeAt(name.length - 1) || 0) % concurrency)
}

/**
 * Returns the function that appends: within the caller's transaction if there is one, else in a batch
 * with other concurrent appends.
 */
export const makeWriter = (
  afterCommit: Effect.Effect<void>
): Effect.Effect<
  (append: Append, lockWait?: LockWait) => Effect.Effect<Appended, Failure>,
  never,
  SqlClient.SqlClient | Scope.Scope
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const thenAfterCommit = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      effect.pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.tap(() => sql.afterCommit(afterCommit))
      )

    const submit = yield* GroupCommit.make<Append, Appended, Failure>({
      commit: (_, appends) => thenAfterCommit(writeBatch(appends)),
      concurrency,
      batchMax
    })

    const waiting = yield* Semaphore.make(waitingMax)

    const writeAlone = (append: Append, lockWait: Exclude<LockWait, "none">) =>
      Effect.suspend(() => {
        const pending: PendingAppend = { append, outcome: undefined }
        const written = thenAfterCommit(writeRound([pending], lockWait))
        return Effect.flatMap(written, () => pending.outcome!)
      })

    return (append, lockWait = "full") =>
      Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
        Option.isSome(transaction)
          ? unavailable(thenAfterCommit(writeWithin(append)))
          : lockWait === "brief"
            ? writeAlone(append, "brief")
            : submit(keyOf(append), append).pipe(
                Effect.catchIf(
                  (error) => lockWait === "full" && isLocked(error),
                  () => waiting.withPermits(1)(writeAlone(append, "full"))
                )
              )
      )
  })
