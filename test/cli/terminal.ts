/** The command line on a terminal of its own (script, of util-linux), with a person who types. */
import { spawn } from "node:child_process"
import { stripVTControlCharacters } from "node:util"

import { Effect } from "effect"
import type { Scope } from "effect"

import { lineAnew } from "../../packages/cli/src/progressBar.ts"
import { environment, program } from "./rcpt.ts"

export interface Terminal {
  /** As it was written, control characters included. */
  readonly output: () => string
  readonly type: (text: string) => void
  readonly ended: Effect.Effect<number | null>
}

export const ctrlC = "\u0003"

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export const openTerminal = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  columns: number
): Effect.Effect<Terminal, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const command = [process.execPath, program, ...args].map(quoted).join(" ")
        const shell = `stty cols ${columns} && exec ${command}`
        return spawn("script", ["-qec", shell, "/dev/null"], {
          env: { ...environment(env), TERM: "xterm" },
          stdio: ["pipe", "pipe", "ignore"]
        })
      }),
      (child) => Effect.sync(() => void child.kill("SIGKILL"))
    ),
    (child) => {
      let output = ""
      child.stdout.setEncoding("utf8").on("data", (text) => (output += text))
      const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
      return {
        output: () => output,
        type: (text) => void child.stdin.write(text),
        ended: Effect.promise(() => ended)
      }
    }
  )

/** What is left of each line when it was written anew, without colours. */
export const linesOf = (output: string): ReadonlyArray<string> =>
  output.split("\r\n").map((line) => stripVTControlCharacters(line.split(lineAnew).at(-1)!))
