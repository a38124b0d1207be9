/** A command that runs until it is stopped, and what it has printed so far. */
import { spawn } from "node:child_process"

import { Effect } from "effect"
import type { Scope } from "effect"

import { environment, program } from "./rcpt.ts"

export interface Listening {
  readonly lines: () => ReadonlyArray<string>
  readonly stderr: () => string
  /** As Ctrl-C does; answers the exit code. */
  readonly stop: Effect.Effect<number | null>
}

export const start = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>
): Effect.Effect<Listening, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [program, ...args], {
        env: environment(env),
        stdio: ["ignore", "pipe", "pipe"]
      })
      let [stdout, stderr] = ["", ""]
      child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text))
      child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text))
      const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
      return {
        lines: () => stdout.split("\n").slice(0, -1),
        stderr: () => stderr,
        stop: Effect.promise(() => {
          child.kill("SIGINT")
          return ended
        }),
        child
      }
    }),
    ({ child }) => Effect.sync(() => void child.kill("SIGKILL"))
  )
