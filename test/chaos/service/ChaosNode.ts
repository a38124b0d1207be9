/** A node under faults: a real process that is started again when it ends, as an orchestrator does. */
import { Duration, Effect, Schedule } from "effect"
import type { Scope } from "effect"

import type { End, Running } from "../../support/service.ts"
import type { TcpProxy } from "../../support/tcpProxy.ts"

export interface ChaosNode {
  /** From 1. */
  readonly number: number
  readonly base: string
  /** Its way to Postgres. */
  readonly database: TcpProxy
  /** kill -9. Returns when it is ready again, which is not tried before `downFor` has passed. */
  readonly kill: (downFor: Duration.Duration) => Effect.Effect<void>
  /** To its process as it is now. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Milliseconds by which its clock is ahead; negative: behind. */
  readonly setClock: (ahead: number) => void
  /** SIGTERM; how it ended, or `undefined` when it did not within the time that is promised. */
  readonly stop: Effect.Effect<End | undefined>
  /** Times at which it ended without being told to, with its last lines. */
  readonly unexpectedEnds: ReadonlyArray<string>
  /** What its processes have said so far. */
  readonly log: () => string
}

export interface NodeOptions {
  readonly number: number
  readonly first: Running
  readonly database: TcpProxy
  readonly setClock: ChaosNode["setClock"]
}

/** How long an orchestrator waits before it starts a node that has ended by itself. */
const restartAfter = Duration.seconds(1)

/** The documented time from SIGTERM to the exit. */
const stopWaitMax = Duration.seconds(15)

const linesShown = 15

const lastLines = (output: string): string => output.split("\n").slice(-linesShown).join("\n")

/** Starts it until it is ready: its first tries may meet a database that is away. */
const startAgain = (running: Running) =>
  running.restart.pipe(
    Effect.catchDefect((defect) => Effect.fail(defect)),
    Effect.retry(Schedule.spaced(restartAfter)),
    Effect.orDie
  )

export const watch = ({
  number,
  first,
  database,
  setClock
}: NodeOptions): Effect.Effect<ChaosNode, never, Scope.Scope> =>
  Effect.gen(function* () {
    const unexpectedEnds: Array<string> = []
    let running = first
    let downFor: Duration.Duration | undefined
    let isStopped = false
    let ended = ""
    const again = Effect.gen(function* () {
      const end = yield* running.exited
      ended += running.output()
      if (isStopped) return yield* Effect.never
      if (downFor === undefined)
        unexpectedEnds.push(
          `${new Date().toISOString()} ${JSON.stringify(end)}\n${lastLines(running.output())}`
        )
      yield* Effect.sleep(downFor ?? restartAfter)
      downFor = undefined
      running = yield* startAgain(running)
    })
    yield* Effect.forkScoped(Effect.forever(again))
    const signal = (name: NodeJS.Signals) => void process.kill(running.pid, name)
    return {
      number,
      base: first.base,
      database,
      kill: (time) =>
        Effect.suspend(() => {
          const killed = running.pid
          downFor = time
          signal("SIGKILL")
          return Effect.sync(() => running.pid).pipe(
            Effect.repeat({
              until: (pid) => pid !== killed,
              schedule: Schedule.spaced("50 millis")
            }),
            Effect.asVoid
          )
        }),
      signal,
      setClock,
      stop: Effect.suspend(() => {
        isStopped = true
        return Effect.timeoutOption(running.kill("SIGTERM"), stopWaitMax)
      }).pipe(Effect.map((end) => (end._tag === "Some" ? end.value : undefined))),
      unexpectedEnds,
      log: () => ended + running.output()
    }
  })
