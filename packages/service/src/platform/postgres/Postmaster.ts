/**
 * One run of the Postgres server, from its start to its end. It has its own process session, so Ctrl-C
 * reaches only Node, which stops it in order.
 */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"

import { Deferred, Duration, Effect, Schedule } from "effect"
import type { Scope } from "effect"

import { notStarted } from "./PostgresNotStarted.ts"
import type { PostgresNotStarted } from "./PostgresNotStarted.ts"
import { commandLine } from "./PostgresUser.ts"
import type { Wrapper } from "./PostgresUser.ts"
import { lastLines, logLinesMax } from "./runProgram.ts"

/** Replaying the log after a crash can take a while: at most 1 GB of it (max_wal_size). */
const readyWaitMax = Duration.minutes(2)

/** A fast shutdown: transactions are rolled back, a checkpoint is written. */
const fastStopMax = Duration.seconds(10)

/** An immediate shutdown writes nothing: the next start replays the log. */
const immediateStopMax = Duration.seconds(2)

/** A server killed with its Node is a zombie until it is reaped, and its backends end after it. */
const predecessorWaitMax = Duration.seconds(10)
const retryInterval = Duration.millis(200)

/** What Postgres logs while a dead predecessor still holds the data or the port. */
const predecessor =
  /Is another postmaster|pre-existing shared memory block|could not bind IPv4 address/

export interface Postmaster {
  /** Completes when the server has ended, for any reason, with the last lines of its log. */
  readonly ended: Effect.Effect<ReadonlyArray<string>>
}

interface Run extends Postmaster {
  readonly child: ChildProcess
  readonly ready: Deferred.Deferred<void, PostgresNotStarted>
}

const begin = (wrapper: Wrapper, program: string, args: ReadonlyArray<string>): Run => {
  const [file, words] = commandLine(wrapper, program, args)
  const child = spawn(file, words, {
    ...wrapper.spawnAs,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"]
  })
  const ready = Deferred.makeUnsafe<void, PostgresNotStarted>()
  const ended = Deferred.makeUnsafe<ReadonlyArray<string>>()
  let log: ReadonlyArray<string> = []
  const end = (more: ReadonlyArray<string>) => {
    log = [...log, ...more]
    Deferred.doneUnsafe(ready, notStarted("Postgres does not start:", log))
    Deferred.doneUnsafe(ended, Effect.succeed(log))
  }
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (text.includes("ready to accept connections")) Deferred.doneUnsafe(ready, Effect.void)
    log = [...log, ...lastLines(text)].slice(-logLinesMax)
  })
  child.on("error", (cause) => end([cause.message]))
  // Not "close": after a kill -9 the backends keep the pipe open for a moment.
  child.on("exit", () => setImmediate(end, []))
  return { child, ready, ended: Deferred.await(ended) }
}

const finish = Effect.fnUntraced(function* ({ child, ended }: Run) {
  const stops = [
    ["SIGINT", fastStopMax],
    ["SIGQUIT", immediateStopMax],
    ["SIGKILL", immediateStopMax]
  ] as const
  for (const [signal, wait] of stops) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    yield* Effect.timeoutOption(ended, wait)
  }
})

/** The server accepts connections when this succeeds, and is stopped with the scope. */
export const startPostmaster = (
  wrapper: Wrapper,
  program: string,
  args: ReadonlyArray<string>
): Effect.Effect<Postmaster, PostgresNotStarted, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => begin(wrapper, program, args)),
    finish
  ).pipe(
    Effect.tap(({ ready }) =>
      Deferred.await(ready).pipe(
        Effect.timeoutOrElse({
          duration: readyWaitMax,
          orElse: () => notStarted("Postgres was not ready within two minutes.")
        })
      )
    ),
    Effect.retry({
      while: ({ log }) => log.some((line) => predecessor.test(line)),
      schedule: Schedule.spaced(retryInterval),
      times: Duration.toMillis(predecessorWaitMax) / Duration.toMillis(retryInterval)
    })
  )
