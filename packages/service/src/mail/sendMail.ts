/**
 * Sends what is due in the outbox. Each node does so; a message that one has claimed is left alone by the others until
 * its lease ends. A message is sent once, unless a node dies or loses the database after the server has accepted it and
 * before that is stored.
 */
import type { Language } from "@rcpt/domain/Mail"
import { unavailable } from "@rcpt/store/unavailable"
import { Duration, Effect, Fiber, Schedule } from "effect"

import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { leasedRows, leases, workForEver } from "../platform/leasedRows.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { NodeLease } from "../platform/NodeLease.ts"
import { publicBaseOf } from "../platform/PublicBase.ts"
import { retryWaits } from "../platform/retryWaits.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import { composeMail } from "./composeMail.ts"
import { chosenKinds, isLinked, mailKinds } from "./mailKinds.ts"
import type { MailKind } from "./mailKinds.ts"
import { connectionsMax, makeMailServer, NotTaken, sendWaitMax } from "./MailServer.ts"
import { gatheredFor } from "./Outbox.ts"

/** The delay of a message that is due, at most. A look costs one index lookup. */
const lookEvery = Duration.seconds(1)
const troubleWait = Duration.seconds(5)

/** The time for storing the result of an attempt in a slow database: what the lease has left. */
const settleWaitMax = Duration.subtract(leases.mail_outbox.lasts, sendWaitMax)

/** The server has the message by then: to store that matters more than to be quick. */
const settleAgainAfter = Duration.millis(250)

/** A node that stops waits so long for the server's answer, of the 15 s that it has. Then the message is tried again. */
const lastWaitMax = Duration.seconds(3)

/** Not decoded by a schema: the outbox alone writes them. */
interface Claimed {
  readonly id: string
  /** Empty: there is no account yet. */
  readonly account: string
  readonly email: string
  readonly language: Language
  readonly kind: MailKind
  readonly facts: ReadonlyArray<unknown>
  readonly count: number
  readonly page: string | null
  readonly token: Uint8Array | null
  readonly lease: string
  readonly attempts: number
  /** Seconds. */
  readonly age: number
}

export type Outcome =
  | { readonly _tag: "sent" }
  | { readonly _tag: "deferred"; readonly wait: Duration.Duration; readonly why: string }
  | { readonly _tag: "failed"; readonly why: string }

interface Tried extends Pick<Claimed, "kind" | "age"> {
  /** Including this one. */
  readonly attempts: number
}

/** Pure. A link that no longer works is not sent. */
export const afterFailure = (
  { kind, age, attempts }: Tried,
  { isForGood, says }: Pick<NotTaken, "isForGood" | "says">
): Outcome => {
  const wait = retryWaits[attempts - 1]
  if (isForGood || wait === undefined) return { _tag: "failed", why: says }
  const isTooLate =
    isLinked(kind) && age + Duration.toSeconds(wait) > Duration.toSeconds(mailKinds[kind].linkLasts)
  return isTooLate ? { _tag: "failed", why: says } : { _tag: "deferred", wait, why: says }
}

const unreadable = new NotTaken({
  isForGood: true,
  code: null,
  says: "The link cannot be read any more: RCPT_SECRET has changed."
})

/**
 * A notice waits for the one before it to the same reader, and an hour after that one was sent. So both rows of two that
 * were deferred do not go out together.
 */
const claimOf = Effect.gen(function* () {
  const write = yield* WriteSql
  const { holder } = yield* NodeLease
  return (limit: number) =>
    Effect.suspend(
      () => write<Claimed>`
        with due as (
          select mail_id from mail_outbox m
          where state = 'waiting' and due_at <= now() and (page is not null or not exists (
            select from mail_outbox e
            where e.identity = m.identity and e.account_id = m.account_id and e.kind = m.kind
              and e.mail_id <> m.mail_id and (
                e.sent_at > now() - make_interval(secs => ${Duration.toSeconds(gatheredFor)}::float8)
                or (e.state = 'waiting' and e.mail_id < m.mail_id))))
          order by due_at limit ${limit} for update skip locked
        )
        update mail_outbox m set is_open = false,
          ${leasedRows(write, "mail_outbox").taken(holder())}
        from due where m.mail_id = due.mail_id
        returning m.mail_id as id, coalesce(account_id::text, '') as account, email, language, kind, facts, count, page, token,
          lease, attempts, extract(epoch from now() - created_at)::float8 as age`
    )
})

/** Nothing is changed where the lease is lost. */
const settle = (claimed: Claimed, outcome: Outcome) =>
  WriteSql.use((sql) => {
    const { free, ofLease } = leasedRows(sql, "mail_outbox")
    if (outcome._tag === "deferred")
      return sql`
        update mail_outbox set attempts = attempts + 1, ${free}, failure = ${outcome.why},
          due_at = now() + make_interval(secs => ${Duration.toSeconds(outcome.wait)}::float8)
        where ${ofLease(claimed)}`
    const failure = outcome._tag === "failed" ? outcome.why : null
    const sentAt = outcome._tag === "sent" ? sql`now()` : sql`null`
    return sql`
      update mail_outbox set state = ${outcome._tag}, attempts = attempts + 1, ${free}, failure = ${failure},
        sent_at = ${sentAt}, token = null, facts = '[]' where ${ofLease(claimed)}`
  })

