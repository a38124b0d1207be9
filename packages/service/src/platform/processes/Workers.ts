/**
 * Runs the workers of a supervisor: processes of the same program, which share one port.
 *
 * The supervisor accepts connections and hands them out in turn (the round-robin of node:cluster).
 * Workers that accept for themselves, from one socket or by SO_REUSEPORT, share less evenly: of 64
 * kept-alive connections three workers had 42, 19 and 3, or 30, 19 and 15, where turns give 23, 22 and
 * 19 (measured); macOS has no such SO_REUSEPORT. A worker that stops gives back what it was handed, and
 * one that starts again finds the port as it was.
 */
import cluster from "node:cluster"
import type { Worker } from "node:cluster"

import { Clock, Deferred, Duration, Effect, Runtime, Schema } from "effect"
import type { Scope } from "effect"

import { freePort } from "../freePort.ts"
import type { NoFreePort } from "../freePort.ts"
import { nextWait, restartWaitMin } from "../restartWait.ts"
import type { Supervisor, WorkerHandle } from "./Supervisor.ts"

/** Workers may take so long to stop, of the 15 s after the delay in which a node stops; Postgres needs the rest. */
const stopWaitMax = Duration.seconds(13)

/** A worker has not started. It has logged the reason itself, unless it was killed. */
class WorkerNotStarted extends Schema.TaggedError<WorkerNotStarted>()("WorkerNotStarted", {
  number: Schema.Int,
  /** How it ended, as in `End`. */
  end: Schema.String,
  code: Schema.Int
}) {
  override readonly [Runtime.errorExitCode] = this.code
  override get message(): string {
    return `Process ${this.number} of the service has ended at its start (${this.end}).`
  }
}

/** The exit code or the signal with which a process ended. */
type End = number | string

/** EX_SOFTWARE, the exit code if a worker was killed while it started. */
const killedCode = 70

interface Run {
  readonly worker: Worker
  readonly ended: Effect.Effect<End>
}

interface Handle {
  readonly close: () => void
}

/** Tells a handle from a callback: either can be the second argument of `send`. */
const isHandle = (value: unknown): value is Handle =>
  typeof value === "object" && value !== null && "close" in value

/**
 * Closes the connection that a dead worker was handed and had not yet taken: the round-robin hands out
 * one at a time, and would keep that one open for ever, with its client waiting.
 */
const closeUntaken = ({ process: child }: Worker): void => {
  const send = child.send.bind(child) as (...message: ReadonlyArray<unknown>) => boolean
  let last: Handle | undefined
  child.send = (...message: ReadonlyArray<unknown>) => {
    if (isHandle(message[1])) last = message[1]
    return send(...message)
  }
  // Closing one that was taken, and so is closed here, does nothing.
  child.once("exit", () => last?.close())
}

/** Node's `--watch` learns from the process that it started which files to watch. */
const isForWatch = (message: unknown): message is object =>
  typeof message === "object" &&
  message !== null &&
  ("watch:import" in message || "watch:require" in message)

const begin = (supervisor: Supervisor, about: Omit<WorkerHandle, "send">): Run => {
  const worker = cluster.fork()
  closeUntaken(worker)
  const ended = Deferred.makeUnsafe<End>()
  // A worker that hears nothing any more is about to end.
  const send = (message: object) => void worker.process.send(message, () => {})
  const handle = { ...about, send }
  supervisor.join(handle)
  const end = (how: End) => {
    supervisor.leave(handle)
    Deferred.doneUnsafe(ended, Effect.succeed(how))
  }
  worker.on("message", (message: unknown) => {
    if (isForWatch(message)) process.send?.(message)
    else void supervisor.hear(handle, message)
  })
  worker.on("error", ({ message }) => {
    if (worker.process.pid === undefined) end(message)
  })
  worker.on("exit", (code, signal) => end(signal ?? code))
  return { worker, ended: Deferred.await(ended) }
}

/** Stops a worker as the launcher stops a service: see parentWatch.ts of the command line. */
const stop = Effect.fnUntraced(function* (
  { worker, ended }: Run,
  shutdownDelay: Duration.Duration
) {
  worker.process.send("SIGTERM", () => {})
  const inTime = yield* Effect.timeoutOption(ended, Duration.sum(shutdownDelay, stopWaitMax))
  if (inTime._tag === "Some") return
  yield* Effect.logWarning(`Process ${worker.process.pid} has not stopped in time; killing it`)
  worker.process.kill("SIGKILL")
  yield* ended
})

/** Runs a worker, and after its end another one, for ever. `ready` tells how the first one started. */
const keepRunning = Effect.fnUntraced(function* (
  number: number,
  running: Map<number, Run>,
  supervisor: Supervisor,
  ready: Deferred.Deferred<string, NoFreePort | WorkerNotStarted>
) {
  let wait = restartWaitMin
  let runnerPort = yield* freePort
  while (true) {
    const since = yield* Clock.currentTimeMillis
    const run = begin(supervisor, {
      number,
      runnerPort,
      ready: (base) => Deferred.doneUnsafe(ready, Effect.succeed(base))
    })
    running.set(number, run)
    const end = yield* run.ended
    running.delete(number)
    const code = typeof end === "number" && end > 0 ? end : killedCode
    const failure = new WorkerNotStarted({ number, end: String(end), code })
    if (yield* Deferred.fail(ready, failure)) return
    const ran = Duration.millis((yield* Clock.currentTimeMillis) - since)
    yield* Effect.logError(
      `Process ${number} has ended by itself (${end}); starting it again in ${Duration.format(wait)}`
    )
    yield* Effect.sleep(wait)
    wait = nextWait(wait, ran)
    runnerPort = yield* Effect.orElseSucceed(freePort, () => runnerPort)
  }
})

/**
 * Returns the address of the service when all workers are ready, and stops them with the scope. The
 * first one starts alone, so a mistake in the settings or a taken port is reported once.
 */
export const start = (
  supervisor: Supervisor,
  count: number,
  shutdownDelay: Duration.Duration
): Effect.Effect<string, NoFreePort | WorkerNotStarted, Scope.Scope> =>
  Effect.gen(function* () {
    cluster.schedulingPolicy = cluster.SCHED_RR
    const running = new Map<number, Run>()
    yield* Effect.addFinalizer(() => {
      supervisor.stop()
      return Effect.forEach(running.values(), (run) => stop(run, shutdownDelay), {
        concurrency: "unbounded"
      })
    })
    const startOne = Effect.fnUntraced(function* (number: number) {
      const ready = Deferred.makeUnsafe<string, NoFreePort | WorkerNotStarted>()
      yield* keepRunning(number, running, supervisor, ready).pipe(
        Effect.catch((error) => Deferred.fail(ready, error)),
        Effect.forkScoped
      )
      return yield* Deferred.await(ready)
    })
    const base = yield* startOne(1)
    const others = Array.from({ length: count - 1 }, (_, index) => index + 2)
    yield* Effect.forEach(others, startOne, { concurrency: "unbounded" })
    return base
  })
