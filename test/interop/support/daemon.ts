/**
 * A third-party server as a child process of the test. It ends with the scope. It also ends when the
 * test is killed: a shell beside it waits on a pipe that only the test holds open.
 */
import { spawn } from "node:child_process"
import { connect } from "node:net"

import { Duration, Effect, Schedule } from "effect"
import type { Scope } from "effect"

export interface Daemon {
  readonly program: string
  readonly args: ReadonlyArray<string>
  /** All that it listens on: it is ready when it accepts connections there. */
  readonly on: ReadonlyArray<{ readonly ip: string; readonly port: number }>
  /** What it wrote elsewhere than to its output, for when it does not start. */
  readonly log?: () => string
}

/** Far more than the second that any of them takes, for a busy machine. */
const startWaitMax = Duration.seconds(30)
const stopWaitMax = Duration.seconds(10)

/** Enough to see why it has not started. */
const linesShownMax = 30

/** `exec`: the process that we started is the server itself. */
const untilStdinEnds = 'exec 3<&0; (read -r _ <&3; kill $$) & exec "$@" 3<&- </dev/null'

const spawnDaemon = ({ program, args, log }: Daemon) => {
  const child = spawn("/bin/sh", ["-c", untilStdinEnds, "sh", program, ...args])
  let output = ""
  child.stdout.on("data", (text) => (output += text))
  child.stderr.on("data", (text) => (output += text))
  child.stdin.on("error", () => {})
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  return {
    child,
    exited,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    report: () => {
      const lines = `${output}\n${log?.() ?? ""}`.split("\n")
      return `${program}:\n${lines.slice(-linesShownMax).join("\n")}`
    }
  }
}

type Spawned = ReturnType<typeof spawnDaemon>

const stop = ({ child, exited }: Spawned): Effect.Effect<void> =>
  Effect.sync(() => child.stdin.end()).pipe(
    Effect.andThen(Effect.promise(() => exited)),
    Effect.timeoutOrElse({
      duration: stopWaitMax,
      orElse: () => Effect.sync(() => child.kill("SIGKILL"))
    }),
    Effect.asVoid
  )

const takesConnections = ({ ip, port }: Daemon["on"][number]) =>
  Effect.callback<void, Error>((resume) => {
    const socket = connect(port, ip)
    socket.once("error", (error) => resume(Effect.fail(error)))
    socket.once("connect", () => {
      socket.destroy()
      resume(Effect.void)
    })
    return Effect.sync(() => socket.destroy())
  })

/** Returns its process when it is ready. A server that does not start is a defect, with what it wrote. */
export const start = (
  daemon: Daemon
): Effect.Effect<{ readonly pid: number }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const spawned = yield* Effect.acquireRelease(
      Effect.sync(() => spawnDaemon(daemon)),
      stop
    )
    const died = () => new Error(`not ready, ${spawned.report()}`)
    yield* Effect.forEach(daemon.on, takesConnections).pipe(
      Effect.retry({
        schedule: Schedule.spaced(Duration.millis(50)),
        while: () => !spawned.hasEnded()
      }),
      Effect.timeout(startWaitMax),
      Effect.catch(() => Effect.die(died()))
    )
    return { pid: spawned.child.pid! }
  })
