/** Starts servers in separate processes, until the scope closes. */
import { spawn } from "node:child_process"

import { Effect } from "effect"
import type { Scope } from "effect"

import runtime from "../../../packages/cli/bin/runtime.json" with { type: "json" }

export interface Program {
  readonly port: number
  readonly pid: number
}

type Env = Readonly<Record<string, string | undefined>>

/** Any program. Returns when it prints `ready on http://…:port`. */
export const startCommand = (
  [command = "", ...args]: ReadonlyArray<string>,
  env: Env = {}
): Effect.Effect<Program, never, Scope.Scope> =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(command, args, {
          env: { ...process.env, ...env },
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

/** One of ours, as in production. */
export const startProgram = (
  args: ReadonlyArray<string>,
  env: Env = {}
): Effect.Effect<Program, never, Scope.Scope> =>
  startCommand([process.execPath, ...runtime.flags, ...args], {
    ...runtime.env,
    // On any number of cores, unless a bench sets several.
    RCPT_PROCESSES: "1",
    ...process.env,
    ...env
  })
