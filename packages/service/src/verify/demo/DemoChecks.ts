/**
 * Counts the checks of the public demo, as `public_checks` of the owner's account. The first count is
 * written at once, later ones once a minute at most: anonymous visitors must not fill the log.
 *
 * Counts are not credits: those that a node has not written when it dies are lost.
 */
import { createHash, randomUUIDv7 } from "node:crypto"

import * as Demo from "@rcpt/domain/Demo"
import * as EventCodec from "@rcpt/store/EventCodec"
import { EventStore } from "@rcpt/store/EventStore"
import type { StreamAppend } from "@rcpt/store/EventStore"
import { Clock, Context, Duration, Effect, Layer, Queue, Result } from "effect"
import type { Cause } from "effect"

import { nodeLimiter } from "../../limits/keyedLimits.ts"
import { WriteSql } from "../../platform/Database.ts"
import type { Broadcast } from "../../platform/processes/Processes.ts"
import { readTimeout } from "../../platform/readTimeout.ts"

interface DemoGate {
  /** `undefined`: admitted; else seconds until the next attempt. `now`: as in keyedLimits.ts. */
  readonly enter: (address: string, now: number) => number | undefined
}

const all = ""

export const makeDemoGate = (siblings?: Broadcast): DemoGate => {
  const addresses = nodeLimiter("demoAddress", siblings)
  const node = nodeLimiter("demoAll", siblings)
  return {
    enter: (address, now) => {
      const wait = addresses.take(address, now)
      if (wait !== undefined) return wait
      const waitOfAll = node.take(all, now)
      if (waitOfAll !== undefined) addresses.giveBack(address)
      return waitOfAll
    }
  }
}

const writeEvery = Duration.minutes(1)

/** The last write at shutdown, where only requests in flight may take longer. */
const lastWriteWaitMax = Duration.seconds(2)

export class DemoChecks extends Context.Service<
  DemoChecks,
  { /** Counts one check. */ readonly count: Effect.Effect<void> }
>()("@rcpt/service/verify/demo/DemoChecks") {}

/** The counts of one append. The id makes a repeated append count once. */
interface CountBatch {
  readonly id: string
  /** The number of checks by month, `2026-11`. */
  readonly checks: ReadonlyMap<string, number>
}

/** The first owner account: the one that the first start opened. */
const owner = WriteSql.use(
  (sql) => sql<{ readonly id: string }>`
    select account_id as id from account where owner order by created_at, account_id limit 1`
).pipe(Effect.map(([row]) => row!.id))

const demoCodec = EventCodec.make(Demo.format)

const eventsOf = (accountId: string, { checks }: CountBatch): StreamAppend["events"] =>
  [...checks].map(([month, count]) => {
    const { DemoChecksCounted } = Demo.DemoEvent.cases
    return demoCodec.encode(DemoChecksCounted.make({ accountId, month, checks: count }))
  })

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

const write = (batch: CountBatch) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const account = yield* owner
    const stream = demoCodec.streamOf(account)
    const keys = { streams: [stream], accounts: [], holds: [], commands: [batch.id] }
    yield* store.transact(keys, ({ versions, commands }) => {
      const isWritten = commands.length > 0
      const events = eventsOf(account, batch)
      const command = { commandId: batch.id, requestHash: sha256(batch.id), outcome: {} }
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
    const wakeUps = yield* Queue.sliding<void>(1)
    let counts = new Map<string, number>()
    let unwritten: CountBatch | undefined

    /** Writes the batch whose write failed before; else all counts since. */
    const writeBatch = Effect.suspend(() => {
      if (unwritten === undefined && counts.size === 0) return Effect.void
      if (unwritten === undefined) {
        unwritten = { id: randomUUIDv7(), checks: counts }
        counts = new Map()
      }
      return Effect.andThen(
        write(unwritten),
        Effect.sync(() => void (unwritten = undefined))
      )
    })

    const retryLater = (cause: Cause.Cause<unknown>) =>
      Effect.andThen(
        Effect.logWarning("Checks of the demo could not be counted; trying again", cause),
        Queue.offer(wakeUps, undefined)
      )

    const last = Effect.andThen(writeBatch, writeBatch)
    yield* Effect.addFinalizer(() =>
      readTimeout(lastWriteWaitMax)(last).pipe(
        Effect.catchCause((cause) => Effect.logDebug("Checks of the demo were not counted", cause))
      )
    )
    yield* Queue.take(wakeUps).pipe(
      Effect.andThen(Effect.catchCause(writeBatch, retryLater)),
      Effect.andThen(Effect.sleep(writeEvery)),
      Effect.forever,
      Effect.forkScoped
    )

    return DemoChecks.of({
      count: Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const month = new Date(now).toISOString().slice(0, "2026-11".length)
        counts.set(month, (counts.get(month) ?? 0) + 1)
        yield* Queue.offer(wakeUps, undefined)
      })
    })
  })
)
