/** Starts one of our servers in a separate process, as in production, until the scope closes. */
import { spawn } from "node:child_process"

import { Effect } from "effect"
import type { Scope } from "effect"

import runtime from "../../../packages/cli/bin/runtime.json" with { type: "json" }

export interface Program {
  readonly port: number
  readonly pid: number
}

/** Returns when the program prints `ready on http://…:port`. */
export const startProgram = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Effect.Effect<Program, never, Scope.Scope> =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [...runtime.flags, ...args], {
          // On any number of cores, unless somebody measures several.
          env: { ...runtime.env, RCPT_PROCESSES: "1", ...process.env, ...env },
          stdio: ["ignore", "pipe", "inherit"]
        })
      ),
      (running) =>
        Effect.callback<void>((resume) => {
          if (running.exitCode !== null) return resume(Effect.void)
          running.once("exit", () => resume(Effect.void))
          running.kill("SIGTERM")
        })
    )
    const port = yield* Effect.callback<number>((resume) => {
      let output = ""
      child.stdout.on("data", (data: Buffer) => {
        output += data.toString()
        const found = /ready on http:\/\/[^:]+:(\d+)/.exec(output)?.[1]
        if (found !== undefined) resume(Effect.succeed(Number(found)))
      })
      child.once("exit", () => resume(Effect.die(new Error(`it has not started:\n${output}`))))
    })
    return { port, pid: child.pid! }
  })
