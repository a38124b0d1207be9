/** The command line as a shell runs it: a process of its own whose output is a pipe. */
import { spawn } from "node:child_process"
import { join } from "node:path"

import { Effect } from "effect"

const program = join(import.meta.dirname, "../../packages/cli/src/main.ts")

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What decides about colours and settings comes from the test alone. */
const decided = /^(?:RCPT_|NO_COLOR$|FORCE_COLOR$|TERM$)/

const environment = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !decided.test(name))),
  ...env
})

/** Killed when the test ends before it does. */
export const rcpt = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  onStart: (kill: (signal: NodeJS.Signals) => void) => void = () => {}
): Effect.Effect<Finished> =>
  Effect.callback((resume) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: environment(env),
      stdio: ["ignore", "pipe", "pipe"]
    })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text))
    child.on("close", (code) => resume(Effect.succeed({ code, stdout, stderr })))
    onStart((signal) => child.kill(signal))
    return Effect.sync(() => child.kill("SIGKILL"))
  })
