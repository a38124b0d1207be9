/**
 * Counts what the public demo answers, as `public_checks` of the owner's account. Written when
 * somebody comes, and then once a minute at most, whatever is asked: strangers must not fill the log.
 *
 * A count is no money: one that dies with its node before it was written is lost.
 */
import { createHash, randomUUIDv7 } from "node:crypto"

import { DemoEvent } from "@rcpt/domain/Demo"
import { EventStore } from "@rcpt/store/EventStore"
import type { StreamAppend } from "@rcpt/store/EventStore"
import { Clock, Context, Duration, Effect, Layer, Queue, Result, Schema } from "effect"
import type { Cause } from "effect"

import { answerWithin } from "../answerWithin.ts"
import { WriteSql } from "../Database.ts"

export const writeEvery = Duration.minutes(1)

/** At the end of the process, which waits for nothing longer than for requests in flight. */
const lastWriteWaitMax = Duration.seconds(2)

export class DemoChecks extends Context.Service<
  DemoChecks,
  { /** One was answered. */ readonly count: Effect.Effect<void> }
>()("@rcpt/service/demo/DemoChecks") {}

/** What is written in one go. Under its id, so that it counts once however often it is sent. */
interface Page {
  readonly id: string
  /** By month, `2026-11`. */
  readonly checks: ReadonlyMap<string, number>
}

/** The first one; the account that the service began with. */
const owner = WriteSql.use(
  (sql) => sql<{ readonly id: string }>`
    select account_id as id from account where owner order by created_at, account_id limit 1`
).pipe(Effect.map(([row]) => row!.id))

const encode = Schema.encodeSync(DemoEvent)

const eventsOf = (accountId: string, { checks }: Page): StreamAppend["events"] =>
  [...checks].map(([month, count]) => {
    const event = DemoEvent.cases.DemoChecksCounted.make({ accountId, month, checks: count })
    const { _tag, ...data } = encode(event)
    return { type: _tag, v: 1, data: JSON.stringify(data) }
  })

const hash = (text: string): string => createHash("sha256").update(text).digest("hex")

const write = (page: Page) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const account = yield* owner
    const stream = `demo-${account}`
    const keys = { streams: [stream], accounts: [], holds: [], commands: [page.id] }
    yield* store.transact(keys, ({ versions, commands }) => {
      const isWritten = commands.length > 0
      const events = eventsOf(account, page)
      const command = { commandId: page.id, requestHash: hash(page.id), outcome: {} }
      const append = {
        streams: [{ stream, expectedVersion: versions[stream] ?? 0, events }],
        commands: [command],
        holds: [],
        transfers: []
      }
      return Result.succeed({ append: isWritten ? undefined : append, outcome: undefined })
    })
  })

export const layer: Layer.Layer<DemoChecks, never, EventStore | WriteSql> = Layer.effect(
  DemoChecks,
  Effect.gen(function* () {
    const news = yield* Queue.sliding<void>(1)
    let open = new Map<string, number>()
    let unwritten: Page | undefined

    /** What was begun before; else all that has come since. */
    const writePage = Effect.suspend(() => {
      if (unwritten === undefined && open.size === 0) return Effect.void
      if (unwritten === undefined) {
        unwritten = { id: randomUUIDv7(), checks: open }
        open = new Map()
      }
      return Effect.andThen(
        write(unwritten),
        Effect.sync(() => void (unwritten = undefined))
      )
    })

    const untold = (cause: Cause.Cause<unknown>) =>
      Effect.andThen(
        Effect.logWarning("Checks of the demo are not counted yet", cause),
        Queue.offer(news, undefined)
      )

    const last = Effect.andThen(writePage, writePage)
    yield* Effect.addFinalizer(() => Effect.ignore(answerWithin(lastWriteWaitMax)(last)))
    yield* Queue.take(news).pipe(
      Effect.andThen(Effect.catchCause(writePage, untold)),
      Effect.andThen(Effect.sleep(writeEvery)),
      Effect.forever,
      Effect.forkScoped
    )

    return DemoChecks.of({
      count: Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const month = new Date(now).toISOString().slice(0, "2026-11".length)
        open.set(month, (open.get(month) ?? 0) + 1)
        yield* Queue.offer(news, undefined)
      })
    })
  })
)
