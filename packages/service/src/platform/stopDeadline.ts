/**
 * The end of a process that does not come to one: a database that is silent, or a member of the cluster, can hold up
 * a stop for longer than whoever asked for it waits. What is left undone is made up for, as after a crash: rows and
 * shards that it holds are taken over by others once they expire, and a wrapper stops a Postgres of its own.
 */
import { Context, Duration, Effect, Layer } from "effect"

import { Config } from "./Config.ts"

/** Of the 15 s after `RCPT_SHUTDOWN_DELAY` in which a node is done: the last is for what comes after it. */
const stopWaitMax = Duration.seconds(14)

const signals = ["SIGINT", "SIGTERM"] as const

const failedCode = 1

/** By kind, for whoever looks for the cause. */
const openResources = (): Readonly<Record<string, number>> => {
  const byKind = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)
  return Object.fromEntries([...byKind].map(([kind, all]) => [kind, all.length]))
}

/** Of this process. */
const Stopping = Context.Reference<{ closes: string | undefined }>(
  "@rcpt/service/platform/stopDeadline/Stopping",
  { defaultValue: () => ({ closes: undefined }) }
)

/** Between what is closed before and what is closed after it: says what comes now. */
export const closing = (what: string): Layer.Layer<never> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const stopping = yield* Stopping
      yield* Effect.addFinalizer(() => Effect.sync(() => void (stopping.closes = what)))
    })
  )

export const layer: Layer.Layer<never, never, Config> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { shutdownDelay } = yield* Config
    const context = yield* Effect.context()
    const waitMax = Duration.sum(shutdownDelay, stopWaitMax)
    const stopping = yield* Stopping
    const end = (): never => {
      const amid = stopping.closes === undefined ? "" : `, and still closes ${stopping.closes}`
      const sentence = `The service has not stopped within ${Duration.format(waitMax)}${amid}; it ends now`
      Effect.runSyncWith(context)(Effect.logError(sentence, openResources()))
      process.exit(failedCode)
    }
    const begin = (): void => void setTimeout(end, Duration.toMillis(waitMax)).unref()
    yield* Effect.acquireRelease(
      Effect.sync(() => signals.forEach((signal) => process.once(signal, begin))),
      () => Effect.sync(() => signals.forEach((signal) => process.off(signal, begin)))
    )
  })
)
