/** Runs the command line as a shell does: in a separate process, with its output piped. */
import { spawn } from "node:child_process"
import { join } from "node:path"

import { Effect } from "effect"

export const program = join(import.meta.dirname, "../../packages/cli/src/main.ts")

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Milliseconds from the last output to the end of the process. */
  readonly endedAfter: number
}

/** Colours come only from the test. The rest is the run's own already (support/ownEnvironment.ts). */
const setByTest = /^(?:NO_COLOR|FORCE_COLOR|TERM)$/

export const environment = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !setByTest.test(name))),
  ...env
})

/** Kills the process if the test ends first. `input`: what is piped in. */
export const rcpt = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  onStart: (kill: (signal: NodeJS.Signals) => void) => void = () => {},
  input = ""
): Effect.Effect<Finished> =>
  Effect.callback((resume) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: environment(env),
      stdio: ["pipe", "pipe", "pipe"]
    })
    // A command that reads nothing may have ended by then.
    child.stdin.on("error", () => {}).end(input)
    let stdout = ""
    let stderr = ""
    let lastOutputAt = Date.now()
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text
      lastOutputAt = Date.now()
    })
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text))
    child.on("close", (code) => {
      const endedAfter = Date.now() - lastOutputAt
      resume(Effect.succeed({ code, stdout, stderr, endedAfter }))
    })
    onStart((signal) => child.kill(signal))
    return Effect.sync(() => child.kill("SIGKILL"))
  })
