/** Runs one of Postgres's programs to its end, without blocking the event loop. */
import { spawn } from "node:child_process"

import { Effect } from "effect"

import { notStarted } from "./PostgresNotStarted.ts"
import type { PostgresNotStarted } from "./PostgresNotStarted.ts"
import { commandLine } from "./PostgresUser.ts"
import type { Wrapper } from "./PostgresUser.ts"

/** Lines. Enough to show why a program failed; Postgres rarely needs more than three. */
export const logLinesMax = 20

export const lastLines = (log: string): ReadonlyArray<string> =>
  log.split("\n").filter(Boolean).slice(-logLinesMax)

/** `failure`: the sentence of the error. The last lines of the program's output follow it. */
export const runProgram = (
  wrapper: Wrapper,
  program: string,
  args: ReadonlyArray<string>,
  failure: string
): Effect.Effect<void, PostgresNotStarted> =>
  Effect.callback((resume) => {
    const [file, words] = commandLine(wrapper, program, args)
    const child = spawn(file, words, {
      ...wrapper.spawnAs,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let log = ""
    child.stdout.on("data", (text) => (log += text))
    child.stderr.on("data", (text) => (log += text))
    child.on("error", (cause) => resume(notStarted(failure, [cause.message])))
    child.on("close", (code) =>
      resume(code === 0 ? Effect.void : notStarted(failure, lastLines(log)))
    )
    return Effect.sync(() => child.kill("SIGTERM"))
  })
