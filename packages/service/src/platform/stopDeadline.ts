/**
 * Ends a process whose stop takes too long: a silent database or member of the cluster can hold it up for longer
 * than systemd or Kubernetes waits. Unfinished work is made up for as after a crash: other nodes take over the rows
 * and shards of the process once they expire, and a wrapper stops a Postgres of its own.
 */
import { Context, Duration, Effect, Layer } from "effect"

import { Config } from "./Config.ts"

/** A stop takes at most 15 s after `RCPT_SHUTDOWN_DELAY`; the last second is left for the end of the process. */
const stopWaitMax = Duration.seconds(14)

const signals = ["SIGINT", "SIGTERM"] as const

const failedCode = 1

/** Counts what keeps the event loop busy, by kind, for the log. */
const openResources = (): Readonly<Record<string, number>> => {
  const byKind = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)
  return Object.fromEntries([...byKind].map(([kind, all]) => [kind, all.length]))
}

/** Holds the part of the service that is being closed now. */
const Stopping = Context.Reference<{ closes: string | undefined }>(
  "@rcpt/service/platform/stopDeadline/Stopping",
  { defaultValue: () => ({ closes: undefined }) }
)

/** A layer between two others, which notes that now `what` is being closed. */
export const nowClosing = (what: string): Layer.Layer<never> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const stopping = yield* Stopping
      yield* Effect.addFinalizer(() => Effect.sync(() => void (stopping.closes = what)))
    })
  )

/** Ends the process if a signal to stop was given and it still runs when the time is up. */
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
