/** Group commit with batches that the test ends. */
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import type { Duration } from "effect"

type Outcomes = ReadonlyArray<Exit.Exit<string, string>>

/** A batch whose result the test decides. */
interface Batch {
  readonly key: string
  readonly items: ReadonlyArray<string>
  readonly end: (result: Effect.Effect<Outcomes, string>) => Effect.Effect<void>
  /** Ends it with each item as its own outcome. */
  readonly echo: Effect.Effect<void>
}

/** How a commit fails when another writer has the lock. */
export const locked = "locked"

export const world = Effect.fn(function* (options: {
  readonly concurrency: number
  readonly batchMax: number
  readonly timeout?: { readonly after: Duration.Duration; readonly error: () => string }
  /** Workers for keys that met a lock. */
  readonly lockWaits?: number
}) {
  const batches: Array<Batch> = []
  const commit = (isWaiting: boolean) => (key: string, items: ReadonlyArray<string>) =>
    Effect.suspend(() => {
      const ended = Deferred.makeUnsafe<Outcomes, string>()
      const end = (result: Effect.Effect<Outcomes, string>) =>
        Effect.andThen(Deferred.complete(ended, result), untilIdle)
      const echo = end(Effect.succeed(items.map((item) => Exit.succeed(item))))
      batches.push({ key: isWaiting ? `${key} waits` : key, items, end, echo })
      return Deferred.await(ended)
    })
  const { lockWaits, ...rest } = options
  const submit = yield* GroupCommit.make<string, string, string>({
    ...rest,
    commit: commit(false),
    ...(lockWaits !== undefined && {
      whenLocked: {
        isLocked: (error) => error === locked,
        commit: commit(true),
        concurrency: lockWaits
      }
    })
  })
  const send = (key: string, ...items: ReadonlyArray<string>) =>
    Effect.forEach(items, (item) =>
      Effect.forkChild(submit(key, item), { startImmediately: true })
    ).pipe(Effect.tap(untilIdle))
  const started = () => batches.map(({ key, items }) => `${key}: ${items.join(" ")}`)
  return { batches, send, started }
})

/** Lets all fibers run until they wait: 50 yields are far more than any test here needs. */
const untilIdle = Effect.repeat(Effect.yieldNow, { times: 50 })

export const outcomesOf = (fibers: ReadonlyArray<Fiber.Fiber<string, string>>) =>
  Effect.map(Effect.forEach(fibers, Fiber.await), (exits) =>
    exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : Cause.squash(exit.cause)))
  )