/** What came of it is counted and logged without the address, and without the reply, which may hold it. */
const note = ({ id, kind }: Claimed, { _tag }: Outcome, code: number | null) =>
  Effect.gen(function* () {
    metricTable.mailAttempts.add({ outcome: _tag })
    if (_tag !== "sent")
      yield* Effect.annotateLogs(Effect.logWarning(`Mail was not taken: ${_tag}`), {
        mail: id,
        kind,
        code: code ?? "none"
      })
  })

const keep = (claimed: Claimed, outcome: Outcome) =>
  settle(claimed, outcome).pipe(
    unavailable,
    Effect.retry(Schedule.spaced(settleAgainAfter)),
    Effect.timeout(settleWaitMax)
  )

/** `undefined`: mail is off. */
const make = Effect.gen(function* () {
  const server = yield* makeMailServer
  const base = publicBaseOf(yield* Config)
  if (server === undefined || base === undefined) return undefined
  const write = yield* WriteSql
  const box = yield* ofPurpose("mail")
  const claim = yield* claimOf

  const composed = ({ account, page, token, ...stored }: Claimed) => {
    const opened = token === null ? undefined : box.open(account, token)
    if (page === null) return composeMail(base, stored)
    return opened === undefined
      ? undefined
      : composeMail(base, { ...stored, link: { page, token: opened } })
  }

  const hand = (claimed: Claimed) =>
    Effect.suspend(() => {
      const { id, email: to, kind } = claimed
      const message = composed(claimed)
      if (message === undefined) return Effect.fail(unreadable)
      const choices = chosenKinds.has(kind) ? { choices: `${base}/settings` } : {}
      return server.send({ ...message, to, id, ...choices })
    })

  const { handBack, releaseEnded } = leasedRows(write, "mail_outbox")

  const attempt = (claimed: Claimed) =>
    Effect.gen(function* () {
      const { outcome, code } = yield* hand(claimed).pipe(
        Effect.match({
          onSuccess: () => ({ outcome: { _tag: "sent" } as Outcome, code: null }),
          onFailure: (refusal) => ({
            outcome: afterFailure({ ...claimed, attempts: claimed.attempts + 1 }, refusal),
            code: refusal.code
          })
        })
      )
      yield* Effect.provideService(keep(claimed, outcome), WriteSql, write)
      yield* note(claimed, outcome, code)
    }).pipe(
      Effect.onInterrupt(() => handBack(claimed)),
      Effect.catchCause((cause) =>
        Effect.logWarning("What came of a message could not be stored", claimed.id, cause)
      )
    )

  /** A stop waits for an answer that is on its way: a message that was accepted is not to be sent again. */
  const deliver = (claimed: Claimed) =>
    Effect.gen(function* () {
      const running = yield* Effect.forkDetach(attempt(claimed))
      yield* Fiber.await(running).pipe(
        Effect.onInterrupt(() =>
          Fiber.await(running).pipe(
            Effect.timeoutOption(lastWaitMax),
            Effect.andThen(Fiber.interrupt(running))
          )
        )
      )
    })

  return { claim, deliver, releaseEnded }
})

/** Sends what is due until nothing is. Returns how many messages were tried. */
const drain = ({ claim, deliver, releaseEnded }: NonNullable<Effect.Success<typeof make>>) =>
  Effect.gen(function* () {
    yield* releaseEnded
    for (let tried = 0; ;) {
      const claimed = yield* claim(connectionsMax)
      yield* Effect.forEach(claimed, deliver, { concurrency: "unbounded", discard: true })
      if (claimed.length === 0) return tried
      tried += claimed.length
    }
  })

/** One round, for tests. */
export const round = Effect.flatMap(make, (sending) =>
  sending === undefined ? Effect.succeed(0) : drain(sending)
).pipe(Effect.scoped)

/** Whether it is worth while to claim or release: one index lookup, for a service that rests. */
const isAnyWaiting = WriteSql.use(
  (sql) => sql<{ readonly isAny: boolean }>`
    select exists (select from mail_outbox where state = 'waiting' and (due_at <= now() or lease is not null))
      as "isAny"`
).pipe(Effect.map(([row]) => row!.isAny))

/** Runs for ever, and does nothing where mail is off. */
export const run = Effect.gen(function* () {
  const sending = yield* make
  if (sending === undefined) return
  yield* workForEver({
    isAny: isAnyWaiting,
    work: drain(sending),
    every: lookEvery,
    troubleWait,
    trouble: "Due mail could not be read"
  })
}).pipe(Effect.scoped)
